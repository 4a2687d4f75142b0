"""Tags and filters of our templates."""
