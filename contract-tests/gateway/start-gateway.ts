import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from '../../src/runtime/start/ports.ts';
import { audience, host } from './agent.ts';
import { startChildProgram, type ChildProgram } from '../fixtures/servers.ts';
import { waitUntil } from '../fixtures/http.ts';
import { sendRaw, type HeaderLine } from './raw-request.ts';

/** `npm run gateway`. */
export const gatewayProgram = resolve(import.meta.dirname, '..', '..', 'scripts', 'gateway.ts');

/** A route of the tests' service that demands a DPoP proof. */
export const route = (path: string, more: object = {}) => ({
  host,
  methods: ['GET', 'POST'],
  path,
  scheme: 'dpop',
  audience,
  ...more,
});

/** @param routes default: one for /notes */
export const configOf = (issuer: string, ...routes: readonly object[]) => ({
  issuer,
  trustedProxies: ['127.0.0.1/32'],
  routes: routes.length > 0 ? routes : [route('/notes')],
});

export interface StartedGateway {
  readonly port: number;
  readonly url: string;
  /** Directory of its file and keys. */
  readonly folder: string;
  /** Replaces the configuration. */
  readonly configure: (config: object | string) => Promise<void>;
  readonly child: ChildProgram;
  readonly stop: () => Promise<void>;
}

/** Starts `npm run gateway` with a configuration. */
export async function startGateway(
  config: object,
  env: Readonly<Record<string, string>> = {},
): Promise<StartedGateway> {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-'));
  const file = join(folder, 'gateway.json');
  const configure = (next: object | string) => writeFile(file, typeof next === 'string' ? next : JSON.stringify(next));
  await configure(config);
  const port = Number(env['GATEWAY_PORT'] ?? (await freePort()));
  const child = startChildProgram(process.execPath, [gatewayProgram, '--config', file], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      HOME: folder,
      GATEWAY_PORT: String(port),
      DATA_DIR: folder,
      ...env,
    },
  });
  await waitUntil(() => {
    if (!child.alive()) throw new Error(`The gateway ended:\n${child.log()}`);
    return /^ready$/m.test(child.log());
  });
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    folder,
    configure,
    child,
    stop: async () => {
      await child.end('SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Asks about a request of the tests' service as a proxy does. */
export async function askGateway(
  { port }: StartedGateway,
  {
    method = 'GET',
    path = '/notes',
    headers = [],
  }: { readonly method?: string; readonly path?: string; readonly headers?: readonly HeaderLine[] } = {},
) {
  const response = await sendRaw({
    port,
    target: '/verify',
    host: 'agent-gateway',
    headers: [
      ['X-Forwarded-Method', method],
      ['X-Forwarded-Proto', 'https'],
      ['X-Forwarded-Host', host],
      ['X-Forwarded-Uri', path],
      ...headers,
    ],
  });
  const { body } = response;
  const { code }: { readonly code?: string } = body === '' ? {} : JSON.parse(body);
  return { status: response.status, code, headers: response.headers };
}
