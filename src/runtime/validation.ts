import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';
import type { Violation } from './http-problem.ts';

const addFormats = addFormatsModule.default ?? addFormatsModule;

/**
 * Values in query, path and headers are text and may be coerced; JSON bodies never are.
 * Nothing is ever removed from what was sent: an unknown member is an error.
 */
function createAjv(coerceTypes: boolean): Ajv2020 {
  const ajv = new Ajv2020({
    // All violations of a body: which of them is answered is for the area to say. Its size is limited before.
    allErrors: !coerceTypes,
    strict: true,
    strictTypes: false,
    strictRequired: false,
    removeAdditional: false,
    useDefaults: true,
    coerceTypes,
  });
  addFormats(ajv);
  for (const annotation of ['discriminator', 'externalDocs', 'xml']) ajv.addKeyword(annotation);
  return ajv;
}

interface ObjectSchema {
  readonly properties?: Record<string, unknown>;
  readonly required?: readonly string[];
}

/** Node lower-cases header names, contracts write them as the standards do. */
function lowerCaseNames(schema: ObjectSchema): ObjectSchema {
  const properties = Object.entries(schema.properties ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    ...schema,
    properties: Object.fromEntries(properties),
    ...(schema.required && { required: schema.required.map((name) => name.toLowerCase()) }),
  };
}

/** Compiles on first use, so that starting a service does not wait for schemas that nobody asked for yet. */
function compileLazily(coerceTypes: boolean, schema: object): () => ValidateFunction {
  let compiled: ValidateFunction | undefined;
  // An instance for each schema: fastify-openapi-glue gives every recursive schema the same $id.
  return () => (compiled ??= createAjv(coerceTypes).compile(schema));
}

/** Carries Ajv's findings through Fastify to the service's error handler. */
export class RequestViolationError extends Error {
  readonly violations: readonly Violation[];

  constructor(violations: readonly Violation[]) {
    super(violations.map(({ field, message }) => `${field} ${message}`).join('; '));
    this.name = 'ContractViolation';
    this.violations = violations;
  }
}

export const validatorCompiler: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
  const named = httpPart === 'headers' ? lowerCaseNames(schema) : schema;
  const validator = compileLazily(httpPart !== 'body', named);
  return (value: unknown) => {
    const validate = validator();
    return validate(value) ? { value } : { error: new RequestViolationError(violationsOf(validate.errors)) };
  };
};

/** Checks a value against a schema without changing it. @returns what it breaks; empty when it conforms. */
export function createChecker(schema: object): (value: unknown) => readonly Violation[] {
  const validator = compileLazily(false, schema);
  return (value) => {
    const validate = validator();
    return validate(value) ? [] : violationsOf(validate.errors);
  };
}

/** A body of many wrong members is not worth a list of them all. */
const maxViolations = 50;

function violationsOf(errors: readonly ErrorObject[] | null | undefined): Violation[] {
  return (errors ?? []).slice(0, maxViolations).map((error) => ({
    field: fieldOf(error),
    keyword: error.keyword,
    message: messageOf(error),
  }));
}

function fieldOf({ instancePath, keyword, params }: ErrorObject): string {
  const path = instancePath.split('/').slice(1);
  const name = keyword === 'required' ? params['missingProperty'] : params['additionalProperty'];
  return [...path, ...(typeof name === 'string' ? [name] : [])].join('.');
}

function messageOf({ keyword, message, params }: ErrorObject): string {
  if (keyword === 'required') return 'is required';
  if (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties') return 'is not known here';
  if (keyword === 'enum') return `must be one of ${JSON.stringify(params['allowedValues'])}`;
  if (keyword === 'const') return `must be ${JSON.stringify(params['allowedValue'])}`;
  return message ?? `breaks ${keyword}`;
}
