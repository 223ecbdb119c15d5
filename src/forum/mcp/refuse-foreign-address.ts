import { hostNotAllowed, pageNotAllowed } from '../errors.ts';

/** Names of this computer, which no DNS server can give to another. */
const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

/** What a request says about where it comes from and where it was sent. */
export interface RequestAddress {
  readonly origin: string | undefined;
  readonly host: string;
}

/**
 * Creates the check that protects a server against DNS rebinding: the Host is the server's name, and a web page that
 * calls it, which browsers name in Origin, is of the same name. Ports may differ, because containers publish them under others.
 *
 * @throws DomainError for a foreign Origin or Host
 */
export function createAddressCheck(baseUrl: string): (request: RequestAddress) => void {
  const { hostname, host: expected } = new URL(baseUrl);
  const allowed = loopbackNames.includes(hostname) ? loopbackNames : [hostname];
  return ({ origin, host }) => {
    if (origin !== undefined && !allowed.includes(hostnameOf(origin) ?? '')) throw pageNotAllowed(origin.slice(0, 200));
    // The usual host needs no parsing.
    if (host !== expected && !allowed.includes(hostnameOf(`http://${host}`) ?? ''))
      throw hostNotAllowed(host.slice(0, 200), expected);
  };
}

const hostnameOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).hostname : undefined);
