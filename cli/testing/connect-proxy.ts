import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';

/** A listening server. */
export interface Listening {
  readonly port: number;
  readonly close: () => Promise<void>;
}

async function listen(server: Server): Promise<Listening> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function pipeBoth(one: Socket, other: Socket): void {
  one.pipe(other).pipe(one);
  for (const [socket, peer] of [
    [one, other],
    [other, one],
  ] as const)
    socket.on('error', () => peer.destroy());
}

/** Creates a self-signed certificate for some hosts with openssl. @returns path of the certificate */
export function createCertificate(folder: string, hosts: readonly string[]): string {
  const names = hosts.map((host) => `DNS:${host}`).join(',');
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '2',
      '-subj',
      '/CN=test',
      '-addext',
      `subjectAltName=${names}`,
      '-keyout',
      'key.pem',
      '-out',
      'cert.pem',
    ],
    { cwd: folder, stdio: 'ignore' },
  );
  return join(folder, 'cert.pem');
}

/** Starts a TLS front that forwards plain bytes to a port on 127.0.0.1. */
export function startTlsFront(folder: string, target: number): Promise<Listening> {
  const [key, cert] = ['key.pem', 'cert.pem'].map((name) => readFileSync(join(folder, name)));
  return listen(createTlsServer({ key, cert }, (socket) => pipeBoth(socket, connect(target, '127.0.0.1'))));
}

export interface ConnectProxy extends Listening {
  /** Targets of CONNECT requests, as `host:port`. */
  readonly tunnels: readonly string[];
  /** URLs of http requests in absolute form. */
  readonly forwarded: readonly string[];
}

/**
 * Starts a proxy for CONNECT (RFC 9110 §9.3.6) that requires the credentials `user:hunter2`.
 * @param routes ports on 127.0.0.1 by `host:port`; the only way to reach these hosts
 */
export async function startConnectProxy(routes: Readonly<Record<string, number>>): Promise<ConnectProxy> {
  const tunnels: string[] = [];
  const forwarded: string[] = [];
  const isAllowed = ({ headers }: IncomingMessage): boolean =>
    headers['proxy-authorization'] === `Basic ${Buffer.from('user:hunter2').toString('base64')}`;
  const server = createServer((request, response) => {
    forwarded.push(request.url ?? '');
    response.writeHead(isAllowed(request) ? 200 : 407, { 'content-type': 'application/json' }).end('{"via":"proxy"}');
  });
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    const target = request.url ?? '';
    if (!isAllowed(request)) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
      return;
    }
    tunnels.push(target);
    const port = routes[target];
    if (port === undefined) {
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
      return;
    }
    const upstream = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      pipeBoth(socket, upstream);
    });
  });
  return { ...(await listen(server)), tunnels, forwarded };
}
