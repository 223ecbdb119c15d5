import { widestNetwork } from '../../runtime/client-networks.ts';
import type { FairSlots } from '../../runtime/fair-slots.ts';
import type { OutboundHttp } from '../../runtime/outbound-http.ts';
import type { Client } from '../client.ts';
import { fetchJsonList } from '../fetch-json-document.ts';
import type { Reach } from '../reach/protected-resource.ts';
import { tooManyWaiting } from '../shared-attempt-limits.ts';
import { redirectSector } from './redirect-sector.ts';

/** Whether applications with one host share a subject: `pairwise` ones know a person by an identifier of their own. */
export type SubjectType = 'public' | 'pairwise';

/** Returns what is wrong with the reach of an application with pairwise subjects; undefined when nothing is. */
export const pairwiseReachViolation = (subjectType: SubjectType, reach: Reach | undefined): string | undefined =>
  subjectType === 'pairwise' && reach === 'platform'
    ? 'An application with pairwise subjects has the reach sign-in: the services of the platform know people by another subject.'
    : undefined;

/** Longest document, bytes: 20 redirect URIs of an application, and those of others. */
const longestDocument = 65_536;

export type SubjectSettings = Pick<Client, 'address' | 'redirectUris' | 'sectorIdentifierUri'> & {
  readonly subjectType: SubjectType;
};

export interface PairwiseSectors {
  /**
   * Returns the sector of an application, null with public subjects. The document of a sector identifier must list every
   * redirect URI (OpenID Connect Dynamic Client Registration 1.0 §5).
   *
   * @param ip who configures the application
   * @returns a text that says what is wrong
   * @throws DomainError 429 when too many fetches for one network wait
   */
  readonly find: (
    settings: SubjectSettings,
    ip: string,
  ) => Promise<Pick<Client, 'pairwiseSector' | 'sectorIdentifierUri'> | string>;
}

export interface PairwiseSectorsDependencies {
  readonly outbound: Pick<OutboundHttp, 'get' | 'checkUrl'>;
  /** Turns of fetches, by network. */
  readonly fetches: FairSlots;
}

export function createPairwiseSectors({ outbound, fetches }: PairwiseSectorsDependencies): PairwiseSectors {
  const documentViolation = async (uri: string, redirectUris: readonly string[]): Promise<string | undefined> => {
    const listed = await fetchJsonList(uri, { longest: longestDocument, outbound });
    if (typeof listed === 'string') return listed;
    const missing = redirectUris.find((redirectUri) => !listed.includes(redirectUri));
    return missing === undefined ? undefined : `does not list the redirect URI ${missing}`;
  };

  return {
    find: async (settings, ip) => {
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
