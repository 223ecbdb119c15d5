import { isLoopback } from '../shared/provider/provider.ts';
import type { InputProperty, InputSchema, ManifestOperation, ServiceManifest } from './manifest.ts';
import { isJsonObject, type JsonObject } from '../../src/protocol/json-object.ts';

interface ManifestScope {
  /** Origin of the requested service, which serves the manifest. */
  readonly origin: string;
  readonly allowInsecure: boolean;
}

function checkUrl(
  value: unknown,
  member: string,
  report: ReportViolation,
  { allowInsecure }: ManifestScope,
): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || !URL.canParse(value)) {
    report(member, 'must be an absolute URL');
    return undefined;
  }
  const { protocol, hostname, username, password } = new URL(value);
  const plain = protocol === 'http:' && (isLoopback(hostname) || allowInsecure);
  if (protocol !== 'https:' && !plain) report(member, 'must be https');
  if (username !== '' || password !== '') report(member, 'must not contain a user name or password');
  return value;
}

/** Checks a URL that people or programs only read. */
function checkLink(value: unknown, member: string, report: ReportViolation, scope: ManifestScope): string | undefined {
  const link = checkUrl(value, member, report, scope);
  const allowedHost = new URL(scope.origin).hostname;
  const host = link === undefined ? allowedHost : new URL(link).hostname;
  if (host !== allowedHost && !host.endsWith(`.${allowedHost}`))
    report(member, `must be on ${allowedHost} or a subdomain of it`);
  return link;
}

/**
 * Checks the base URL. Paths are appended to it, so it must have no query and no fragment; signed requests go there, so it
 * must be on the origin that serves the manifest.
 */
function checkBase(value: unknown, report: ReportViolation, scope: ManifestScope): string | undefined {
  const base = checkUrl(value, 'api.base', report, scope);
  const found = base === undefined ? scope.origin : new URL(base).origin;
  if (found !== scope.origin)
    report('api.base', `must be on ${scope.origin}, the origin of the manifest, not ${found}`);
  if (base !== undefined && /[?#]/.test(base)) report('api.base', 'must have no query and no fragment');
  return base;
}

function checkOperations(value: unknown, report: ReportViolation): readonly ManifestOperation[] | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) {
    report('api.operations', 'must be a list');
    return undefined;
  }
  const names = new Set<string>();
  return value.flatMap((one: unknown, index) => {
    const member = `api.operations[${index}]`;
    const operation = checkOperation(one, member, report);
    if (!operation) return [];
    const { name } = operation;
    if (names.has(name)) report(`${member}.name`, `is ${name}, the name of an earlier operation`);
    names.add(name);
    return [operation];
  });
}

function checkService(
  value: unknown,
  report: ReportViolation,
  scope: ManifestScope,
): ServiceManifest['service'] | undefined {
  const service = checkObject(value, 'service', report, ['name', 'url']);
  const name = checkText(service?.['name'], 'service.name', report, { min: 1, max: 200 });
  const url = checkLink(service?.['url'], 'service.url', report, scope);
  return name !== undefined && url !== undefined ? { name, url } : undefined;
}

function checkAuth(value: unknown, report: ReportViolation): ServiceManifest['auth'] | undefined {
  const auth = checkObject(value, 'auth', report, ['header', 'scheme']);
  const header = checkOneOf(auth?.['header'], 'auth.header', report, ['Authorization']);
  const scheme = checkOneOf(auth?.['scheme'], 'auth.scheme', report, ['DPoP']);
  return header && scheme && { header, scheme };
}

function checkApi(value: unknown, report: ReportViolation, scope: ManifestScope): ServiceManifest['api'] | undefined {
  const api = checkObject(value, 'api', report, ['base', 'specUrl', 'operations']);
  const base = checkBase(api?.['base'], report, scope);
  const specUrl = checkLink(api?.['specUrl'], 'api.specUrl', report, scope);
  const operations = checkOperations(api?.['operations'], report);
  return base !== undefined && specUrl !== undefined && operations ? { base, specUrl, operations } : undefined;
}

/** Validates a manifest. Returns it, or every violation with the name of its member. */
export function checkManifest(
  value: unknown,
  scope: ManifestScope,
): { readonly manifest: ServiceManifest } | { readonly violations: readonly string[] } {
  const violations = new Set<string>();
  const report: ReportViolation = (member, violation) =>
    violations.add(`${member === '' ? 'the manifest' : member} ${violation}`);
  const manifest = checkObject(value, '', report, ['version', 'service', 'auth', 'api']);
  if (!manifest) return { violations: [...violations] };
  const version = checkOneOf(manifest['version'], 'version', report, [2]);
  const service = checkService(manifest['service'], report, scope);
  const auth = checkAuth(manifest['auth'], report);
  const api = checkApi(manifest['api'], report, scope);
  const whole = version && service && auth && api && { version, service, auth, api };
  return violations.size === 0 && whole ? { manifest: whole } : { violations: [...violations] };
}

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
function checkOperation(value: unknown, member: string, report: ReportViolation): ManifestOperation | undefined {
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

type ReportViolation = (member: string, violation: string) => void;

function checkObject(
  value: unknown,
  member: string,
  report: ReportViolation,
  required: readonly string[],
  optional: readonly string[] = [],
): JsonObject | undefined {
  if (!isJsonObject(value)) {
    report(member, value === undefined ? 'is missing' : 'must be an object');
    return undefined;
  }
  const prefix = member === '' ? '' : `${member}.`;
  for (const name of Object.keys(value)) {
    if (!required.includes(name) && !optional.includes(name)) report(`${prefix}${name}`, 'is not a known member');
  }
  for (const name of required) if (!Object.hasOwn(value, name)) report(`${prefix}${name}`, 'is missing');
  return value;
}

interface TextRule {
  readonly min: number;
  readonly max: number;
  readonly pattern?: {
    readonly regExp: RegExp;
    /** The pattern in words; completes the sentence "must be …". */
    readonly inWords: string;
  };
}

/** Checks a string. A missing one is reported by checkObject. */
function checkText(value: unknown, member: string, report: ReportViolation, rule: TextRule): string | undefined {
  if (value === undefined) return undefined;
  const violation = textViolation(value, rule);
  if (violation !== undefined) report(member, violation);
  return typeof value === 'string' ? value : undefined;
}

function textViolation(value: unknown, { min, max, pattern }: TextRule): string | undefined {
  if (typeof value !== 'string') return 'must be a string';
  if (value.length < min || value.length > max) return `must be ${min} to ${max} characters long`;
  // A lone surrogate cannot be written in a URL or a command.
  if (!value.isWellFormed()) return 'must be well-formed Unicode';
  return pattern && !pattern.regExp.test(value) ? `must be ${pattern.inWords}` : undefined;
}

/** Checks for one of several values. A missing one is reported by checkObject. */
function checkOneOf<const T>(
  value: unknown,
  member: string,
  report: ReportViolation,
  allowed: readonly T[],
): T | undefined {
  const found = allowed.find((one) => one === value);
  if (value !== undefined && found === undefined) report(member, `must be ${allowed.join(' or ')}`);
  return found;
}
