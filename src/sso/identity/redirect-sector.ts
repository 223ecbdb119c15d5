import type { Client } from '../client.ts';

const loopbackHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Returns the sector of an application that shares it with no other. */
export const ownSector = ({ address }: Pick<Client, 'address'>): string => `client:${address}`;

/**
 * Returns the sector that the redirect URIs of an application share (OpenID Connect Core §8.1): their host. An application
 * on a person's own device has no host that would tell it from others, and is a sector of its own.
 *
 * @returns undefined when they are in several sectors
 */
export function redirectSector({
  address,
  redirectUris,
}: Pick<Client, 'address' | 'redirectUris'>): string | undefined {
  const own = ownSector({ address });
  const sectors = new Set(redirectUris.map((uri) => hostOf(uri) ?? own));
  if (sectors.size > 1) return undefined;
  const [sector = own] = sectors;
  return sector;
}

/** Returns the host of a site; undefined for a redirect URI on the person's own device (RFC 8252 §7). */
function hostOf(uri: string): string | undefined {
  const { protocol, hostname } = new URL(uri);
  return protocol.startsWith('http') && !loopbackHosts.has(hostname) ? hostname : undefined;
}
