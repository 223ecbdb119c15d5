import { widestNetwork } from '../../runtime/http/rate-limit.ts';
import type { FairSlots } from '../../runtime/jobs/fair-queue.ts';
import type { OutboundHttp } from '../../runtime/outbound/outbound-http.ts';
import { type NewClient, resembledName } from './client.ts';
import { clientDocumentRefused } from '../errors/oauth-errors.ts';
import { clientIdUrlViolation, isClientIdUrl, fetchedUriViolation, logoutUriViolation } from './addresses.ts';
import { documentLifetime, fetchJsonDocument } from './fetch-document.ts';
import type { SsoSettings } from '../settings.ts';
import { type SharedAttemptLimits, tooManyWaiting } from '../limits/attempt-limits.ts';
import type { ClientStore } from './client-store.ts';
import type { SelfRegisteredClientStore } from './self-registered-client-store.ts';
import { originsOf, readClientMetadata } from './client-metadata.ts';

/** Longest document, bytes (draft-ietf-oauth-client-id-metadata-document-03 recommends 5 kilobytes). */
const longestDocument = 10_240;

interface ClientDocumentsDependencies {
  readonly clients: Pick<ClientStore, 'byAddress'>;
  readonly selfRegisteredClients: Pick<SelfRegisteredClientStore, 'saveDocument'>;
  readonly outbound: Pick<OutboundHttp, 'get' | 'checkUrl'>;
  readonly settings: Pick<SsoSettings, 'clientRegistration' | 'reservedNames'>;
  readonly sharedLimits: SharedAttemptLimits;
  /** Turns of fetches, by network. */
  readonly fetches: FairSlots;
  readonly now: () => Date;
}

export function createClientDocuments(dependencies: ClientDocumentsDependencies) {
  const { clients, selfRegisteredClients, outbound, settings, sharedLimits, fetches, now } = dependencies;
  /** Concurrent requests with one client_id share a fetch. */
  const fetching = new Map<string, Promise<void>>();

  const fetchDocument = async (clientId: string): Promise<void> => {
    const read = await readDocument(clientId, outbound, settings.reservedNames ?? []);
    if (typeof read === 'string') throw clientDocumentRefused(clientId, read);
    const at = now();
    const freshUntil = new Date(at.getTime() + read.lifetime * 1000);
    await selfRegisteredClients.saveDocument({ ...read.client, createdAt: at }, freshUntil);
  };

  return {
    /**
     * Fetches the metadata of a client_id that is a URL, unless the known one is fresh; does nothing for other clients.
     *
     * @throws DomainError `invalid_client` when it cannot be used; 429 after too many fetches for one network
     */
    refresh: async (clientId: string | undefined, ip: string): Promise<void> => {
      if (clientId === undefined || !isClientIdUrl(clientId) || (settings.clientRegistration ?? 'off') === 'off')
        return;
      const known = await clients.byAddress(clientId);
      if (known && known.registration !== 'metadata') return;
      if (known?.metadataFreshUntil && known.metadataFreshUntil > now()) return;
      const violation = clientIdUrlViolation(clientId);
      if (violation !== undefined) throw clientDocumentRefused(clientId, violation);
      await sharedLimits.consume('fetchClientMetadata', ip);
      const running = fetching.get(clientId);
      if (running) return running;
      const started = fetches.run(widestNetwork(ip), () => fetchDocument(clientId));
      if (!started) throw tooManyWaiting();
      const shared = started.finally(() => fetching.delete(clientId));
      fetching.set(clientId, shared);
      await shared;
    },
  };
}

/** Applications whose client_id is the URL of their metadata (draft-ietf-oauth-client-id-metadata-document-03). */
export type ClientDocuments = ReturnType<typeof createClientDocuments>;

interface ReadDocument {
  readonly client: Omit<NewClient, 'createdAt'>;
  /** Seconds. */
  readonly lifetime: number;
}

/** @returns what is wrong with the document, as the end of a sentence about its URL */
async function readDocument(
  clientId: string,
  outbound: ClientDocumentsDependencies['outbound'],
  reservedNames: readonly string[],
): Promise<ReadDocument | string> {
  const fetched = await fetchJsonDocument(clientId, { longest: longestDocument, outbound });
  if (typeof fetched === 'string') return fetched;
  const { document, cacheControl } = fetched;
  if (document['client_id'] !== clientId) return 'has another client_id than its own URL';
  if ('client_secret' in document || 'client_secret_expires_at' in document) return 'must not contain a client secret';

  const metadata = readClientMetadata(document);
  if ('code' in metadata) return `cannot be used: ${metadata.text}`;
  const {
    authMethod = 'none',
    grantTypes: _grants,
    name,
    subjectType,
    sectorIdentifierUri: _sector,
    ...members
  } = metadata;
  // The document may change, and with it the sector: everybody would get another subject.
  if (subjectType !== 'public') return 'must have the subject_type public';
  if (authMethod !== 'none' && authMethod !== 'private_key_jwt')
    return 'must not authenticate with a secret (token_endpoint_auth_method)';
  const shownName = name ?? new URL(clientId).hostname.slice(0, 80);
  const resembled = resembledName(shownName, reservedNames);
  if (resembled !== undefined) return `cannot be used: its name resembles ${resembled}`;
  const violation =
    (await logoutUriViolation(members.backchannelLogoutUri, outbound)) ??
    (await fetchedUriViolation(members.jwksUri, outbound));
  if (violation !== undefined) return `cannot be used: ${violation}`;
  return {
    client: {
      address: clientId,
      name: shownName,
      allowedOrigins: originsOf(members.redirectUris),
      reach: 'sign-in',
      registration: 'metadata',
      tokenEndpointAuthMethod: authMethod,
      ...members,
    },
    lifetime: documentLifetime(cacheControl),
  };
}
