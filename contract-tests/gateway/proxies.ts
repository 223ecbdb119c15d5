import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { type ChildProgram, startChildProgram } from '../fixtures/servers.ts';
import { host } from './agent.ts';
import { waitUntil } from '../fixtures/http.ts';

const deploy = resolve(import.meta.dirname, '..', '..', 'deploy', 'gateway');

/** Ports on 127.0.0.1. */
export interface ProxyPorts {
  readonly https: number;
  readonly http: number;
  readonly gateway: number;
  readonly upstream: number;
}

export interface StartedProxy {
  readonly log: () => string;
  readonly stop: () => Promise<void>;
}

/** A proxy with its file of deploy/gateway. */
export interface Proxy {
  readonly name: 'nginx' | 'Caddy' | 'Traefik' | 'Envoy';
  readonly isInstalled: boolean;
  /** @param change changes the file as an operator might by mistake */
  readonly start: (ports: ProxyPorts, change?: (text: string) => string) => Promise<StartedProxy>;
}

const isInstalled = (program: string, flag: string) => spawnSync(program, [flag], { stdio: 'ignore' }).status === 0;

export const proxies: readonly Proxy[] = [
  { name: 'nginx', isInstalled: isInstalled('nginx', '-v'), start: startNginx },
  { name: 'Caddy', isInstalled: isInstalled('caddy', 'version'), start: startCaddy },
  { name: 'Traefik', isInstalled: isInstalled('traefik', 'version'), start: startTraefik },
  { name: 'Envoy', isInstalled: isInstalled('envoy', '--version'), start: startEnvoy },
];

async function startNginx(ports: ProxyPorts, change = (text: string) => text): Promise<StartedProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'nginx-'));
  const { certificate, key } = createCertificate(folder);
  const site = replaceAll(change(readFileSync(join(deploy, 'nginx.conf'), 'utf8')), [
    ['listen 443 ssl http2', `listen 127.0.0.1:${ports.https} ssl http2`],
    ['/etc/ssl/certs/notes.example.pem', certificate],
    ['/etc/ssl/private/notes.example.key', key],
    ['127.0.0.1:4005', `127.0.0.1:${ports.gateway}`],
    ['127.0.0.1:8000', `127.0.0.1:${ports.upstream}`],
  ]);
  writeFileSync(join(folder, 'site.conf'), site);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; ${process.getuid?.() === 0 ? 'user root;' : ''} pid ${folder}/pid; error_log stderr warn; events {}
http { access_log off; ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')} include ${folder}/site.conf; }`,
  );
  const child = startChildProgram('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')]);
  return running(child, folder, ports.https);
}

async function startCaddy(ports: ProxyPorts, change = (text: string) => text): Promise<StartedProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'caddy-'));
  const file = join(folder, 'Caddyfile');
  writeFileSync(file, change(readFileSync(join(deploy, 'Caddyfile'), 'utf8')));
  const child = startChildProgram('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      SITE: host,
      TLS: 'internal',
      HTTP_PORT: String(ports.http),
      HTTPS_PORT: String(ports.https),
      GATEWAY: `127.0.0.1:${ports.gateway}`,
      UPSTREAM: `127.0.0.1:${ports.upstream}`,
    },
  });
  return running(child, folder, ports.https);
}

async function startTraefik(ports: ProxyPorts, change = (text: string) => text): Promise<StartedProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'traefik-'));
  const { certificate, key } = createCertificate(folder);
  const dynamic = join(folder, 'dynamic.yaml');
  const text = replaceAll(change(readFileSync(join(deploy, 'traefik.yaml'), 'utf8')), [
    ['/etc/ssl/certs/notes.example.pem', certificate],
    ['/etc/ssl/private/notes.example.key', key],
    ['127.0.0.1:4005', `127.0.0.1:${ports.gateway}`],
    ['127.0.0.1:8000', `127.0.0.1:${ports.upstream}`],
  ]);
  writeFileSync(dynamic, text);
  const child = startChildProgram('traefik', [
    `--entryPoints.https.address=127.0.0.1:${ports.https}`,
    `--providers.file.filename=${dynamic}`,
    '--global.checkNewVersion=false',
    '--global.sendAnonymousUsage=false',
  ]);
  return running(child, folder, ports.https);
}

async function startEnvoy(ports: ProxyPorts, change = (text: string) => text): Promise<StartedProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'envoy-'));
  const { certificate, key } = createCertificate(folder);
  const file = join(folder, 'envoy.yaml');
  const text = replaceAll(change(readFileSync(join(deploy, 'envoy.yaml'), 'utf8')), [
    ['port_value: 443', `port_value: ${ports.https}`],
    ['/etc/ssl/certs/notes.example.pem', certificate],
    ['/etc/ssl/private/notes.example.key', key],
    ['port_value: 4005', `port_value: ${ports.gateway}`],
    ['port_value: 8000', `port_value: ${ports.upstream}`],
  ]);
  writeFileSync(file, text);
  const child = startChildProgram('envoy', ['-c', file, '--log-level', 'warning', '--base-id', String(ports.https)]);
  return running(child, folder, ports.https);
}

/** Waits until the proxy completes a handshake for the host. */
async function running(child: ChildProgram, folder: string, port: number): Promise<StartedProxy> {
  await waitUntil(async () => {
    if (!child.alive()) throw new Error(`The proxy ended:\n${child.log()}`);
    return serves(port);
  });
  return {
    log: child.log,
    stop: async () => {
      await child.end('SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Whether a program listens on a port with a certificate for the host: Traefik has another before it reads its file. */
function serves(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connectTls({ host: '127.0.0.1', port, servername: host, rejectUnauthorized: false });
    socket.once('secureConnect', () => {
      const { subjectaltname = '' } = socket.getPeerCertificate();
      socket.destroy();
      done(subjectaltname.includes(host));
    });
    socket.once('error', () => done(false));
  });
}

/** Whether a program accepts connections. */
export function listens(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.once('connect', () => (socket.destroy(), done(true)));
    socket.once('error', () => done(false));
  });
}

function createCertificate(folder: string): { readonly certificate: string; readonly key: string } {
  mkdirSync(folder, { recursive: true });
  const [certificate, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const subject = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  execFileSync('openssl', ['req', '-x509', ...kind, '-days', '2', ...subject, '-keyout', key, '-out', certificate], {
    stdio: 'ignore',
  });
  return { certificate, key };
}

function replaceAll(text: string, changes: readonly (readonly [from: string, to: string])[]): string {
  return changes.reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`The file of deploy/gateway does not contain ${from}.`);
    return changed.replaceAll(from, to);
  }, text);
}
