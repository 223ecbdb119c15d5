import type { ErrorObject } from 'ajv';
import type { Violation } from '../errors/domain-error.ts';

/** Maximum number of violations that a response lists. */
const maxViolations = 50;

/**
 * Converts the errors of Ajv (option `verbose`) to violations. Of a failed `oneOf` or `anyOf` only the violations of
 * the branch that the value was meant for remain.
 */
export function violationsOf(errors: readonly ErrorObject[] | null | undefined): Violation[] {
  return selectBranch(errors ?? [])
    .slice(0, maxViolations)
    .map((error) => ({ field: fieldOf(error), keyword: error.keyword, message: messageOf(error) }));
}

function fieldOf({ instancePath, keyword, params }: ErrorObject): string {
  const path = instancePath.split('/').slice(1);
  const name = keyword === 'required' ? params['missingProperty'] : params['additionalProperty'];
  return [...path, ...(typeof name === 'string' ? [name] : [])].join('.');
}

const formats: Readonly<Record<string, string>> = {
  date: 'a date such as 2026-01-31',
  'date-time': 'a timestamp such as 2026-01-31T12:00:00Z',
  uri: 'an absolute URI',
  'uri-reference': 'a URI or a relative reference',
  uuid: 'a UUID',
};

function messageOf({ keyword, message, params, parentSchema }: ErrorObject): string {
  switch (keyword) {
    case 'required':
      return 'is required';
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return 'is not known here';
    case 'enum':
      return `must be one of ${JSON.stringify(params['allowedValues'])}`;
    case 'const':
      return `must be ${JSON.stringify(params['allowedValue'])}`;
    case 'pattern':
      return patternMessage(String(params['pattern']), parentSchema?.[patternDescriptionKeyword]);
    case 'minLength':
    case 'minItems':
    case 'minProperties':
      return params['limit'] === 1 ? 'must not be empty' : `must have at least ${params['limit']} ${counted(keyword)}`;
    case 'maxLength':
    case 'maxItems':
    case 'maxProperties':
      return `must have at most ${params['limit']} ${counted(keyword)}`;
    case 'uniqueItems':
      return `must not have an item twice: ${params['j']} and ${params['i']} are equal`;
    case 'format':
      return `must be ${formats[String(params['format'])] ?? `a valid ${String(params['format'])}`}`;
    default:
      return message ?? `violates ${keyword}`;
  }
}

/** What `minLength`, `maxItems` and their like count. */
const counted = (keyword: string): string =>
  keyword.endsWith('Length') ? 'characters' : keyword.endsWith('Items') ? 'items' : 'members';

function patternMessage(pattern: string, description: unknown): string {
  const text = typeof description === 'string' ? description : describePattern(pattern);
  return text === undefined ? 'does not have the documented form' : `must be ${text}`;
}

/** Schema keyword next to `pattern`: what the pattern accepts, for people. Completes the sentence "must be …". */
export const patternDescriptionKeyword = 'x-pattern-description';

/** Character classes of the contracts' patterns. */
const classes: Readonly<Record<string, string>> = {
  'A-Za-z0-9_-': 'base64url characters',
  'A-Za-z0-9._~-': 'unreserved URI characters (letters, digits and - . _ ~)',
  '0-9a-f': 'lowercase hexadecimal characters',
  '0-9A-Fa-f': 'hexadecimal characters',
  '0-9': 'digits',
  'a-z0-9-': 'lowercase letters, digits and hyphens',
  '\\x20-\\x7e': 'printable ASCII characters',
  '\\x21-\\x7e': 'printable ASCII characters without spaces',
  '^\\u0000': 'characters without NUL',
};

const uuid = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

/**
 * Describes a pattern that repeats one character class. Other patterns need {@link patternDescriptionKeyword}.
 *
 * @returns text that completes "must be …"; undefined when the pattern has another form
 */
export function describePattern(pattern: string): string | undefined {
  if (pattern === uuid) return 'a UUID in lowercase';
  const [, characters = '', count = ''] = /^\^\[((?:\\.|[^\]\\])+)\](\*|\+|\{\d+(?:,\d*)?\})\$$/.exec(pattern) ?? [];
  const what = classes[characters];
  return what === undefined ? undefined : `${quantity(count)}${what}`;
}

/** @param count `*`, `+`, `{n}`, `{n,}` or `{n,m}` */
function quantity(count: string): string {
  if (count === '*') return '';
  if (count === '+') return 'one or more ';
  const [, least, range, most] = /^\{(\d+)(,)?(\d*)\}$/.exec(count) ?? [];
  if (range === undefined) return `${least} `;
  return most === '' ? `${least} or more ` : `${least} to ${most} `;
}

type Schema = Readonly<Record<string, unknown>>;

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Maximum number of errors that are examined: a body can cause tens of thousands. */
const maxErrors = 1000;

/**
 * Reduces the errors of every failed `oneOf` and `anyOf` to those of the branch that the value was meant for: the
 * branch that a deciding property names, otherwise the branch with the fewest errors, and of several such branches
 * the one whose errors are deepest in the value.
 *
 * A deciding property is the `discriminator`'s, or one to which every branch gives a `const` or `enum`. Where it is
 * missing or has a value of no branch, the only error is about that property.
 *
 * @param errors of Ajv with the option `verbose`, in Ajv's order: errors of the branches precede that of the keyword
 */
function selectBranch(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  let selected: ErrorObject[] = [];
  for (const error of errors.slice(0, maxErrors)) {
    if (error.keyword !== 'oneOf' && error.keyword !== 'anyOf') {
      selected.push(error);
      continue;
    }
    const schemas: readonly unknown[] = Array.isArray(error.schema) ? error.schema : [];
    const branches = schemas.map((schema, index) => ({
      schema,
      errors: selected.filter((other) => isOfBranch(other, error, schema, index)),
    }));
    const ofBranches = new Set(branches.flatMap((branch) => branch.errors));
    selected = selected.filter((other) => !ofBranches.has(other));
    // Where no branch has an error, several branches of a oneOf match.
    selected.push(...(ofBranches.size === 0 ? [error] : intendedBranchErrors(error, branches)));
  }
  return selected;
}

interface Branch {
  readonly schema: unknown;
  readonly errors: readonly ErrorObject[];
}

function isOfBranch(other: ErrorObject, { schemaPath, instancePath }: ErrorObject, schema: unknown, index: number) {
  const reference = isSchema(schema) ? schema['$ref'] : undefined;
  const isBelow = (prefix: string) => other.schemaPath.startsWith(`${prefix}/`);
  return (
    `${other.instancePath}/`.startsWith(`${instancePath}/`) &&
    (isBelow(`${schemaPath}/${index}`) || (typeof reference === 'string' && isBelow(reference)))
  );
}

function intendedBranchErrors(error: ErrorObject, branches: readonly Branch[]): readonly ErrorObject[] {
  const property = decidingProperty(error.parentSchema, branches);
  if (property !== undefined && isSchema(error.data)) {
    const value = error.data[property];
    const { allowed, intended } = branchesFor(property, value, branches);
    if (value === undefined) return [missing(error, property)];
    if (intended.length === 0) return [unknownValue(error, property, allowed)];
    return fewestErrors(intended);
  }
  return fewestErrors(branches);
}

function branchesFor(property: string, value: unknown, branches: readonly Branch[]) {
  const values = branches.map((branch) => allowedValues(branch.schema, property) ?? []);
  return { allowed: values.flat(), intended: branches.filter((_, index) => values[index]?.includes(value)) };
}

function fewestErrors(branches: readonly Branch[]): readonly ErrorObject[] {
  const depth = ({ errors }: Branch) => Math.max(...errors.map(({ instancePath }) => instancePath.split('/').length));
  const [best] = branches
    .filter(({ errors }) => errors.length > 0)
    .toSorted((one, other) => one.errors.length - other.errors.length || depth(other) - depth(one));
  return best?.errors ?? [];
}

/** Returns the property whose value distinguishes the branches; undefined when there is none. */
function decidingProperty(parent: Schema | undefined, branches: readonly Branch[]): string | undefined {
  const discriminator = parent?.['discriminator'];
  const named = isSchema(discriminator) ? discriminator['propertyName'] : undefined;
  const candidates = typeof named === 'string' ? [named] : propertiesOf(branches[0]?.schema);
  return candidates.find((name) => branches.every(({ schema }) => allowedValues(schema, name) !== undefined));
}

/** A schema and the parts of its `allOf`. */
function partsOf(schema: unknown): readonly Schema[] {
  if (!isSchema(schema)) return [];
  const all: readonly unknown[] = Array.isArray(schema['allOf']) ? schema['allOf'] : [];
  return [schema, ...all.flatMap(partsOf)];
}

function propertiesOf(schema: unknown): readonly string[] {
  return partsOf(schema).flatMap(({ properties }) => (isSchema(properties) ? Object.keys(properties) : []));
}

/** Values that a schema allows a property by `const` or `enum`; undefined when it allows others. */
function allowedValues(schema: unknown, property: string): readonly unknown[] | undefined {
  for (const { properties } of partsOf(schema)) {
    const of = isSchema(properties) ? properties[property] : undefined;
    if (isSchema(of) && 'const' in of) return [of['const']];
    if (isSchema(of) && Array.isArray(of['enum'])) return of['enum'];
  }
  return undefined;
}

function missing(error: ErrorObject, property: string): ErrorObject {
  return { ...error, keyword: 'required', params: { missingProperty: property } };
}

function unknownValue(error: ErrorObject, property: string, allowedValues: readonly unknown[]): ErrorObject {
  const instancePath = `${error.instancePath}/${property}`;
  return { ...error, instancePath, keyword: 'enum', params: { allowedValues } };
}
