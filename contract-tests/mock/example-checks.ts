import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import type { JsonObject } from './contract.ts';

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
