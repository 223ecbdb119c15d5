import { resolve } from 'node:path';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request as httpRequest, type ServerResponse } from 'node:http';
import { renderUnicodeCompact } from 'uqr';
import { issueCertificate, loadLanAuthority, type CertifiedKey } from './certificate-authority.ts';
import type { LoadedSettings } from '../load-settings.ts';
import type { ServiceName } from '../settings.ts';
import type { LanHost } from './lan-host.ts';
import { html } from '../../html/html.ts';
import { createServer as createTlsServer, type Server } from 'node:https';

export interface LanDependencies extends Pick<LoadedSettings, 'settings' | 'addresses'> {
  readonly lan: LanHost;
  readonly services: readonly ServiceName[];
  readonly now: () => Date;
}

/** Opens the services to the local network with TLS, by a certificate authority of this computer. */
export async function startLan({ lan, services, settings, addresses, now }: LanDependencies): Promise<{
  /** What the person who started it reads: QR codes and how to trust it. */
  readonly text: string;
  readonly stop: () => Promise<void>;
}> {
  const { host, address } = lan;
  const authority = await loadLanAuthority(resolve(settings.DATA_DIR), host, now());
  const certified = await issueCertificate(authority, { hosts: [host, address], now: now() });
  const ports = services.map((name) => addresses[name].port);
  const stopFront = await startTlsFront({ address, ports, certified });
  const start = `${addresses.web.baseUrl}/`;
  const trust = `http://${address}:${settings.LAN_PORT}/`;
  const { certificate } = authority;
  const stopPage = await serveTrustPage({ address, port: settings.LAN_PORT, certificate, start }).catch(
    async (error: unknown) => {
      await stopFront();
      throw error;
    },
  );
  return {
    text: [
      '',
      `Everyone in this network can reach the platform at ${start}`,
      '',
      `1. On each device, once: open ${trust} and trust this computer.`,
      renderUnicodeCompact(trust, { border: 1 }),
      `   Fingerprint of its certificate: ${certificateFingerprint(certificate)}`,
      '',
      `2. Open ${start}`,
      renderUnicodeCompact(start, { border: 1 }),
      `   If the name ${host} is not found, set LAN_HOST to a name that resolves to ${address}.`,
    ].join('\n'),
    stop: async () => {
      await stopPage();
      await stopFront();
    },
  };
}

export interface TrustPage {
  readonly address: string;
  readonly port: number;
  /** Certificate of the authority, PEM. */
  readonly certificate: string;
  /** The page to open once the authority is trusted. */
  readonly start: string;
}

/** SHA-256 of a certificate, as systems show it. */
const certificateFingerprint = (certificate: string): string => new X509Certificate(certificate).fingerprint256;

/** Serves the authority's certificate and how to trust it, without TLS, because nobody trusts it yet. @returns stop */
async function serveTrustPage({ address, port, certificate, start }: TrustPage): Promise<() => Promise<void>> {
  const page = trustPage(start, certificateFingerprint(certificate));
  const server = createServer((request, response) => {
    response.setHeader('content-security-policy', "default-src 'none'");
    response.setHeader('x-content-type-options', 'nosniff');
    if (request.url === '/authority.crt')
      response.setHeader('content-type', 'application/x-x509-ca-cert').end(certificate);
    else if (request.url === '/') response.setHeader('content-type', 'text/html; charset=utf-8').end(page);
    else response.writeHead(404).end();
  });
  server.listen(port, address);
  await once(server, 'listening');
  return async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
}

const trustPage = (start: string, fingerprint: string): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Trust this computer</title>
      </head>
      <body>
        <h1>Trust this computer</h1>
        <p>
          Passkeys need https. This device trusts the development computer after you install its certificate authority.
        </p>
        <ol>
          <li><a href="/authority.crt">Download the certificate</a>.</li>
          <li>Compare its SHA-256 fingerprint with the one in the terminal: <code>${fingerprint}</code></li>
          <li>
            iPhone and iPad: Settings, Profile Downloaded, Install; then General, About, Certificate Trust Settings,
            switch it on. Android: Settings, Security, Encryption and credentials, Install a certificate, CA
            certificate. Mac: open it and set Always Trust in Keychain Access. Firefox: Settings, Certificates,
            Authorities, Import.
          </li>
          <li><a href="${start}">Open the platform</a>.</li>
        </ol>
        <p>Remove the certificate when you are done: anyone with access to this computer can sign for any name.</p>
      </body>
    </html>`.markup;

interface TlsFront {
  readonly address: string;
  /** Each port leads to the same port on loopback. */
  readonly ports: readonly number[];
  readonly certified: CertifiedKey;
}

/** Listens with TLS on the ports of the services and passes requests to them with the client's address. @returns stop */
async function startTlsFront({ address, ports, certified }: TlsFront): Promise<() => Promise<void>> {
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
      const server = createTlsServer({ cert: certified.certificate, key: certified.key }, (request, response) =>
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
