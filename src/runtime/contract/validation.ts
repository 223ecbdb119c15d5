import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';
import { isJsonObject } from '../../protocol/json-object.ts';
import type { Violation } from '../errors/domain-error.ts';
import { patternDescriptionKeyword, violationsOf } from './violations.ts';

const addFormats = addFormatsModule.default ?? addFormatsModule;

/** Keywords that validate nothing. */
const annotations = [
  'discriminator',
  'externalDocs',
  'xml',
  'x-enum-varnames',
  'x-open-request',
  patternDescriptionKeyword,
];

/**
 * Creates a validator. It coerces the text of query, path and headers, but never bodies, and removes nothing: an unknown
 * member is an error.
 */
function createAjv(coerceTypes: boolean): Ajv2020 {
  const ajv = new Ajv2020({
    // Every violation of a body; the area decides which ones it names. The size of bodies is limited before.
    allErrors: !coerceTypes,
    // Errors carry their schema, which violationsOf reads.
    verbose: true,
    strict: true,
    strictTypes: false,
    strictRequired: false,
    removeAdditional: false,
    useDefaults: true,
    coerceTypes,
    // Compiling the schema of schemas costs five times as much as a schema of a contract, which a test compares with it.
    meta: false,
    validateSchema: false,
  });
  addFormats(ajv);
  for (const annotation of annotations) ajv.addKeyword(annotation);
  return ajv;
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
}

/** Lower-cases the header names of a schema, as Node does in requests. */
function lowerCaseNames(schema: ObjectSchema): ObjectSchema {
  const properties = Object.entries(schema.properties ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    ...schema,
    properties: Object.fromEntries(properties),
    ...(schema.required && { required: schema.required.map((name) => name.toLowerCase()) }),
  };
}

/** By schema and coercion: operations share many schemas, such as those of headers. */
const validators = new Map<string, ValidateFunction>();

/** Compiles a schema on first use, so that the start of a service does not wait for it. */
function compileLazily(coerceTypes: boolean, schema: object): () => ValidateFunction {
  let compiled: ValidateFunction | undefined;
  return () => (compiled ??= compileOnce(coerceTypes, schema));
}

function compileOnce(coerceTypes: boolean, schema: object): ValidateFunction {
  const key = `${coerceTypes} ${JSON.stringify(schema)}`;
  const known = validators.get(key);
  if (known) return known;
  // An instance for each schema: fastify-openapi-glue gives every recursive schema the same $id.
  const validator = createAjv(coerceTypes).compile(schema);
  validators.set(key, validator);
  return validator;
}

/** An integer in decimal digits that is finite as a number. */
const decimalInteger = /^-?\d{1,300}$/;

/**
 * Creates a check of the integers among query, path or headers. Ajv also coerces hexadecimal, exponents and spaces, and
 * text beyond the largest number to Infinity, which no `maximum` rejects.
 */
function createIntegerCheck({ properties = {} }: ObjectSchema): (value: unknown) => readonly Violation[] {
  const names = Object.keys(properties).filter((name) => isIntegerSchema(properties[name]));
  if (names.length === 0) return () => [];
  return (value) =>
    names.flatMap((field) => {
      const text = isJsonObject(value) ? value[field] : undefined;
      const wrong = typeof text === 'string' && !decimalInteger.test(text);
      return wrong ? [{ field, keyword: 'type', message: 'must be integer' }] : [];
    });
}

const isIntegerSchema = (schema: unknown): boolean => isJsonObject(schema) && schema['type'] === 'integer';

/** A request that violates its contract. */
export class RequestViolationError extends Error {
  readonly violations: readonly Violation[];

  constructor(violations: readonly Violation[]) {
    super(violations.map(({ field, message }) => `${field} ${message}`).join('; '));
    this.name = 'RequestViolationError';
    this.violations = violations;
  }
}

export const validatorCompiler: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
  const lowerCased = httpPart === 'headers' ? lowerCaseNames(schema) : schema;
  const coerced = httpPart !== 'body';
  const validator = compileLazily(coerced, lowerCased);
  const checkIntegers = coerced ? createIntegerCheck(lowerCased) : () => [];
  return (value: unknown) => {
    const malformed = checkIntegers(value);
    if (malformed.length > 0) return { error: new RequestViolationError(malformed) };
    const validate = validator();
    if (validate(value)) return { value };
    const violations = violationsOf(validate.errors);
    return {
      error: new RequestViolationError(
        httpPart === 'querystring' ? violations.map((one) => nameRepetition(one, value)) : violations,
      ),
    };
  };
};

/** A query parameter that was sent several times has the wrong type; says so instead. */
function nameRepetition(violation: Violation, query: unknown): Violation {
  const values = isJsonObject(query) ? query[violation.field] : undefined;
  if (violation.keyword !== 'type' || !Array.isArray(values)) return violation;
  return { ...violation, message: `was sent ${values.length} times: send it once` };
}

/** Creates a check that returns the violations of a value and does not change the value. */
export function createChecker(schema: object): (value: unknown) => readonly Violation[] {
  const validator = compileLazily(false, schema);
  return (value) => {
    const validate = validator();
    return validate(value) ? [] : violationsOf(validate.errors);
  };
}
