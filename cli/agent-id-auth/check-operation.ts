import { isJsonObject } from '../../src/protocol/json-object.ts';
import type { InputProperty, InputSchema, ManifestOperation } from './manifest.ts';
import { checkObject, checkOneOf, checkText, type ReportViolation } from './value-checks.ts';

const types = ['string', 'number', 'integer', 'boolean', 'array'] as const;
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'] as const;
const hints = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;
const maxProperties = 20;

const isPlain = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

function checkEnum(value: unknown, member: string, report: ReportViolation): InputProperty['enum'] {
  if (value === undefined) return undefined;
  if (!Array.isArray(value) || value.length < 1 || value.length > 32) {
    report(member, 'must be a list of 1 to 32 values');
    return undefined;
  }
  if (value.every(isPlain)) return value;
  report(member, 'must list strings, numbers or booleans');
  return undefined;
}

function checkMaxLength(value: unknown, member: string, report: ReportViolation): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  report(member, 'must be a whole number');
  return undefined;
}

function checkProperty(value: unknown, member: string, report: ReportViolation): InputProperty | undefined {
  const property = checkObject(value, member, report, ['type'], ['description', 'enum', 'maxLength', 'items']);
  if (!property) return undefined;
  const type = checkOneOf(property['type'], `${member}.type`, report, types);
  const description = checkText(property['description'], `${member}.description`, report, { min: 0, max: 200 });
  const allowed = checkEnum(property['enum'], `${member}.enum`, report);
  const maxLength = checkMaxLength(property['maxLength'], `${member}.maxLength`, report);
  const items = checkOneOf(property['items'], `${member}.items`, report, types);
  return type && { type, description, enum: allowed, maxLength, items };
}

function checkProperties(value: unknown, member: string, report: ReportViolation): InputSchema['properties'] {
  if (value === undefined) return undefined;
  if (!isJsonObject(value)) {
    report(member, 'must be an object');
    return undefined;
  }
  const names = Object.keys(value);
  if (names.length > maxProperties) report(member, `must have at most ${maxProperties} members`);
  const properties = names.map((name) => {
    checkText(name, `${member}.${name}`, report, { min: 1, max: 64 });
    // An invalid property still counts as an input, so that its placeholder adds no second violation.
    return [name, checkProperty(value[name], `${member}.${name}`, report) ?? { type: 'string' }] as const;
  });
  return Object.fromEntries(properties);
}

const isName = (value: unknown): value is string => typeof value === 'string';

function checkRequired(value: unknown, member: string, report: ReportViolation): readonly string[] | undefined {
  if (value === undefined || (Array.isArray(value) && value.every(isName))) return value;
  report(member, 'must be a list of names');
  return undefined;
}

function checkInputSchema(value: unknown, member: string, report: ReportViolation): InputSchema | undefined {
  if (value === undefined) return undefined;
  const schema = checkObject(value, member, report, ['type'], ['properties', 'required', 'additionalProperties']);
  if (!schema) return undefined;
  const type = checkOneOf(schema['type'], `${member}.type`, report, ['object']);
  const properties = checkProperties(schema['properties'], `${member}.properties`, report);
  const required = checkRequired(schema['required'], `${member}.required`, report);
  for (const name of (required ?? []).filter((one) => !Object.hasOwn(properties ?? {}, one)))
    report(`${member}.required`, `names ${name}, which is not a property`);
  const closed = `${member}.additionalProperties`;
  const additionalProperties = checkOneOf(schema['additionalProperties'], closed, report, [true, false]);
  return type && { type, properties, required, additionalProperties };
}

/** Checks the hints of an operation; those that its method contradicts are refused. */
function checkAnnotations(
  value: unknown,
  member: string,
  report: ReportViolation,
  method: ManifestOperation['method'] | undefined,
): ManifestOperation['annotations'] {
  if (value === undefined) return undefined;
  const marks = checkObject(value, member, report, [], hints);
  const hint = (name: (typeof hints)[number]) => checkOneOf(marks?.[name], `${member}.${name}`, report, [true, false]);
  const checked = Object.fromEntries(hints.map((name) => [name, hint(name)]));
  if (checked['readOnlyHint'] === true && method !== undefined && method !== 'GET' && method !== 'HEAD')
    report(`${member}.readOnlyHint`, `must be false for ${method}`);
  if (checked['destructiveHint'] === false && method === 'DELETE')
    report(`${member}.destructiveHint`, `must be true for ${method}`);
  return checked;
}

/** Validates an entry of api.operations[]. @returns undefined when a required member is missing or invalid */
export function checkOperation(value: unknown, member: string, report: ReportViolation): ManifestOperation | undefined {
  const operation = checkObject(
    value,
    member,
    report,
    ['name', 'description', 'method', 'path'],
    ['auth', 'inputSchema', 'annotations'],
  );
  if (!operation) return undefined;
  const nameRule = {
    min: 1,
    max: 64,
    pattern: {
      regExp: /^[a-zA-Z][a-zA-Z0-9_]{0,63}$/,
      inWords: 'a letter followed by letters, digits or underscores',
    },
  };
  const pathRule = {
    min: 1,
    max: 200,
    pattern: {
      regExp: /^\/[^\s?#]*$/,
      inWords: 'a path that begins with / and has no query, fragment or white space',
    },
  };
  const name = checkText(operation['name'], `${member}.name`, report, nameRule);
  const description = checkText(operation['description'], `${member}.description`, report, { min: 1, max: 1024 });
  const method = checkOneOf(operation['method'], `${member}.method`, report, methods);
  const path = checkText(operation['path'], `${member}.path`, report, pathRule);
  const auth = checkOneOf(operation['auth'], `${member}.auth`, report, ['required', 'optional', 'none']);
  const inputSchema = checkInputSchema(operation['inputSchema'], `${member}.inputSchema`, report);
  const annotations = checkAnnotations(operation['annotations'], `${member}.annotations`, report, method);
  for (const [, placeholder = ''] of path?.matchAll(/\{([^{}]*)\}/g) ?? []) {
    if (!Object.hasOwn(inputSchema?.properties ?? {}, placeholder))
      report(`${member}.path`, `names {${placeholder}}, which is not an input`);
  }
  if (name === undefined || description === undefined || method === undefined || path === undefined) return undefined;
  return { name, description, method, path, auth, inputSchema, annotations };
}
