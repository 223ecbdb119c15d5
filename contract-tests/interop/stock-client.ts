import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect } from 'vitest';
import { createSsoClient } from '../../generated/sso/client.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { throughApprovalPage } from '../fixtures/passkey-browser.ts';
import type { RunningProvider } from '../fixtures/sso.ts';

/** The programs of docs/guides/use-your-oidc-library.md: unmodified libraries with the defaults of their READMEs, and PKCE. */
export const guidePrograms = join(import.meta.dirname, '../../docs/guides/oidc-clients');

/** An application for which the programs sign people in. */
export interface StockApplication {
  readonly provider: RunningProvider;
  readonly clientId: string;
}

/** Registers an application that returns to these paths. */
export async function stockApplication(
  provider: RunningProvider,
  paths: readonly string[] = ['/callback'],
): Promise<StockApplication> {
  const headers = { authorization: `Bearer ${provider.platform.adminKey}` };
  const admin = createSsoClient({ baseUrl: provider.url, headers });
  const body = { name: 'Stock client', redirectUris: paths.map((path) => `http://127.0.0.1${path}`) };
  return { provider, clientId: unwrap(await admin.createProvider({ body })).providerAddress };
}

/** Runs a program that prints the authorization URL, reads the address of the return, and prints who signed in. */
export async function expectSignIn(
  command: readonly string[],
  { provider, clientId }: StockApplication,
  path = '/callback',
): Promise<void> {
  const result = await runSignIn([...command, provider.url, clientId, `http://127.0.0.1:53117${path}`], provider);
  expect(result).toMatchObject({ sub: provider.owner.sub, userinfo: provider.owner.sub });
}

/** Runs a program that signs the owner in. @returns what it printed last */
export async function runSignIn(
  [program = '', ...args]: readonly string[],
  provider: RunningProvider,
): Promise<Record<string, unknown>> {
  const child = spawn(program, args);
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const ended = once(child, 'close');
  const printed: Record<string, unknown>[] = [];
  for await (const line of createInterface(child.stdout)) {
    const message: Record<string, unknown> = JSON.parse(line);
    printed.push(message);
    if (typeof message['authorizationUrl'] !== 'string') continue;
    const back = await throughApprovalPage(message['authorizationUrl'], provider.owner);
    child.stdin.end(`${back.href}\n`);
  }
  expect([await ended, errors]).toEqual([[0, null], '']);
  return printed.at(-1) ?? {};
}
