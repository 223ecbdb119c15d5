import { isIP } from 'node:net';
import { type AddressFilter, nonPublicRange } from './public-address.ts';

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** Resolves a name to all its addresses within seconds; rejects when it has none. */
export type Resolve = (name: string) => Promise<readonly ResolvedAddress[]>;

/** Rules that decide whether a request may be sent to an address. */
export interface TargetRules {
  /** Networks that are allowed although they are not public, also over plain http. */
  readonly allowed: AddressFilter;
  readonly resolve: Resolve;
}

/** The address, or one of the addresses of the name, is not public. */
export class AddressNotPublicError extends Error {
  constructor(host: string, address: string, kind: string) {
    super(`${host === address ? address : `${host} resolves to ${address}, which`} is a ${kind} address`);
    this.name = 'AddressNotPublicError';
  }
}

/** The name has no address, or its look-up timed out. */
export class NameNotResolvedError extends Error {
  constructor(name: string, options?: ErrorOptions) {
    super(`${name} does not resolve`, options);
    this.name = 'NameNotResolvedError';
  }
}

const loopback: readonly ResolvedAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/**
 * Returns the addresses of a host to which requests are allowed. A name with any address that is not allowed is refused,
 * because otherwise chance or the owner of the name would decide where a request goes.
 *
 * @param host a name, or an address without brackets, as the URL parser writes it
 * @throws AddressNotPublicError
 */
export async function permittedAddresses(
  host: string,
  protocol: string,
  { allowed, resolve }: TargetRules,
): Promise<readonly ResolvedAddress[]> {
  const family = isIP(host);
  if (isLocalhost(host)) {
    const open = loopback.filter(({ address }) => allowed(address));
    if (open.length === 0) throw new AddressNotPublicError(host, '127.0.0.1', 'loopback');
    return open;
  }
  const addresses = family === 0 ? await resolve(host) : [{ address: host, family }];
  for (const { address } of addresses) checkAddress(host, address, protocol, allowed);
  return addresses;
}

/** @throws AddressNotPublicError */
export function checkAddress(host: string, address: string, protocol: string, allowed: AddressFilter): void {
  if (allowed(address)) return;
  const kind = nonPublicRange(address) ?? (protocol === 'https:' ? undefined : 'public (https only)');
  if (kind !== undefined) throw new AddressNotPublicError(host, address, kind);
}

/** RFC 6761 §6.3: these names are loopback, whatever a resolver returns. */
function isLocalhost(host: string): boolean {
  return /^(.+\.)?localhost\.?$/.test(host);
}

/** Converts the host of a URL to the form of sockets and resolvers: `[::1]` becomes `::1`. */
export function withoutBrackets(host: string): string {
  return host.replace(/^\[|\]$/g, '');
}
