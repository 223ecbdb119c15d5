import type { Client } from '../client.ts';
import { invalidDpopProof, invalidOauthRequest } from '../errors/oauth-errors.ts';
import type { SsoSettings } from '../settings.ts';

type Resources = Pick<SsoSettings, 'resources'>;
type DemandingClient = Pick<Client, 'dpopBoundAccessTokens'>;

/** Returns whether one of the audiences accepts only tokens that are bound to a key (RFC 9728 §2). */
const audienceDemandsDpop = (audience: readonly string[], { resources = [] }: Resources): boolean =>
  resources.some(({ uri, requiresDpop }) => requiresDpop && audience.includes(uri));

/**
 * Returns whether the tokens of a request must be bound to a key: because its application said so (RFC 9449 §5.2), or
 * because its service accepts no others.
 */
export const demandsDpop = (client: DemandingClient, resource: string | null, settings: Resources): boolean =>
  client.dpopBoundAccessTokens || (resource !== null && audienceDemandsDpop([resource], settings));

/**
 * Rejects a request whose tokens could not be used, before a person is asked: its service demands a key, and neither the
 * request nor the registration of its application promises a proof.
 *
 * @throws DomainError `invalid_request`
 */
export function requireKeyOrPromise(
  { dpopJkt, resource }: { readonly dpopJkt: string | undefined; readonly resource: string | null },
  client: DemandingClient,
  settings: Resources,
): void {
  if (dpopJkt !== undefined || client.dpopBoundAccessTokens) return;
  if (demandsDpop(client, resource, settings))
    throw invalidOauthRequest(
      'resource accepts only tokens that are bound to a key (RFC 9449): send dpop_jkt, or push the request with a DPoP proof, or register the application with dpop_bound_access_tokens.',
    );
}

/**
 * Rejects a token request whose tokens would have to be bound to a key and are not.
 *
 * @param jkt key of the session; null for one without
 * @throws DomainError `invalid_dpop_proof`
 */
export function requireBinding(
  jkt: string | null,
  { client, audience }: { readonly client: DemandingClient; readonly audience: readonly string[] },
  settings: Resources,
): void {
  if (jkt !== null || !(client.dpopBoundAccessTokens || audienceDemandsDpop(audience, settings))) return;
  throw invalidDpopProof(
    'The DPoP header is missing: this application or service needs tokens that are bound to a key, from the first token request on.',
  );
}
