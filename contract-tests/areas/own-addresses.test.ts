import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../src/runtime/start/ports.ts';
import { deletePlatformData, type RunningPlatform, startPlatform } from '../fixtures/platform.ts';

const services = ['sso', 'forum', 'backend', 'notifications', 'web'] as const;
/** Public addresses, as behind a proxy. */
const addressOf = (service: string): string => `https://${service}.platform.example`;

let platform: RunningPlatform;
/** Where each service listens. */
const ports = new Map<string, number>();
beforeAll(async () => {
  for (const name of services) ports.set(name, await freePort());
  platform = await startPlatform({
    services: [...services],
    env: {
      // Public addresses make it a production platform.
      ...Object.fromEntries(services.map((name) => [`${name.toUpperCase()}_BASE_URL`, addressOf(name)])),
      ...Object.fromEntries(services.map((name) => [`${name.toUpperCase()}_PORT`, String(ports.get(name))])),
      ADMIN_PORT: String(await freePort()),
      DATABASE_URL: 'embedded:',
      MASTER_KEY: randomBytes(32).toString('base64url'),
      REGISTRATION: 'open',
      RATE_LIMITS: undefined,
    },
  });
});
afterAll(async () => {
  await platform.stop();
  await deletePlatformData(platform);
});

const checkout = resolve(import.meta.dirname, '..', '..');

/** Addresses of a text that are those of a platform with defaults, or of the machine that built the documentation. */
function foreignAddresses(text: string): readonly string[] {
  const found = text.match(/(?:localhost|127\.0\.0\.1)(?::|%3A)400[0-4](?!\d).{0,40}/g) ?? [];
  const machine = [checkout, `//${hostname()}`, ...[...ports.values()].map((port) => `:${port}/`)];
  return [...found, ...machine.filter((one) => text.includes(one))];
}

/** Reads a page and everything of the same service that it links or loads, as often as there is something new. */
async function crawl(service: string, starts: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const base = `http://127.0.0.1:${ports.get(service)}`;
  const texts = new Map<string, string>();
  const open = [...starts];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (texts.has(path)) continue;
    const response = await fetch(`${base}${path}`, { headers: { accept: 'text/html' } });
    const text = await response.text();
    texts.set(path, text);
    const { pathname } = new URL(response.url);
    if (!response.headers.get('content-type')?.startsWith('text/html')) continue;
    for (const [, link = ''] of text.matchAll(/\s(?:href|src)="([^"#?]+)/g)) {
      const url = new URL(link.replace(addressOf(service), base), `${base}${pathname}`);
      if (url.origin === base && !/\.(?:png|svg|woff2?)$/.test(url.pathname)) open.push(url.pathname);
    }
  }
  return texts;
}

test.each([
  ['web', ['/', '/docs/', '/portal', '/console', '/host', '/try'], 40],
  ['sso', ['/', '/docs', '/docs/openapi.json', '/owner', '/device'], 5],
  ['forum', ['/', '/docs', '/docs/openapi.json', '/api/openapi.json', '/.well-known/agent-api.json'], 5],
  ['backend', ['/', '/docs', '/docs/openapi.json'], 4],
  ['notifications', ['/', '/docs', '/docs/openapi.json'], 4],
])(
  '%s: its pages and contracts name the public addresses, none of another platform',
  async (service, starts, atLeast) => {
    const pages = await crawl(service, starts);
    expect(pages.size).toBeGreaterThanOrEqual(atLeast);
    const found = [...pages].flatMap(([path, text]) => foreignAddresses(text).map((one) => `${path}: ${one}`));
    expect(found).toEqual([]);
  },
);

test('documentation: an example names the address of the service that it calls', async () => {
  const base = `http://127.0.0.1:${ports.get('web')}`;
  const text = await (await fetch(`${base}/docs/contracts/sso.json`)).text();
  const reference = await (await fetch(`http://127.0.0.1:${ports.get('sso')}/docs/openapi.json`)).text();
  expect(reference).toContain(`${addressOf('sso')}/oauth/poll`);
  expect(`${text}${await (await fetch(`${base}/docs/`)).text()}`).not.toContain('http://localhost:4001');
});
