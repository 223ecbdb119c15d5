import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fastify } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerDocumentation } from './register-documentation.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'documentation-'));
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
