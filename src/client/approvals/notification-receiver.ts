import { equalText, responseText } from '../../protocol/bytes.ts';
import { encodeBase64url } from '../../protocol/base64url.ts';
import { isJsonObject } from '../../protocol/json-object.ts';

const maxBytes = 4 * 1024;

export interface ApprovalNotificationOptions {
  /**
   * Bearer token that the provider sends, 22 to 1,024 characters. Default: random, for a single process; several processes
   * share one from their secrets.
   */
  readonly token?: string | undefined;
  /** Called once a decision can be fetched, for requests of other processes. */
  readonly onDecision?: ((authReqId: string) => void) | undefined;
}

/** The endpoint at which a provider notifies a client in ping mode. */
export interface ApprovalNotifications {
  /** Sent as `client_notification_token`. */
  readonly token: string;
  /** Handles a request of the provider: 204, 401 for another token, or 400. */
  readonly handle: (request: Request) => Promise<Response>;
  /** Calls back on the notification of a request. @returns a function that stops this */
  readonly listen: (authReqId: string, listener: () => void) => () => void;
}

/**
 * Creates the handler of a client notification endpoint (CIBA Core §10.2). It says only that a decision can be fetched, so
 * a forged or repeated notification grants nothing.
 *
 * @throws TypeError for a token that is too short or no bearer token
 */
export function createApprovalNotifications({
  token = encodeBase64url(crypto.getRandomValues(new Uint8Array(32))),
  onDecision,
}: ApprovalNotificationOptions = {}): ApprovalNotifications {
  if (!/^[A-Za-z0-9._~+/-]{22,1024}=*$/.test(token))
    throw new TypeError('token must have 22 to 1024 characters of a bearer token.');
  const listeners = new Map<string, () => void>();
  return {
    token,
    handle: async (request) => {
      const [, presented = ''] = /^Bearer +(.+)$/i.exec(request.headers.get('authorization') ?? '') ?? [];
      if (!equalText(presented, token))
        return new Response(null, { status: 401, headers: { 'www-authenticate': 'Bearer' } });
      const body = await responseText(new Response(request.body), maxBytes)
        .then(JSON.parse)
        .catch(() => undefined);
      const id: unknown = isJsonObject(body) ? body['auth_req_id'] : undefined;
      if (request.method !== 'POST' || typeof id !== 'string') return new Response(null, { status: 400 });
      listeners.get(id)?.();
      onDecision?.(id);
      return new Response(null, { status: 204 });
    },
    listen: (authReqId, listener) => {
      listeners.set(authReqId, listener);
      return () => void listeners.delete(authReqId);
    },
  };
}
