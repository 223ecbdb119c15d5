import { isLoopback } from '../shared/provider-address.ts';
import { checkOperation } from './check-operation.ts';
import type { ManifestOperation, ServiceManifest } from './manifest.ts';
import { checkObject, checkOneOf, checkText, type Report } from './value-checks.ts';

/** What a manifest may point to. */
export interface ManifestScope {
  /** Host name that was asked. */
  readonly allowedHost: string;
  readonly allowInsecure: boolean;
}

function checkUrl(
  value: unknown,
  member: string,
  report: Report,
  { allowedHost, allowInsecure }: ManifestScope,
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
  if (hostname !== allowedHost && !hostname.endsWith(`.${allowedHost}`)) {
    report(member, `must be on ${allowedHost} or a subdomain of it`);
  }
  return value;
}

/** Paths are appended to it, so nothing may follow its own. */
function checkBase(value: unknown, report: Report, scope: ManifestScope): string | undefined {
  const base = checkUrl(value, 'api.base', report, scope);
  if (base !== undefined && /[?#]/.test(base)) report('api.base', 'must have no query and no fragment');
  return base;
}

function checkOperations(value: unknown, report: Report): readonly ManifestOperation[] | undefined {
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
    if (names.has(name)) report(`${member}.name`, `is ${name}, as of an operation before`);
    names.add(name);
    return [operation];
  });
}

function checkService(value: unknown, report: Report, scope: ManifestScope): ServiceManifest['service'] | undefined {
  const service = checkObject(value, 'service', report, ['name', 'url']);
  const name = checkText(service?.['name'], 'service.name', report, { min: 1, max: 200 });
  const url = checkUrl(service?.['url'], 'service.url', report, scope);
  return name !== undefined && url !== undefined ? { name, url } : undefined;
}

function checkAuth(value: unknown, report: Report): ServiceManifest['auth'] | undefined {
  const auth = checkObject(value, 'auth', report, ['header', 'scheme']);
  const header = checkOneOf(auth?.['header'], 'auth.header', report, ['Authorization']);
  const scheme = checkOneOf(auth?.['scheme'], 'auth.scheme', report, ['DPoP']);
  return header && scheme && { header, scheme };
}

function checkApi(value: unknown, report: Report, scope: ManifestScope): ServiceManifest['api'] | undefined {
  const api = checkObject(value, 'api', report, ['base', 'specUrl', 'operations']);
  const base = checkBase(api?.['base'], report, scope);
  const specUrl = checkUrl(api?.['specUrl'], 'api.specUrl', report, scope);
  const operations = checkOperations(api?.['operations'], report);
  return base !== undefined && specUrl !== undefined && operations ? { base, specUrl, operations } : undefined;
}

/** A manifest, or every fault that it has, each with the name of its member. */
export function checkManifest(
  value: unknown,
  scope: ManifestScope,
): { readonly manifest: ServiceManifest } | { readonly faults: readonly string[] } {
  const faults = new Set<string>();
  const report: Report = (member, fault) => faults.add(`${member === '' ? 'the manifest' : member} ${fault}`);
  const manifest = checkObject(value, '', report, ['version', 'service', 'auth', 'api']);
  if (!manifest) return { faults: [...faults] };
  const version = checkOneOf(manifest['version'], 'version', report, [2]);
  const service = checkService(manifest['service'], report, scope);
  const auth = checkAuth(manifest['auth'], report);
  const api = checkApi(manifest['api'], report, scope);
  const whole = version && service && auth && api && { version, service, auth, api };
  return faults.size === 0 && whole ? { manifest: whole } : { faults: [...faults] };
}
