import { isJsonObject, type JsonObject } from '../../protocol/json-object.ts';
import type { ReceivedMessage } from './message.ts';

/** A request `tools/call` with the usual members and no others. */
export interface PlainToolCall {
  readonly id: string | number;
  /** Unchecked. */
  readonly params: JsonObject;
}

const members = ['jsonrpc', 'id', 'method', 'params'];
const parameters = ['name', 'arguments', '_meta'];

/** Recognises a plain tool call, which needs no library. @returns undefined for all other messages */
export function readPlainToolCall(message: ReceivedMessage): PlainToolCall | undefined {
  const { jsonrpc, id, method, params } = message;
  if (method !== 'tools/call' || jsonrpc !== '2.0' || !isJsonObject(params)) return undefined;
  if (typeof id !== 'string' && !(typeof id === 'number' && Number.isSafeInteger(id))) return undefined;
  if (!hasOnly(message, members) || !hasOnly(params, parameters)) return undefined;
  return { id, params };
}

const hasOnly = (object: object, names: readonly string[]): boolean =>
  Object.keys(object).every((name) => names.includes(name));
