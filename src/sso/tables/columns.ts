import type { ColumnType } from 'kysely';

export type Timestamp = ColumnType<Date, Date, Date>;
export type OptionalTimestamp = ColumnType<Date | null, Date | null | undefined, Date | null>;
