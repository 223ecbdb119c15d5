import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fastify } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerDocumentation } from './register-documentation.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'documentation-'));
  await writeFile(join(directory, 'llms.txt'), '# The platform');
  await writeFile(join(directory, 'index.html'), '<html><body>First page</body></html>');
});
afterAll(() => rm(directory, { recursive: true }));

test('documentation: a page that could not be read is read again for the next request', async () => {
  const app = fastify({ routerOptions: { ignoreTrailingSlash: true } });
  await registerDocumentation(app, { navigation: [] }, directory);
  const [page, moved] = [join(directory, 'index.html'), join(directory, 'index.moved')];
  await rename(page, moved);
  expect((await app.inject('/docs/')).statusCode).toBe(500);
  await rename(moved, page);
  const response = await app.inject('/docs/');
  expect([response.statusCode, response.body]).toEqual([200, expect.stringContaining('First page')]);
  await app.close();
});

test('documentation: a page has one address, without ending; the address with the ending and its links lead there', async () => {
  await mkdir(join(directory, 'sso'), { recursive: true });
  await writeFile(join(directory, 'sso.html'), '<body><a href="sso/authorize.html#a">A</a><a href="index.html">I</a>');
  await writeFile(join(directory, 'sso', 'index.html'), '<body>Index');
  const served = fastify({ routerOptions: { ignoreTrailingSlash: true } });
  await registerDocumentation(served, { navigation: [] }, directory);
  const page = await served.inject('/docs/sso');
  expect([page.statusCode, page.body]).toEqual([200, '<body><a href="sso/authorize#a">A</a><a href="./">I</a>']);
  expect((await served.inject('/docs/sso/')).body).toBe('<body>Index');
  const moved = async (path: string) => {
    const { statusCode, headers } = await served.inject(path);
    return [statusCode, headers.location];
  };
  expect(await moved('/docs/sso.html?q=a')).toEqual([301, 'sso?q=a']);
  expect(await moved('/docs/sso/index.html')).toEqual([301, './']);
  expect((await served.inject('/docs/nothing.html')).statusCode).toBe(404);
  await served.close();
});

test('documentation: the address of a folder without a page of its name leads to its first page', async () => {
  await mkdir(join(directory, 'guides'), { recursive: true });
  await writeFile(join(directory, 'guides', 'index.html'), '<body>All guides');
  const served = fastify({ routerOptions: { ignoreTrailingSlash: true } });
  await registerDocumentation(served, { navigation: [] }, directory);
  const { statusCode, headers } = await served.inject('/docs/guides');
  expect([statusCode, headers.location]).toEqual([301, '/docs/guides/']);
  expect((await served.inject('/docs/guides/')).body).toBe('<body>All guides');
  await served.close();
});

test('documentation: /llms.txt is plain text', async () => {
  const app = fastify();
  await registerDocumentation(app, { navigation: [] }, directory);
  const { headers, body } = await app.inject('/llms.txt');
  expect([headers['content-type'], body]).toEqual(['text/plain; charset=utf-8', '# The platform']);
  await app.close();
});

test('RFC 9116: security.txt names contact, expiry within a year and its own address; without a contact there is none', async () => {
  const security = {
    contact: 'mailto:security@example.com',
    baseUrl: 'https://platform.example',
    now: () => new Date('2026-03-01T12:34:56Z'),
  };
  const app = fastify();
  await registerDocumentation(app, { navigation: [], security }, directory);
  const { headers, body } = await app.inject('/.well-known/security.txt');
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(body).toBe(`Contact: mailto:security@example.com
Expires: 2026-08-28T00:00:00.000Z
Preferred-Languages: en
Canonical: https://platform.example/.well-known/security.txt
Policy: https://platform.example/docs/guides/security.html
`);
  await app.close();

  const silent = fastify();
  await registerDocumentation(silent, { navigation: [] }, directory);
  expect((await silent.inject('/.well-known/security.txt')).statusCode).toBe(404);
  await silent.close();
});
