import { isJsonObject } from '../../protocol/json-object.ts';
import type { OutboundHttp } from '../../runtime/outbound-http.ts';
import type { AttemptLimits } from '../attempt-limits.ts';
import { clientDocumentRefused } from '../errors/oauth-errors.ts';
import { logoutUriViolation } from '../logout/check-logout-uri.ts';
import type { SsoSettings } from '../settings.ts';
import type { ClientStore, NewClient } from '../store/clients.ts';
import { clientIdUrlViolation, isClientIdUrl } from './client-id-url.ts';
import { originsOf, readClientMetadata } from './client-metadata.ts';
import { documentLifetime } from './document-lifetime.ts';

/** Longest document, bytes (draft-ietf-oauth-client-id-metadata-document-02 §8.7 recommends 5 kilobytes). */
const longestDocument = 10_240;
const timeoutMs = 5_000;

/** Applications whose client_id is the URL of their metadata (draft-ietf-oauth-client-id-metadata-document-02). */
export interface ClientDocuments {
  /**
   * Fetches the metadata of a client_id that is a URL, unless the known one is fresh; does nothing for other clients.
   *
   * @throws DomainError `invalid_client` when it cannot be used; 429 after too many fetches for one network
   */
  readonly refresh: (clientId: string | undefined, ip: string) => Promise<void>;
}

export interface ClientDocumentsDependencies {
  readonly clients: Pick<ClientStore, 'byAddress' | 'saveDocument'>;
  readonly outbound: Pick<OutboundHttp, 'get' | 'checkUrl'>;
  readonly settings: Pick<SsoSettings, 'clientRegistration'>;
  readonly limits: AttemptLimits;
  readonly now: () => Date;
}

export function createClientDocuments(dependencies: ClientDocumentsDependencies): ClientDocuments {
  const { clients, outbound, settings, limits, now } = dependencies;
  /** Concurrent requests with one client_id share a fetch. */
  const fetching = new Map<string, Promise<void>>();

  const fetchDocument = async (clientId: string): Promise<void> => {
    const read = await readDocument(clientId, outbound);
    if (typeof read === 'string') throw clientDocumentRefused(clientId, read);
    const at = now();
    const freshUntil = new Date(at.getTime() + read.lifetime * 1000);
    await clients.saveDocument({ ...read.client, createdAt: at }, freshUntil);
  };

  return {
    refresh: async (clientId, ip) => {
      if (clientId === undefined || !isClientIdUrl(clientId) || (settings.clientRegistration ?? 'off') === 'off')
        return;
      const known = await clients.byAddress(clientId);
      if (known && known.registration !== 'metadata') return;
      if (known?.metadataFreshUntil && known.metadataFreshUntil > now()) return;
      const violation = clientIdUrlViolation(clientId);
      if (violation !== undefined) throw clientDocumentRefused(clientId, violation);
      limits.consume('fetchClientMetadata', ip);
      const running = fetching.get(clientId) ?? fetchDocument(clientId).finally(() => fetching.delete(clientId));
      fetching.set(clientId, running);
      await running;
    },
  };
}

interface ReadDocument {
  readonly client: Omit<NewClient, 'createdAt'>;
  /** Seconds. */
  readonly lifetime: number;
}

/** @returns what is wrong with the document, as the end of a sentence about its URL */
async function readDocument(
  clientId: string,
  outbound: ClientDocumentsDependencies['outbound'],
): Promise<ReadDocument | string> {
  const refusal = await outbound.checkUrl(clientId);
  if (refusal) return refusal.message;
  const headers = { accept: 'application/json' };
  const response = await outbound.get({ url: clientId, headers, timeoutMs, maxResponseBytes: longestDocument + 1 });
  if (response.status === null) return `cannot be fetched: ${response.error}`;
  if (response.status !== 200) return `responded with the status ${response.status} instead of 200`;
  if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(response.headers['content-type'] ?? ''))
    return 'is not served as application/json';
  if (response.body.length > longestDocument) return `is longer than ${longestDocument} bytes`;
  const document = parseJson(response.body);
  if (!isJsonObject(document)) return 'is not a JSON object';
  if (document['client_id'] !== clientId) return 'has another client_id than its own URL';
  if ('client_secret' in document || 'client_secret_expires_at' in document) return 'must not contain a client secret';

  const metadata = readClientMetadata(document);
  if ('code' in metadata) return `cannot be used: ${metadata.text}`;
  const { authMethod = 'none', grantTypes: _grants, name, ...members } = metadata;
  if (authMethod !== 'none' && authMethod !== 'private_key_jwt')
    return 'must not authenticate with a secret (token_endpoint_auth_method)';
  const violation = await logoutUriViolation(members.backchannelLogoutUri, outbound);
  if (violation !== undefined) return `cannot be used: ${violation}`;
  return {
    client: {
      address: clientId,
      name: name ?? new URL(clientId).hostname.slice(0, 80),
      allowedOrigins: originsOf(members.redirectUris),
      reach: 'sign-in',
      registration: 'metadata',
      tokenEndpointAuthMethod: authMethod,
      ...members,
    },
    lifetime: documentLifetime(response.headers['cache-control']),
  };
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}
