import { describe, expect, test } from 'vitest';
import { areas } from '../../src/typed-contract/areas.ts';
import { urlOf } from '../fixtures/identity.ts';
import { deletePlatformData, startPlatform } from '../fixtures/platform.ts';
import { useStarted } from '../fixtures/use-started.ts';

const platform = useStarted(() => startPlatform({ services: [...areas, 'web'] }), deletePlatformData);

/** Requests a resource as a browser does. @returns its headers, its decoded text, and the bytes of its transferred body */
async function load(url: string, acceptEncoding = 'gzip, deflate, br') {
  const response = await fetch(url, { headers: { 'accept-encoding': acceptEncoding, accept: 'text/html,*/*' } });
  const { headers } = response;
  const text = await response.text();
  return { headers, text, bytes: Number(headers.get('content-length') ?? Buffer.byteLength(text)) };
}

describe.each(areas)('%s', (area) => {
  test('compression: the API reference takes at most 80 kB, and the same without an accepted coding', async () => {
    const url = `${urlOf(platform, area)}/docs`;
    const compressed = await load(url);
    const plain = await load(url, 'identity');
    expect([compressed.headers.get('content-encoding'), plain.headers.get('content-encoding')]).toEqual(['br', null]);
    expect(compressed.headers.get('vary')).toContain('accept-encoding');
    expect(compressed.text).toBe(plain.text);
    expect(compressed.bytes).toBeLessThan(80_000);
    const etag = compressed.headers.get('etag') ?? '';
    expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304);
  });
});

test('compression: discovery and contracts are compressed, and their Vary names the origin too', async () => {
  const { headers, text } = await load(`${urlOf(platform, 'sso')}/.well-known/openid-configuration`);
  expect(headers.get('content-encoding')).toBe('br');
  expect(headers.get('vary')?.toLowerCase()).toMatch(/origin.*accept-encoding/);
  expect(JSON.parse(text)).toMatchObject({ issuer: urlOf(platform, 'sso') });
  expect((await load(`${urlOf(platform, 'forum')}/api/openapi.json`)).headers.get('content-encoding')).toBe('br');
});

test('compression: public pages are compressed, responses that no cache may store are not', async () => {
  expect((await load(urlOf(platform, 'forum'))).headers.get('content-encoding')).toBe('br');
  for (const url of [`${urlOf(platform, 'web')}/portal`, `${urlOf(platform, 'sso')}/owner`, urlOf(platform, 'web')]) {
    const { headers } = await load(url);
    expect([headers.get('cache-control'), headers.get('content-encoding')]).toEqual(['no-store', null]);
  }
});

test.each([
  ['/portal', 120_000],
  ['/host', 100_000],
  ['/admin', 120_000],
])('web %s: page, scripts and styles take at most %i bytes', async (path, limit) => {
  const web = urlOf(platform, 'web');
  const page = await load(`${web}${path}`);
  const assets = new Set<string>();
  const collect = async (address: string): Promise<number> => {
    if (assets.has(address)) return 0;
    assets.add(address);
    const { headers, text, bytes } = await load(address);
    expect(headers.get('cache-control')).toContain('immutable');
    // A module names the modules that it imports with the file names of the build.
    const imported = [...text.matchAll(/from\s*["'`]\.\/([\w-]+\.js)["'`]/g)].map(
      ([, name]) => new URL(name ?? '', address).href,
    );
    const sizes = await Promise.all(imported.map(collect));
    return bytes + sizes.reduce((sum, size) => sum + size, 0);
  };
  const linked = [...page.text.matchAll(/(?:href|src)="(\/app\/[^"]+)"/g)].map(([, name]) => `${web}${name}`);
  expect(linked.length).toBeGreaterThan(1);
  let total = page.bytes;
  for (const address of linked) total += await collect(address);
  expect(assets.size).toBeGreaterThan(2);
  expect(total).toBeLessThan(limit);
});
