import type { Addresses } from '../../src/composition/addresses.ts';
import { type ServiceName, serviceNames } from '../../src/composition/settings.ts';
import type { InstallationCheck } from './check.ts';

const timeoutMs = 5_000;
/** Milliseconds that clocks may differ: proofs are accepted that much late or early (RFC 9449 section 11.1). */
export const clockTolerance = 2_000;

/** Address that shows which client address a service saw; it needs a rate-limit key and has none of its own. */
const documentOf: Readonly<Record<ServiceName, string>> = {
  sso: '/.well-known/openid-configuration',
  forum: '/api/openapi.json',
  backend: '/docs/openapi.json',
  notifications: '/docs/openapi.json',
  web: '/',
};

export interface AddressCheckDependencies {
  readonly addresses: Addresses;
  readonly production: boolean;
  readonly insecureHttp: boolean;
  readonly fetch: typeof globalThis.fetch;
  readonly now: () => number;
}

/** Checks that the public addresses reach the services, over TLS in production. */
export function addressChecks({
  addresses,
  production,
  insecureHttp,
  fetch,
  now,
}: AddressCheckDependencies): InstallationCheck[] {
  const get = (url: string) => fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });

  const reachable = serviceNames.map((name): InstallationCheck => {
    const url = `${addresses[name].baseUrl}${documentOf[name]}`;
    return {
      name: `${name} responds at ${addresses[name].baseUrl}`,
      run: async () => {
        const { status } = await get(url);
        return status < 400 ? undefined : `GET ${url} is ${status}; check the address and that the service runs`;
      },
    };
  });
  const { baseUrl: issuer } = addresses.sso;
  return [
    ...reachable,
    {
      name: `the provider's issuer is ${issuer}`,
      run: async () => {
        const document: unknown = await (await get(`${issuer}${documentOf.sso}`)).json();
        const named = typeof document === 'object' && document !== null && 'issuer' in document ? document.issuer : '';
        return named === issuer
          ? undefined
          : `it names "${String(named)}"; set SSO_BASE_URL to the same address everywhere`;
      },
    },
    {
      name: 'public addresses use TLS',
      run: async () => {
        const plain = serviceNames.filter((name) => !addresses[name].baseUrl.startsWith('https:'));
        if (!production || insecureHttp || plain.length === 0) return undefined;
        return `${plain.map((name) => `${name.toUpperCase()}_BASE_URL`).join(', ')} have no https; see docs/operating.md, TLS and names`;
      },
    },
    {
      name: 'probes and metrics are not public',
      run: async () => {
        if (!production) return undefined;
        const open = await Promise.all(
          serviceNames.map(async (name) => ((await get(`${addresses[name].baseUrl}/metrics`)).ok ? [name] : [])),
        );
        const names = open.flat();
        return names.length === 0
          ? undefined
          : `${names.join(', ')} serve /metrics publicly; let only ADMIN_PORT serve it`;
      },
    },
    {
      name: "this machine's clock is that of the provider",
      run: async () => {
        const date = (await get(`${issuer}${documentOf.sso}`)).headers.get('date');
        // The header has whole seconds.
        const offset = date === null ? 0 : now() - (Date.parse(date) + 500);
        return Math.abs(offset) <= clockTolerance + 500
          ? undefined
          : `they differ by ${Math.round(offset / 1000)} s; synchronise with NTP`;
      },
    },
  ];
}
