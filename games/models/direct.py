"""The statements of the busiest requests, compiled once instead of each time.

Compiling a query costs the ORM ten times what the database needs to run it. Reading, a `Prepared` keeps
the SQL and the converters that the ORM made of a queryset; writing, `insert` and `update` send the plain
statement with the values as the fields prepare them. All else goes through the ORM.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import JSONField, Model, QuerySet

Row = tuple[Any, ...]
Param = Callable[[Row], Any]
PLAIN = frozenset({str, int, bool, type(None)})
Column = Any  # a concrete field, which the types of Django do not tell from the others


@dataclass(frozen=True, slots=True)
class Compiled:
    """A statement, how it gets its parameters from the arguments, and how its rows become Python values."""

    sql: str
    params: list[Param]
    convert: Callable[[list[Row]], Iterable[Row]]


class Prepared:
    """A `values_list` query of some arguments, each used as a plain value of a filter.

    `build` makes the queryset from stand-ins: values that the query does not hold besides.
    """

    def __init__(self, build: Callable[..., QuerySet[Any, Any]], *stand_ins: Any) -> None:
        self.build = build
        self.stand_ins = stand_ins
        self.compiled: Compiled | None = None

    def __call__(self, *args: Any) -> list[Row]:
        """The rows for these arguments."""
        it = self.compiled = self.compiled or self._compile()
        with database().cursor() as cursor:
            cursor.execute(it.sql, [param(args) for param in it.params])
            return list(it.convert(cursor.fetchall()))

    def _compile(self) -> Compiled:
        compiler = self.build(*self.stand_ins).query.get_compiler(connection=database())
        sql, values = compiler.as_sql()
        converters = compiler.get_converters([column for column, *_ in compiler.select])

        def convert(rows: list[Row]) -> Iterable[Row]:
            return map(tuple, compiler.apply_converters(rows, converters)) if converters else rows

        return Compiled(sql, [self._param(value) for value in values], convert)

    def _param(self, value: Any) -> Param:
        """What stands at a place of the statement: an argument, or always the same value."""
        if value in self.stand_ins:
            which = self.stand_ins.index(value)
            return lambda args: args[which]
        return lambda args: value


def database() -> BaseDatabaseWrapper:
    """This thread's connection itself; through Django's stand-in for it, each look at it costs anew."""
    return connections[DEFAULT_DB_ALIAS]


def insert(
    model: type[Model], fields: Sequence[str], rows: Iterable[Row], *, ignore_repeats: bool = False
) -> None:
    """Insert rows of the named fields; with `ignore_repeats` those that a constraint refuses are left out."""
    connection = database()
    sql, columns = _insert(model, tuple(fields), ignore_repeats)
    prepared = [_stored(columns, row, connection) for row in rows]
    with connection.cursor() as cursor:
        cursor.executemany(sql, prepared)


def update(row: Model, *names: str) -> None:
    """Write the named fields of a row."""
    connection = database()
    sql, columns = _update(type(row), names)
    values = _stored(columns, [getattr(row, field.attname) for field in columns], connection)
    with connection.cursor() as cursor:
        cursor.execute(sql, [*values, row.pk])


def _stored(columns: Sequence[Column], row: Sequence[Any], connection: BaseDatabaseWrapper) -> list[Any]:
    """A row's values as the database takes them; texts and numbers are so already, but in JSON."""
    return [
        value
        if type(value) in PLAIN and not isinstance(field, JSONField)
        else field.get_db_prep_save(value, connection)
        for field, value in zip(columns, row, strict=True)
    ]


@lru_cache(maxsize=32)
def _insert(model: type[Model], names: tuple[str, ...], ignore: bool) -> tuple[str, list[Column]]:
    columns = [model._meta.get_field(name) for name in names]
    shown = ", ".join(map(_quoted, columns))
    places = ", ".join(["%s"] * len(columns))
    end = " ON CONFLICT DO NOTHING" if ignore else ""
    return f"INSERT INTO {_table(model)} ({shown}) VALUES ({places}){end}", columns


@lru_cache(maxsize=32)
def _update(model: type[Model], names: tuple[str, ...]) -> tuple[str, list[Column]]:
    columns = [model._meta.get_field(name) for name in names]
    shown = ", ".join(f"{_quoted(column)} = %s" for column in columns)
    return f"UPDATE {_table(model)} SET {shown} WHERE id = %s", columns


def _table(model: type[Model]) -> str:
    return database().ops.quote_name(model._meta.db_table)


def _quoted(column: Column) -> str:
    return database().ops.quote_name(column.column)
