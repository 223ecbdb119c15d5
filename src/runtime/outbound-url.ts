import { AddressNotPublicError, permittedAddresses, type TargetRules, withoutBrackets } from './outbound-target.ts';

/** Why requests to a URL are refused. */
export interface UrlRefusal {
  readonly reason: 'maxLength' | 'format' | 'https_required' | 'credentials_in_url' | 'address_not_public';
  /** Completes a sentence whose subject is the URL: `must begin with https`. */
  readonly message: string;
}

const longestUrl = 2048;
/** Characters of a name in DNS, without the dot of the root (RFC 1035 §2.3.4). */
const longestName = 253;

/** Parses a URL and checks everything that needs no look-up. */
export function parseTargetUrl(text: string): URL | UrlRefusal {
  if (text.length > longestUrl) {
    return { reason: 'maxLength', message: `must be at most ${longestUrl} characters long, not ${text.length}` };
  }
  const url = URL.parse(text);
  if (!url) return { reason: 'format', message: 'must be an absolute https address' };
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return httpsRequired;
  if (url.username !== '' || url.password !== '') {
    return { reason: 'credentials_in_url', message: 'must not contain a user name or password' };
  }
  const name = url.hostname.replace(/\.$/, '');
  if (name.length > longestName) {
    return { reason: 'format', message: `must name a host of at most ${longestName} characters, not ${name.length}` };
  }
  if (refusedPorts.has(url.port)) {
    return { reason: 'format', message: `must not name port ${url.port}, which belongs to another protocol` };
  }
  return url;
}

/**
 * Checks a URL that a user registers. An https URL whose name does not resolve is accepted, because every connection
 * checks again. An http URL must resolve, because only explicitly allowed addresses may use plain http.
 */
export async function checkTargetUrl(text: string, rules: TargetRules): Promise<UrlRefusal | undefined> {
  const url = parseTargetUrl(text);
  if (!(url instanceof URL)) return url;
  try {
    await permittedAddresses(withoutBrackets(url.hostname), url.protocol, rules);
    return undefined;
  } catch (error) {
    if (url.protocol === 'http:') return httpsRequired;
    if (!(error instanceof AddressNotPublicError)) return undefined;
    return { reason: 'address_not_public', message: `must be public; ${error.message}` };
  }
}

const httpsRequired: UrlRefusal = { reason: 'https_required', message: 'must begin with https' };

/** Port 0 and the blocked ports of Fetch §2.9, whose protocols could misinterpret a request. */
const refusedPorts: ReadonlySet<string> = new Set(
  (
    '0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 123 ' +
    '135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993 ' +
    '995 1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080'
  ).split(' '),
);
