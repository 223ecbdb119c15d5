import type { Kysely } from 'kysely';
import type { BaseLogger } from 'pino';
import { types } from 'pg';

/** Numbers of open connections, of idle ones, and of callers that wait for one. */
export interface ConnectionCounts {
  readonly total: number;
  readonly idle: number;
  readonly waiting: number;
}

export interface Engine {
  readonly engine: 'embedded' | 'postgres';
  readonly db: Kysely<unknown>;
  /** Resolves when the database responds; rejects after two seconds. */
  ping(): Promise<void>;
  connections(): ConnectionCounts;
  /**
   * Listens on a notification channel (LISTEN, `pg_notify`). Notifications are hints: they are lost while the connection
   * is broken, and the embedded engine, which has no other process, delivers none.
   */
  listen(channel: string, onNotification: (payload: string) => void): ChannelSubscription;
  /**
   * Vacuums and analyses the changed tables of the embedded engine, about 100 ms each. Does nothing on a server, which
   * has autovacuum.
   */
  vacuum(): Promise<void>;
  /** Waits for running queries and closes the connections. Idempotent. */
  close(): Promise<void>;
}

export interface ChannelSubscription {
  stop(): Promise<void>;
}

export type DatabaseLog = Pick<BaseLogger, 'warn' | 'error'>;

/** Statements that a process prepares; each takes memory of every connection. Further ones are planned at each execution. */
const preparedStatements = 300;

/** Statements that return all columns: a migration that adds one changes what a prepared one returns, which PostgreSQL refuses. */
const allColumns = /(?:select |returning |, |\.)\*/;

/**
 * Names statements, so that a connection parses and plans each of them once. Statements without parameters, such as `begin`, cost
 * less by the simple protocol.
 *
 * @returns a function that returns the name of a statement; undefined for one that is not prepared
 */
export function createStatementNames(): (text: string, parameters: readonly unknown[]) => string | undefined {
  const names = new Map<string, string>();
  return (text, parameters) => {
    if (parameters.length === 0) return undefined;
    const known = names.get(text);
    if (known !== undefined || names.size === preparedStatements || allColumns.test(text)) return known;
    const name = `statement_${names.size + 1}`;
    names.set(text, name);
    return name;
  };
}

type Parser = (value: string) => unknown;

/** Parsers of PostgreSQL values by type identifier (pg_type.oid). Other types have the parsers of pg. */
const typeParsers: Readonly<Record<number, Parser>> = {
  // bytea, in the hex form that every server since 9.0 sends
  17: (text) => Buffer.from(text.slice(2), 'hex'),
  // int8, and with it count(*)
  20: exactNumber,
  // date: text, because a day has no time zone
  1082: (text) => text,
  // timestamp: interpreted as UTC
  1114: (text) => timestamp(`${text}+00`),
  // timestamptz
  1184: timestamp,
  // interval
  1186: (text) => text,
  // numeric, and with it sum(int8)
  1700: exactNumber,
};

/** Arrays of the types above: pg_type.oid of the array → of its element. */
const arrayTypes: Readonly<Record<number, number>> = {
  1001: 17,
  1016: 20,
  1182: 1082,
  1115: 1114,
  1185: 1184,
  1187: 1186,
  1231: 1700,
};

const textArray = 1009;
const driverParser: (oid: number, format: 'text' | 'binary') => Parser = types.getTypeParser;

/** Returns the parser of a type for pg's clients of both engines. */
export function parserOf(oid: number, format: 'text' | 'binary' = 'text'): Parser {
  const parser = typeParsers[oid];
  if (parser) return parser;
  const element = typeParsers[arrayTypes[oid] ?? -1];
  return element ? arrayOf(element) : driverParser(oid, format);
}

function arrayOf(element: Parser): Parser {
  const items = driverParser(textArray, 'text');
  return (value) => {
    const texts = items(value);
    return Array.isArray(texts) ? texts.map((text) => (typeof text === 'string' ? element(text) : text)) : texts;
  };
}

/** Returns a number when it represents the stored digits exactly, otherwise the digits as text. */
function exactNumber(text: string): number | string {
  const shortest = text.includes('.') ? text.replace(/\.?0+$/, '') : text;
  const value = Number(shortest);
  return String(value) === shortest ? value : text;
}

/** Parses `2026-01-31 12:34:56.789+00` with any offset. Infinite timestamps, which no table contains, become invalid dates. */
function timestamp(text: string): Date {
  return new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'));
}
