"""The clock of correspondence play: arithmetic on moments, knowing neither games nor people."""
