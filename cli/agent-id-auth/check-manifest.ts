import { isLoopback } from '../shared/provider/provider.ts';
import { checkOperation } from './check-operation.ts';
import type { ManifestOperation, ServiceManifest } from './manifest.ts';
import { checkObject, checkOneOf, checkText, type ReportViolation } from './value-checks.ts';

/** Scope of the URLs in a manifest. */
export interface ManifestScope {
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
