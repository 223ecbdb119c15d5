import { globSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { compileOutside, installOutside, entryNames, packSdk } from '../fixtures/sdk-package.ts';
import { useStarted } from '../fixtures/use-started.ts';

const root = resolve(import.meta.dirname, '..', '..');

const sdk = useStarted(packSdk);

/** Declarations that the short examples in comments assume. */
const context = `
import { type AccessTokenVerifier, callerOf, expressAccessToken, fastifyAccessToken, fetchAccessToken, nextAccessToken } from '@platform/sdk/access-token';
import { agentOf, type DpopKeypair, expressDpop, fastifyDpop, fetchDpop, type RequestVerifier } from '@platform/sdk/dpop';
import { createForumClient, dpopMiddleware } from '@platform/sdk/forum';
import { honoAccessToken, honoDpop } from '@platform/sdk/hono';
import { useNotificationPermission } from '@platform/sdk/miniapp-react';
import { SsoClient } from '@platform/sdk/sso-client';
import { SignInButton, SsoProvider } from '@platform/sdk/sso-react';
import { MockSsoProvider } from '@platform/sdk/testing';
import type { FastifyInstance } from 'fastify';
import type { Hono } from 'hono';
declare const verify: RequestVerifier;
declare const verifyToken: AccessTokenVerifier;
declare const keypair: DpopKeypair;
declare const accessToken: () => string;
declare const baseUrl: string, ssoBaseUrl: string, providerAddress: string;
`;
/** The types of Express that the example uses. */
const express =
  'Record<"get" | "post", (path: string, guard: ReturnType<typeof expressDpop>, handle: (request: object, response: { json(value: string): void }) => void) => void>';

function inContext(comment: string): string {
  const code = comment.replaceAll(/^\s*\* ?/gm, '');
  const framework = /hono(Dpop|AccessToken)/.test(code) ? 'Hono' : 'FastifyInstance';
  const app = `declare const app: ${/express(Dpop|AccessToken)/.test(code) ? express : framework};`;
  return `${context}${app}\n${code.includes('return ') ? `export function Example() {${code}}` : code}`;
}

test('SDK documentation: every entry has a page with an example [S326]', async () => {
  for (const name of entryNames)
    expect(await readFile(join(root, 'docs/sdk', `${name}.md`), 'utf8')).toContain(`from '@platform/sdk/${name}';`);
});

test('SDK documentation: every example in pages and comments compiles against the package [S326]', async () => {
  const { folder: project, remove } = await installOutside({
    '@platform/sdk': `file:${sdk.tarball}`,
    react: '19',
    'react-dom': '19',
    '@types/react': '19',
    '@types/react-dom': '19',
    '@types/node': '24',
    fastify: '5',
    express: '5',
    '@types/express': '5',
    hono: '4',
    '@hono/node-server': '2',
    kysely: '0.29',
    typescript: '7.0',
  });
  onTestFinished(remove);
  const files: string[] = [];
  const add = async (name: string, code: string): Promise<void> => {
    // Makes an example without exports a module.
    await writeFile(join(project, name), `${code}\nexport {};\n`);
    files.push(name);
  };
  const pages = join(root, 'docs/sdk');
  for (const page of await readdir(pages)) {
    const examples = (await readFile(join(pages, page), 'utf8')).matchAll(/^```(tsx?)\n(.*?)^```$/gms);
    for (const [index, [, extension = 'ts', code = '']] of [...examples].entries())
      await add(`${page.replace('.md', '')}-${index + 1}.${extension}`, code);
  }
  expect(files.length).toBeGreaterThanOrEqual(17);
  const onPages = files.length;
  for (const path of globSync('src/client/**/*.{ts,tsx}', { cwd: root })) {
    const comments = (await readFile(join(root, path), 'utf8')).matchAll(/@example(.*?)\*\//gs);
    for (const [, example = ''] of comments) await add(`comment-${files.length}.tsx`, inContext(example));
  }
  expect(files.length - onPages).toBe(14);
  const options = {
    jsx: 'react-jsx',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2024', 'dom', 'dom.iterable'],
  };
  expect(await compileOutside({ folder: project }, 'typescript', files, options)).toBe('');
});
