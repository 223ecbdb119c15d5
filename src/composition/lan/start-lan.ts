import { resolve } from 'node:path';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { renderUnicodeCompact } from 'uqr';
import { issueCertificate, loadLanAuthority } from './certificate-authority.ts';
import type { LoadedSettings } from '../load-settings.ts';
import type { ServiceName } from '../settings.ts';
import type { LanHost } from './lan-host.ts';
import { startTlsFront } from './tls-front.ts';
import { html } from '../../html/html.ts';

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
