import { resolve } from 'node:path';
import { renderUnicodeCompact } from 'uqr';
import { issueCertificate } from './certificate-authority.ts';
import type { LoadedSettings } from '../load-settings.ts';
import type { ServiceName } from '../service-name.ts';
import { loadLanAuthority } from './lan-authority.ts';
import type { LanHost } from './lan-host.ts';
import { startTlsFront } from './tls-front.ts';
import { certificateFingerprint, serveTrustPage } from './trust-page.ts';

export interface LanDependencies extends Pick<LoadedSettings, 'settings' | 'addresses'> {
  readonly lan: LanHost;
  readonly services: readonly ServiceName[];
  readonly now: () => Date;
}

export interface RunningLan {
  /** What the person who started it reads: QR codes and how to trust it. */
  readonly text: string;
  readonly stop: () => Promise<void>;
}

/** Opens the services to the local network with TLS, by a certificate authority of this computer. */
export async function startLan({ lan, services, settings, addresses, now }: LanDependencies): Promise<RunningLan> {
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
