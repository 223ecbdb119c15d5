import { isLoopback } from '../shared/provider-address.ts';
import { checkOperation } from './check-operation.ts';
import type { ServiceManifest } from './manifest.ts';
import { checkObject, checkOneOf, checkText, type Report } from './value-checks.ts';

/** What a manifest may point to. */
export interface ManifestScope {
  /** Host name that was asked. */
  readonly allowedHost: string;
  readonly allowInsecure: boolean;
}

function checkUrl(value: unknown, member: string, report: Report, { allowedHost, allowInsecure }: ManifestScope): void {
  if (value === undefined) return;
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined;
  if (!url) return report(member, 'must be an absolute URL');
  const { protocol, hostname } = url;
  const plain = protocol === 'http:' && (isLoopback(hostname) || allowInsecure);
  if (protocol !== 'https:' && !plain) report(member, 'must be https');
  if (url.username !== '' || url.password !== '') report(member, 'must not contain a user name or password');
  if (hostname !== allowedHost && !hostname.endsWith(`.${allowedHost}`)) {
    report(member, `must be on ${allowedHost} or a subdomain of it`);
  }
}

function checkOperations(value: unknown, report: Report): void {
  if (value === undefined) return;
  if (!Array.isArray(value)) return report('api.operations', 'must be a list');
  const names = new Set<string>();
  value.forEach((operation: unknown, index) => {
    const member = `api.operations[${index}]`;
    const name = checkOperation(operation, member, report);
    if (name !== undefined && names.has(name)) report(`${member}.name`, `is ${name}, as of an operation before`);
    if (name !== undefined) names.add(name);
  });
}

/** A manifest, or every fault that it has, each with the name of its member. */
export function checkManifest(
  value: unknown,
  scope: ManifestScope,
): { readonly manifest: ServiceManifest } | { readonly faults: readonly string[] } {
  const faults: string[] = [];
  const report: Report = (member, fault) => faults.push(`${member === '' ? 'the manifest' : member} ${fault}`);
  const manifest = checkObject(value, '', report, ['version', 'service', 'auth', 'api']);
  if (manifest) {
    checkOneOf(manifest['version'], 'version', report, [2]);
    const service = checkObject(manifest['service'], 'service', report, ['name', 'url']);
    checkText(service?.['name'], 'service.name', report, 1, 200);
    checkUrl(service?.['url'], 'service.url', report, scope);
    const auth = checkObject(manifest['auth'], 'auth', report, ['header', 'scheme']);
    checkOneOf(auth?.['header'], 'auth.header', report, ['Authorization']);
    checkOneOf(auth?.['scheme'], 'auth.scheme', report, ['DPoP']);
    const api = checkObject(manifest['api'], 'api', report, ['base', 'specUrl', 'operations']);
    checkUrl(api?.['base'], 'api.base', report, scope);
    checkUrl(api?.['specUrl'], 'api.specUrl', report, scope);
    checkOperations(api?.['operations'], report);
  }
  return faults.length === 0 && isManifest(manifest) ? { manifest } : { faults: [...new Set(faults)] };
}

/** Says to the compiler what the checks have established. */
function isManifest(value: unknown): value is ServiceManifest {
  return value !== undefined;
}
