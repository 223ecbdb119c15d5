import type { ColumnType, InsertType, SelectType, UpdateType } from 'kysely';

/** A column that no statement updates. */
export type Fixed<Value> = ColumnType<Value, Value, never>;

/**
 * Generated tables with the types that the database does not know: the shape of a JSON column, a text of few values. What
 * is null, has a default, or is written as JSON text, remains that of the database.
 */
export type TypedTables<Tables, Columns extends ColumnsOf<Tables, Columns>> = {
  [Table in keyof Tables]: Table extends keyof Columns
    ? {
        [Column in keyof Tables[Table]]: Column extends keyof Columns[Table]
          ? TypedColumn<Tables[Table][Column], Columns[Table][Column]>
          : Tables[Table][Column];
      }
    : Tables[Table];
};

/** Names columns that exist. */
type ColumnsOf<Tables, Columns> = {
  [Table in keyof Columns]: Table extends keyof Tables
    ? { [Column in keyof Columns[Table]]: Column extends keyof Tables[Table] ? Columns[Table][Column] : never }
    : never;
};

type TypedColumn<Column, Type, Null = Extract<InsertType<Column>, null>> = ColumnType<
  SelectType<Type> | Null,
  Written<Column, InsertType<Column>, SelectType<Type>>,
  [UpdateType<Type>] extends [never] ? never : Written<Column, UpdateType<Column>, SelectType<Type>>
>;

/** What a statement writes; JSON, which reads as unknown, is written as text. */
type Written<Column, Former, Value> =
  unknown extends SelectType<Column> ? Former : Value | Extract<Former, null | undefined>;
