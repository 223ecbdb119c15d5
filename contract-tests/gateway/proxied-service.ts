import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../src/runtime/start/ports.ts';
import { startChildProgram } from '../fixtures/servers.ts';
import { waitUntil } from '../fixtures/http.ts';
import { type Agent, audience, createAgent, host } from './agent.ts';
import { type ServedProvider, serveProvider } from './provider.ts';
import { listens, proxies, type Proxy, type ProxyPorts, type StartedProxy } from './proxies.ts';
import { type RawRequest, type RawResponse, sendRaw } from './raw-request.ts';
import { type StartedGateway, startGateway } from './start-gateway.ts';

const go = ['go', '/usr/local/go/bin/go'].find(
  (name) => spawnSync(name, ['version'], { stdio: 'ignore' }).status === 0,
);
const hasPython = spawnSync('python3', ['--version'], { stdio: 'ignore' }).status === 0;

/** A proxy with the language of the upstream behind it. */
export interface ProxyCase extends Proxy {
  readonly language: 'python' | 'go';
}

const cases = proxies.map((proxy) => {
  const language: ProxyCase['language'] = proxy.name === 'Caddy' || proxy.name === 'Envoy' ? 'go' : 'python';
  return { ...proxy, language, isPossible: proxy.isInstalled && (language === 'go' ? go !== undefined : hasPython) };
});
for (const { name, isPossible, language } of cases)
  if (!isPossible) console.warn(`The gateway behind ${name} is not tested: ${name} or ${language} is missing.`);

export const possibleCases: readonly ProxyCase[] = cases.filter(({ isPossible }) => isPossible);

/** What the upstream received. */
export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

export const seenBy = ({ body }: Pick<RawResponse, 'body'>): Seen => JSON.parse(body);
export const field = ({ headers }: Seen, name: string) =>
  headers.filter(([sent]) => sent.toLowerCase() === name.toLowerCase()).map(([, value]) => value);

/** A service behind a proxy with its file of deploy/gateway, which asks a gateway. */
export interface ProxiedService {
  readonly base: string;
  readonly port: number;
  readonly provider: ServedProvider;
  readonly agent: Agent;
  readonly gateway: StartedGateway;
  readonly send: (request: Partial<RawRequest>) => Promise<RawResponse>;
  /** Starts the gateway that has ended again, at its port. */
  readonly restartGateway: () => Promise<void>;
  /** Lines that the upstream wrote: one for each request until now. */
  readonly received: () => Promise<readonly string[]>;
  /** Starts the proxy again, on `otherPort`, with a changed file or another gateway. */
  readonly startOther: (change: (text: string) => string, gatewayPort?: number) => Promise<StartedProxy>;
  readonly otherPort: number;
  readonly stop: () => Promise<void>;
}

export async function startProxiedService({ start, language }: ProxyCase): Promise<ProxiedService> {
  const folder = await mkdtemp(join(tmpdir(), 'upstream-'));
  const [https, otherPort] = [await freePort(), await freePort()];
  const provider = await serveProvider();
  const authority = `${host}:${https}`;
  const common = { host: authority, audience };
  const config = {
    issuer: provider.ssoBaseUrl,
    trustedProxies: ['127.0.0.1/32'],
    assertion: { audience: 'https://notes.internal' },
    routes: [
      { ...common, methods: ['GET', 'POST'], path: '/notes', scheme: 'dpop' },
      { ...common, methods: ['GET', 'DELETE'], path: '/notes/{id}', scheme: 'dpop' },
      { ...common, methods: ['GET'], path: '/admin', scheme: 'dpop', owners: ['nobody'] },
      { ...common, methods: ['GET'], path: '/plain', scheme: 'bearer' },
      { ...common, host: `${host}:${otherPort}`, methods: ['GET'], path: '/notes', scheme: 'dpop' },
    ],
  };
  const gateway = await startGateway(config);
  const gateways = [gateway];
  const ports: ProxyPorts = { https, http: await freePort(), gateway: gateway.port, upstream: await freePort() };
  const [program, ...args] = upstreamOf(language, folder);
  const upstream = startChildProgram(program, [...args, String(ports.upstream)], { cwd: import.meta.dirname });
  await waitUntil(() => listens(ports.upstream));
  // Shorter than in the file, for gateways that do not respond.
  const shorter = (text: string) => text.replaceAll('10s', '2s');
  const proxy = await start(ports, shorter);
  let marks = 0;
  return {
    base: `https://${authority}`,
    port: https,
    provider,
    agent: createAgent(provider),
    gateway,
    send: (request) => sendRaw({ port: https, servername: host, host: authority, ...request }),
    restartGateway: async () => {
      gateways.push(await startGateway(config, { GATEWAY_PORT: String(gateway.port) }));
    },
    received: async () => {
      const mark = `/mark/${++marks}`;
      await fetch(`http://127.0.0.1:${ports.upstream}${mark}`);
      await waitUntil(() => upstream.log().includes(mark));
      return upstream
        .log()
        .split('\n')
        .filter((line) => line !== '' && !line.includes('/mark/'));
    },
    startOther: async (change, gatewayPort = gateway.port) =>
      start({ ...ports, https: otherPort, http: await freePort(), gateway: gatewayPort }, (text) =>
        change(shorter(text)),
      ),
    otherPort,
    stop: async () => {
      await proxy.stop();
      for (const started of gateways) await started.stop();
      await upstream.end('SIGKILL');
      await provider.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function upstreamOf(language: ProxyCase['language'], folder: string): readonly [program: string, ...args: string[]] {
  if (language === 'python') return ['python3', 'upstream.py'];
  const program = join(folder, 'upstream');
  execFileSync(go ?? 'go', ['build', '-o', program, 'upstream.go'], { cwd: import.meta.dirname });
  return [program];
}
