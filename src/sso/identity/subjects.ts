import type { Client } from '../clients/client.ts';
import { widestNetwork } from '../../runtime/http/rate-limit.ts';
import type { FairSlots } from '../../runtime/jobs/fair-queue.ts';
import type { OutboundHttp } from '../../runtime/outbound/outbound-http.ts';
import { fetchJsonList } from '../clients/fetch-document.ts';
import type { Reach } from '../settings.ts';
import { keyedHash } from '../../runtime/start/master-key.ts';
import { tooManyWaiting } from '../limits/attempt-limits.ts';

/** @param key secret: without it, nobody can link a pairwise subject to a session address or to another one */
export function createSubjects(key: Uint8Array) {
  const hash = keyedHash(key);
  // A session address has a fixed length, so that address and sector have one concatenation.
  const pairwise = (ownerSub: string, sector: string) => hash(ownerSub + sector, 'hex').slice(0, 32);
  return {
    /**
     * Returns the claim `sub` of an owner for an application: the session address, or with pairwise subjects (OpenID
     * Connect Core §8.1) an identifier that is the same for all applications of one sector and for no others.
     */
    of: (ownerSub: string, { pairwiseSector }: Pick<Client, 'pairwiseSector'>): string =>
      pairwiseSector === null ? ownerSub : pairwise(ownerSub, pairwiseSector),
  };
}

export type Subjects = ReturnType<typeof createSubjects>;

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

/** Whether applications with one host share a subject: `pairwise` ones know a person by an identifier of their own. */
export type SubjectType = 'public' | 'pairwise';

/** Returns what is wrong with the reach of an application with pairwise subjects; undefined when nothing is. */
export const pairwiseReachViolation = (subjectType: SubjectType, reach: Reach | undefined): string | undefined =>
  subjectType === 'pairwise' && reach === 'platform'
    ? 'An application with pairwise subjects has the reach sign-in: the services of the platform know people by another subject.'
    : undefined;

/** Longest document, bytes: 20 redirect URIs of an application, and those of others. */
const longestDocument = 65_536;

interface PairwiseSectorsDependencies {
  readonly outbound: Pick<OutboundHttp, 'get' | 'checkUrl'>;
  /** Turns of fetches, by network. */
  readonly fetches: FairSlots;
}

export function createPairwiseSectors({ outbound, fetches }: PairwiseSectorsDependencies) {
  const documentViolation = async (uri: string, redirectUris: readonly string[]): Promise<string | undefined> => {
    const listed = await fetchJsonList(uri, { longest: longestDocument, outbound });
    if (typeof listed === 'string') return listed;
    const missing = redirectUris.find((redirectUri) => !listed.includes(redirectUri));
    return missing === undefined ? undefined : `does not list the redirect URI ${missing}`;
  };

  return {
    /**
     * Returns the sector of an application, null with public subjects. The document of a sector identifier must list every
     * redirect URI (OpenID Connect Dynamic Client Registration 1.0 §5).
     *
     * @param ip who configures the application
     * @returns a text that says what is wrong
     * @throws DomainError 429 when too many fetches for one network wait
     */
    find: async (
      settings: Pick<Client, 'address' | 'redirectUris' | 'sectorIdentifierUri'> & {
        readonly subjectType: SubjectType;
      },
      ip: string,
    ): Promise<Pick<Client, 'pairwiseSector' | 'sectorIdentifierUri'> | string> => {
      const { subjectType, redirectUris, sectorIdentifierUri } = settings;
      if (sectorIdentifierUri !== null) {
        const checking = fetches.run(widestNetwork(ip), () => documentViolation(sectorIdentifierUri, redirectUris));
        if (!checking) throw tooManyWaiting();
        const violation = await checking;
        if (violation !== undefined) return `The sector identifier ${sectorIdentifierUri} ${violation}.`;
      }
      if (subjectType === 'public') return { pairwiseSector: null, sectorIdentifierUri };
      const sector = sectorIdentifierUri === null ? redirectSector(settings) : new URL(sectorIdentifierUri).hostname;
      if (sector !== undefined) return { pairwiseSector: sector, sectorIdentifierUri };
      return 'Pairwise subjects with redirect URIs on several hosts need a sector identifier: the https URL of a JSON list of these URIs.';
    },
  };
}

export type PairwiseSectors = ReturnType<typeof createPairwiseSectors>;

/** Returns what the audit names instead of an erased owner: always the same for one session address. */
export type AuditPseudonym = (sub: string) => string;

/** @param key secret: without it, the pseudonym cannot be linked to a session address */
export function createAuditPseudonym(key: Uint8Array): AuditPseudonym {
  const hash = keyedHash(key);
  return (sub) => `erased:${hash(sub, 'hex').slice(0, 32)}`;
}
