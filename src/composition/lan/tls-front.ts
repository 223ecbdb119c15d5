import { once } from 'node:events';
import { type IncomingMessage, request as httpRequest, type ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { CertifiedKey } from './certificate-authority.ts';

export interface TlsFront {
  readonly address: string;
  /** Each port leads to the same port on loopback. */
  readonly ports: readonly number[];
  readonly certified: CertifiedKey;
}

/** Listens with TLS on the ports of the services and passes requests to them with the client's address. @returns stop */
export async function startTlsFront({ address, ports, certified }: TlsFront): Promise<() => Promise<void>> {
  const servers: Server[] = [];
  const stop = async () => {
    for (const server of servers) {
      server.close();
      server.closeAllConnections();
    }
    await Promise.all(servers.filter(({ listening }) => listening).map((server) => once(server, 'close')));
  };
  try {
    for (const port of ports) {
      const server = createServer({ cert: certified.certificate, key: certified.key }, (request, response) =>
        forward(request, response, port),
      );
      servers.push(server);
      server.listen(port, address);
      await once(server, 'listening');
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

function forward(request: IncomingMessage, response: ServerResponse, port: number): void {
  const { method, url = '/', rawHeaders, socket } = request;
  if (isOperatorPath(url)) {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('Probes and metrics are for this computer only.\n');
    return;
  }
  const upstream = httpRequest({
    host: '127.0.0.1',
    port,
    method,
    path: url,
    // Forwarding headers of a client are not trusted.
    headers: [
      ...without(rawHeaders, /^x-forwarded-/i),
      'x-forwarded-for',
      socket.remoteAddress ?? '',
      'x-forwarded-proto',
      'https',
    ],
  });
  upstream.on('response', (received) => {
    // The name of a development computer is not bound to https for a year.
    response.writeHead(received.statusCode ?? 502, without(received.rawHeaders, /^strict-transport-security$/i));
    received.pipe(response);
  });
  upstream.on('error', () => {
    if (response.headersSent) response.destroy();
    else response.writeHead(502, { 'content-type': 'text/plain' }).end('The service does not respond.\n');
  });
  response.on('close', () => upstream.destroy());
  request.pipe(upstream);
}

/** Probes and metrics, which services serve on loopback in development. The path is compared as a service decodes it. */
function isOperatorPath(url: string): boolean {
  const path = url.split('?', 1)[0] ?? '';
  return /^\/+(healthz|readyz|metrics)\/*$/i.test(decoded(path));
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Removes headers by name from a flat list of names and values, which keeps repeated ones apart. */
const without = (rawHeaders: readonly string[], name: RegExp): string[] =>
  rawHeaders.filter((_text, index) => !name.test(rawHeaders[index - (index % 2)] ?? ''));
