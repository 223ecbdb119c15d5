import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { ed25519 } from '@noble/curves/ed25519.js';
import { demoProvider, type RunningPlatform } from '../../contract-tests/fixtures/platform.ts';
import { finishSignIn, startSignIn, urlOf } from '../../contract-tests/fixtures/identity.ts';
import { createNotificationsClient } from '../../generated/notifications/client.ts';
import { createSsoClient, type SsoApiClient } from '../../generated/sso/client.ts';
import { bearerMiddleware, deviceMiddleware, dpopMiddleware } from '../../src/client/http/middleware.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { jwkThumbprint } from '../../src/protocol/jwk-thumbprint.ts';
import { products } from '../../src/backend/invoices/products.ts';
import { demoApp, demoRecipients } from '../../src/composition/development-data.ts';

/** Versions that the configuration supports. */
const schemathesis = 'schemathesis==4.32.5';
const pynacl = 'pynacl==1.6.2';

/**
 * Finds the command that runs schemathesis: SCHEMATHESIS, else uvx, else a virtual environment in the user's cache,
 * created on first use.
 *
 * @returns program and first arguments
 * @throws Error that says what to install
 */
export async function findSchemathesis(env: NodeJS.ProcessEnv = process.env): Promise<readonly string[]> {
  if (env['SCHEMATHESIS'] !== undefined) return [env['SCHEMATHESIS']];
  if (works('uvx', ['--version'])) return ['uvx', '--with', pynacl, '--from', schemathesis, 'schemathesis'];

  const cache = join(env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'platform', schemathesis);
  const program = join(cache, 'bin', 'schemathesis');
  if (existsSync(program)) return [program];
  const made =
    works('python3', ['-m', 'venv', cache]) &&
    works(join(cache, 'bin', 'python'), ['-m', 'pip', 'install', '--quiet', schemathesis, pynacl]);
  if (!made || !works(program, ['--version'])) {
    throw new Error(
      'schemathesis is missing: install uv, or Python 3.10 or later with venv and pip ' +
        '(apt-get install python3-venv), or set SCHEMATHESIS to its path.',
    );
  }
  return [program];
}

function works(program: string, args: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}

/** Credentials that hooks.py signs with. Seeds are 32 bytes in hex (RFC 8032 §5.1.5). */
export interface FuzzCredentials {
  readonly sso: string;
  readonly providerAddress: string;
  readonly adminKey: string;
  /** Key of the owner who manages; another owner than that of the tokens. */
  readonly deviceSeed: string;
  readonly agentSeed: string;
  readonly boundToken: string;
  readonly bearerToken: string;
  readonly sub: string;
  readonly notificationsKey: string;
  readonly paymentSeed: string;
  readonly products: readonly string[];
}

/** Signs users and an agent in to a new embedded platform, over its contracts. */
export async function fuzzCredentials(platform: RunningPlatform): Promise<FuzzCredentials> {
  const sso = urlOf(platform, 'sso');
  const [manager, owner, agent] = [newKey(), newKey(), newKey()];
  const ofManager = createSsoClient({ baseUrl: sso, middleware: [deviceMiddleware({ keypair: manager })] });
  const ofOwner = createSsoClient({ baseUrl: sso, middleware: [deviceMiddleware({ keypair: owner })] });
  unwrap(await ofManager.createDevice({ body: { name: 'Manager' } }));
  const { sub } = unwrap(await ofOwner.createDevice({ body: { name: 'Owner' } }));

  const signIn = async (client: SsoApiClient, jkt?: string): Promise<string> => {
    const attempt = await startSignIn(client, jkt === undefined ? {} : { jkt });
    const path = { requestId: attempt.deepLink.split('/').at(-1) ?? '' };
    const { clientId, dpopJkt } = unwrap(await ofOwner.getAuthorizationRequest({ path }));
    unwrap(await ofOwner.decideAuthorizationRequest({ path, body: { decision: 'approve', clientId, dpopJkt } }));
    return (await finishSignIn(client, attempt)).accessToken;
  };
  const bearerToken = await signIn(createSsoClient({ baseUrl: sso }));
  const boundToken = await signIn(
    createSsoClient({ baseUrl: sso, middleware: [dpopMiddleware({ keypair: agent })] }),
    jwkThumbprint(agent.publicJwk),
  );

  const notifications = createNotificationsClient({
    baseUrl: urlOf(platform, 'notifications'),
    middleware: [bearerMiddleware(() => bearerToken)],
  });
  unwrap(await notifications.setConsent({ path: { appId: demoApp.appId }, body: { status: 'granted' } }));

  return {
    sso,
    providerAddress: demoProvider,
    adminKey: platform.adminKey,
    deviceSeed: manager.seed,
    agentSeed: agent.seed,
    boundToken,
    bearerToken,
    sub,
    notificationsKey: await secretOf(platform, 'notifications.key'),
    paymentSeed: await secretOf(platform, 'payment.key'),
    products: products(demoRecipients, urlOf(platform, 'backend')).map(({ id }) => id),
  };
}

async function secretOf(platform: RunningPlatform, name: string): Promise<string> {
  return (await readFile(join(platform.dataDir, name), 'utf8')).trim();
}

function newKey() {
  const seed = randomBytes(32);
  const x = Buffer.from(ed25519.getPublicKey(seed)).toString('base64url');
  return {
    seed: seed.toString('hex'),
    publicJwk: { kty: 'OKP', crv: 'Ed25519', x } as const,
    privateKey: (message: Uint8Array) => ed25519.sign(message, seed),
  };
}

export interface FuzzCount {
  /** Requests that schemathesis generated and sent. */
  readonly cases: number;
  /** Unique failures. */
  readonly failures: number;
}

/** Reads the JSON report of a run; undefined when the run ended without one. */
export async function countCases(report: string): Promise<FuzzCount | undefined> {
  const text = await readFile(report, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const { test_cases: counted }: { test_cases: { generated: number; unique_failures: number } } = JSON.parse(text);
  return { cases: counted.generated, failures: counted.unique_failures };
}
