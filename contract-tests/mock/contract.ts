import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Area } from '../../src/typed-contract/areas.ts';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';

type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: Json;
}

/** An example of the contract and its schema. */
export interface Example {
  /** Location in the contract, for messages. */
  readonly at: string;
  readonly value: unknown;
  /** Schema with unresolved references into the contract. */
  readonly schema: unknown;
}

export interface ContractOperation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly requests: readonly Example[];
  /** By status. */
  readonly responses: ReadonlyMap<number, ContractResponse>;
}

export interface ContractResponse {
  readonly examples: readonly Example[];
  /** Examples of headers. */
  readonly headers: readonly Example[];
}

export interface Parameter extends Example {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
}

export const contractFile = (area: Area): string =>
  resolve(import.meta.dirname, '..', '..', 'generated', area, 'spec.json');

export interface Contract {
  readonly document: JsonObject;
  readonly operations: readonly ContractOperation[];
  /** Requests that a service sends to others. */
  readonly webhooks: readonly ContractOperation[];
}

/** Reads parameters, requests and responses of a contract, each with its examples. */
export function readContract(area: Area): Contract {
  const document: JsonObject = JSON.parse(readFileSync(contractFile(area), 'utf8'));
  const plain = (value: Json | undefined): JsonObject => {
    const read = object(value);
    const { $ref } = read;
    return typeof $ref === 'string' ? plain($ref.slice(2).split('/').reduce<Json>(member, document)) : read;
  };

  const examplesIn = (at: string, place: JsonObject): Example[] => {
    const schema = place['schema'];
    const many = Object.entries(object(place['examples'])).map(([name, example]) => ({
      at: `${at} ${name}`,
      value: plain(example)['value'],
      schema,
    }));
    return place['example'] === undefined ? many : [{ at, value: place['example'], schema }, ...many];
  };

  const readOperation = (path: string, method: string, shared: Json | undefined, operation: JsonObject) => {
    const operationId = text(operation['operationId']);
    const responses = Object.entries(object(operation['responses'])).map(([status, response]) => {
      const { content, headers } = plain(response);
      return [
        Number(status),
        {
          examples: Object.values(object(content)).flatMap((media) =>
            examplesIn(`${operationId} ${status}`, plain(media)),
          ),
          headers: Object.entries(object(headers)).flatMap(([name, header]) =>
            examplesIn(`${operationId} ${status} ${name}`, plain(header)),
          ),
        },
      ] as const;
    });
    return {
      operationId,
      method,
      path,
      parameters: [...list(shared), ...list(operation['parameters'])].map(plain).map((parameter) => ({
        name: text(parameter['name']),
        in: text(parameter['in']),
        required: parameter['required'] === true,
        schema: parameter['schema'],
        at: `${operationId} ${text(parameter['name'])}`,
        value: examplesIn('', parameter)[0]?.value,
      })),
      requests: Object.values(object(plain(operation['requestBody'])['content'])).flatMap((media) =>
        examplesIn(`${operationId} request`, plain(media)),
      ),
      responses: new Map(responses),
    };
  };

  const operationsOf = (paths: Json | undefined): ContractOperation[] =>
    Object.entries(object(paths)).flatMap(([path, item]) =>
      Object.entries(object(item)).flatMap(([method, operation]) =>
        object(operation)['operationId'] === undefined
          ? []
          : [readOperation(path, method, object(item)['parameters'], object(operation))],
      ),
    );

  return { document, operations: operationsOf(document['paths']), webhooks: operationsOf(document['webhooks']) };
}

const object = (value: Json | undefined): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

const list = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);

/** One step of a JSON pointer (RFC 6901 §4). */
function member(value: Json, step: string): Json {
  const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
  const found = Array.isArray(value) ? (value as readonly Json[])[Number(name)] : object(value)[name];
  if (found === undefined) throw new Error(`The contract refers to ${name}, which does not exist.`);
  return found;
}

const addFormats = addFormatsModule.default ?? addFormatsModule;

/** Returns the errors of a value against a schema of the contract; empty when it matches. */
export type ExampleCheck = (schema: unknown, value: unknown) => readonly ErrorObject[];

/** Creates the check for the schemas of a contract. Many examples have the same schema, which is compiled once. */
export function createExampleCheck(document: JsonObject): ExampleCheck {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats(ajv);
  ajv.addSchema(document, 'contract');
  const compiled = new Map<string, ValidateFunction>();
  return (schema, value) => {
    const text = JSON.stringify(schema);
    const validate = compiled.get(text) ?? ajv.compile(located(text));
    compiled.set(text, validate);
    return validate(value) ? [] : (validate.errors ?? []);
  };
}

/** Resolves references of a schema against the contract. */
const located = (schema: string): object =>
  JSON.parse(schema, (key, item: unknown) =>
    key === '$ref' && typeof item === 'string' ? item.replace('#', 'contract#') : item,
  );
