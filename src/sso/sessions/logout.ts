import { ofRequest } from '../administration/audit-store.ts';
import type { FastifyRequest } from 'fastify';
import type { SsoHandlerContext } from '../context.ts';
import { clearedOwnerCookie, ownerCookieName } from '../caller/owner-session.ts';
import { placeOf } from './place.ts';
import { ownSecretKey } from '../tokens/grant-secrets.ts';
import { SignedJwtError, verifySignedJwt } from '../../protocol/signed-jwt.ts';
import type { Client } from '../clients/client.ts';
import type { SsoSettings } from '../settings.ts';
import { type SigningKeys, signRs256Jwt } from '../keys/signing-keys.ts';
import type { BaseLogger } from 'pino';
import type { OutboundHttp } from '../../runtime/outbound/outbound-http.ts';
import type { LogoutNotice } from './logout-notice-store.ts';

export function createLogoutModel(context: SsoHandlerContext) {
  const { browserSessions, sessionTree, subjects, metrics, now, settings } = context;
  const { issuer } = settings;
  const presented = async ({ cookies, ip, headers }: FastifyRequest) => {
    const token = cookies[ownerCookieName(issuer)];
    if (!token) return undefined;
    return browserSessions.use(ownSecretKey(token), now(), placeOf({ ip, userAgent: headers['user-agent'] }));
  };

  return {
    read: (parameters: LogoutParameters): Promise<LogoutRequest | string> => readLogoutRequest(parameters, context),
    /** Counts the applications that end with the session that this browser presents; undefined without a live one. */
    endedApplications: async (request: FastifyRequest): Promise<number | undefined> => {
      const session = await presented(request);
      if (!session) return undefined;
      const { browserSessionId: id, sub } = session;
      return (await sessionTree.preview({ kind: 'browser', sub, id }, sub, now())).applications;
    },
    /** Returns whether the live session that this browser presents is of the person whom the hint names. */
    isHinted: async (request: FastifyRequest, logout: LogoutRequest): Promise<boolean> => {
      const session = await presented(request);
      return session !== undefined && subjects.of(session.sub, logout) === logout.hintedSub;
    },
    /** Ends the session that this browser presents, with what was started in it. @returns the `Set-Cookie` value */
    end: async (request: FastifyRequest): Promise<string> => {
      const at = now();
      const session = await presented(request);
      if (session) {
        const { browserSessionId: id, sub } = session;
        const event = { event: 'browser_signed_out', at, ...ofRequest(request), ownerSub: sub } as const;
        const node = { kind: 'browser', sub, id } as const;
        const ended = await sessionTree.endSession({ node, reason: 'browser_signed_out', at, event });
        metrics.revoked('browser_signed_out', ended?.sessions);
      }
      return clearedOwnerCookie(issuer);
    },
  };
}

/** What the pages need of the provider to sign a browser out. */
export type LogoutModel = ReturnType<typeof createLogoutModel>;

/** A request to end a session (OpenID Connect RP-Initiated Logout 1.0 §2). */
interface LogoutRequest {
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
    return `post_logout_redirect_uri is not registered for this application: ${target}`;
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

/** Pauses after failed attempts, seconds: about three hours in all. */
const pauses = [5, 30, 120, 600, 1_800, 7_200] as const;
/** Seconds after which a notice that nobody finished is claimed again. */
const lease = 60;
const timeoutMs = 10_000;
/** Maximum number of concurrent requests, and those to one application, so that a slow one delays no other. */
const concurrency = 32;
const perClient = 4;

/** Sends logout tokens (OpenID Connect Back-Channel Logout 1.0 §2.5) until each is accepted or its attempts are used. */
export function createLogoutSender(
  context: SsoHandlerContext,
  {
    outbound,
    log,
  }: { readonly outbound: Pick<OutboundHttp, 'post'>; readonly log: Pick<BaseLogger, 'error' | 'warn'> },
) {
  const { logoutNotices: notices, metrics, now } = context;
  /** Requests in flight, with the application that each goes to. */
  const inFlight = new Map<Promise<void>, string>();
  const later = (seconds: number) => new Date(now().getTime() + seconds * 1000);

  const send = async (notice: LogoutNotice): Promise<void> => {
    const token = await signLogoutToken(notice, context);
    const response = await outbound.post({
      url: notice.uri,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'cache-control': 'no-store' },
      body: new URLSearchParams({ logout_token: token }).toString(),
      timeoutMs,
      maxResponseBytes: 1_024,
    });
    const accepted = response.status !== null && response.status >= 200 && response.status < 300;
    const pause = accepted ? undefined : pauses[notice.attempt - 1];
    metrics.logoutSent(accepted ? 'accepted' : pause === undefined ? 'given_up' : 'failed');
    if (pause !== undefined) return notices.postpone(notice, later(pause));
    if (!accepted) {
      const { clientAddress, attempt } = notice;
      const reason = response.status ?? response.error;
      log.warn({ clientAddress, attempt, reason }, 'a logout token was not accepted, and is not sent again');
    }
    await notices.delete(notice);
  };

  return {
    /** Starts to send what is due. Resolves when it is claimed. */
    round: async (): Promise<void> => {
      if (inFlight.size >= concurrency) return;
      const claimed = await notices.claim({
        at: now(),
        limit: concurrency - inFlight.size,
        perClient,
        busyClients: [...new Set(inFlight.values())],
        leaseUntil: later(lease),
      });
      for (const notice of claimed) {
        const sending = send(notice)
          .catch((error: unknown) => log.error({ err: error }, 'sending a logout token failed; it is tried again'))
          .finally(() => inFlight.delete(sending));
        inFlight.set(sending, notice.clientAddress);
      }
    },
    /** Waits for the requests in flight. */
    settled: async (): Promise<void> => {
      await Promise.all(inFlight.keys());
    },
  };
}

/** Seconds for which a logout token is valid (OpenID Connect Back-Channel Logout 1.0 §4). */
const lifetime = 120;

/** Signs a logout token (OpenID Connect Back-Channel Logout 1.0 §2.4). It has no nonce, so that it is no id_token. */
async function signLogoutToken(
  { id, clientAddress, ownerSub, pairwiseSector, sessionId }: LogoutNotice,
  { signingKeys, settings, subjects, now }: SsoHandlerContext,
): Promise<string> {
  const iat = Math.floor(now().getTime() / 1000);
  return signRs256Jwt(
    'logout+jwt',
    {
      iss: settings.issuer,
      aud: clientAddress,
      sub: subjects.of(ownerSub, { pairwiseSector }),
      sid: sessionId,
      jti: id,
      iat,
      exp: iat + lifetime,
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    },
    await signingKeys.current(),
  );
}
