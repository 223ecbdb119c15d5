import { SignedJwtError, verifySignedJwt } from '../../protocol/signed-jwt.ts';
import type { Client } from '../client.ts';
import type { SsoSettings } from '../settings.ts';
import type { SigningKeys } from '../signing-keys.ts';

/** A request to end a session (OpenID Connect RP-Initiated Logout 1.0 §2). */
export interface LogoutRequest {
  /** Person whom `id_token_hint` names; null without one. Tokens are published, so that it proves nothing. */
  readonly hintedSub: string | null;
  /** Sector of the application that asks; null with public subjects. */
  readonly pairwiseSector: string | null;
  /** The application that asks; null when the request names none. */
  readonly clientAddress: string | null;
  /** Where the browser goes afterwards, with `state`; null when the request named no address. */
  readonly returnTo: string | null;
}

export type LogoutParameters = Readonly<
  Partial<Record<'id_token_hint' | 'client_id' | 'post_logout_redirect_uri' | 'state', string>>
>;

/** What reading a logout request needs of the provider. */
interface LogoutClients {
  readonly clients: {
    readonly byAddress: (
      address: string,
    ) => Promise<Pick<Client, 'address' | 'pairwiseSector' | 'postLogoutRedirectUris'> | undefined>;
  };
  readonly signingKeys: Pick<SigningKeys, 'resolve'>;
  readonly settings: Pick<SsoSettings, 'issuer'>;
}

/**
 * Reads a logout request. A request with a violation is never redirected (§3.1).
 *
 * @returns a text that says what is wrong
 */
export async function readLogoutRequest(
  parameters: LogoutParameters,
  context: LogoutClients,
): Promise<LogoutRequest | string> {
  const { id_token_hint: token, client_id: clientId, post_logout_redirect_uri: target, state } = parameters;
  const hint = token === undefined ? null : await readHint(token, context);
  if (hint === undefined) return 'id_token_hint is not an id_token of this provider.';
  if (hint && clientId !== undefined && clientId !== hint.clientAddress)
    return 'client_id is not the application of id_token_hint.';
  const hintedSub = hint?.sub ?? null;
  const address = hint?.clientAddress ?? clientId;
  const client = address === undefined ? undefined : await context.clients.byAddress(address);
  if (address !== undefined && !client) return 'client_id names no application of this provider.';
  const about = { hintedSub, pairwiseSector: client?.pairwiseSector ?? null, clientAddress: client?.address ?? null };
  if (target === undefined) return { ...about, returnTo: null };
  if (!client) return 'post_logout_redirect_uri needs id_token_hint or client_id.';
  if (!client.postLogoutRedirectUris.includes(target))
    return 'post_logout_redirect_uri is not registered for this application.';
  return { ...about, returnTo: withState(target, state) };
}

/** @returns undefined for anything but an id_token of this provider; it may have expired (§2) */
async function readHint(token: string, { signingKeys, settings: { issuer } }: LogoutClients) {
  try {
    const { iss, aud, sub } = (await verifySignedJwt(token, signingKeys.resolve, ['JWT'])).claims;
    if (iss !== issuer || typeof aud !== 'string' || typeof sub !== 'string') return undefined;
    return { clientAddress: aud, sub };
  } catch (error) {
    if (error instanceof SignedJwtError) return undefined;
    throw error;
  }
}

function withState(target: string, state: string | undefined): string {
  if (state === undefined) return target;
  // Appended as text, because parsing could rewrite the registered query.
  return `${target}${target.includes('?') ? '&' : '?'}${new URLSearchParams({ state }).toString()}`;
}
