import { sign } from 'node:crypto';
import { encodeBase64url } from '../../protocol/base64url.ts';
import { isJsonObject } from '../../protocol/json-object.ts';
import type { Http2Response } from '../../runtime/outbound/http2-client.ts';
import {
  createMobileTransport,
  expiryOf,
  failedUntil,
  mobileData,
  type MobileTransportDependencies,
  type HandoverResult,
  type PushTransport,
} from './push-transport.ts';
import { type FcmCredentials, parsePushKey } from './push-credentials-store.ts';
import type { ClaimedPush } from './push-store.ts';

// https://firebase.google.com/docs/reference/fcm/rest/v1/projects.messages/send

const server = 'https://fcm.googleapis.com';
const tokenServer = 'https://oauth2.googleapis.com';
const scope = 'https://www.googleapis.com/auth/firebase.messaging';
/** A token with less remaining lifetime is replaced, seconds. */
const renewBeforeSeconds = 300;

interface AccessToken {
  readonly of: FcmCredentials;
  readonly token: string;
  /** Unix seconds. */
  readonly expiresAt: number;
}

/** Transport of Firebase Cloud Messaging, HTTP v1. */
export function createFcmTransport(dependencies: MobileTransportDependencies): PushTransport {
  const { http, masterKey, credentials, endpoint, now, log } = dependencies;
  const seconds = () => Math.floor(now().getTime() / 1000);
  /** The current token, or the request for one, which all pushes share. */
  let current: Promise<AccessToken | undefined> | undefined;

  const requestToken = async (of: FcmCredentials): Promise<AccessToken | undefined> => {
    const url = `${endpoint ?? tokenServer}/token`;
    const assertion = signAssertion(of, url, seconds());
    const form = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion });
    const response = await http.post({
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
    });
    const { access_token: token, expires_in: lifetime } = bodyOf(response);
    if (response.status === 200 && typeof token === 'string' && Number(lifetime) > 0)
      return { of, token, expiresAt: seconds() + Number(lifetime) };
    log.error({ status: response.status, reason: bodyOf(response)['error'] }, 'Google refuses the push credentials');
    return undefined;
  };

  const accessToken = async (of: FcmCredentials): Promise<AccessToken | undefined> => {
    const shared = current;
    const known = await shared;
    if (known && known.of === of && known.expiresAt - seconds() > renewBeforeSeconds) return known;
    if (current === shared) current = requestToken(of);
    return current;
  };

  const post = (push: ClaimedPush, token: string, own: FcmCredentials, access: AccessToken): Promise<Http2Response> =>
    http.post({
      url: `${endpoint ?? server}/v1/projects/${own.projectId}/messages:send`,
      headers: { authorization: `Bearer ${access.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        message: {
          token,
          notification: { title: push.title },
          data: mobileData(masterKey, push),
          android: {
            // A push that is sent again replaces the one that waits, and the one on the screen.
            collapse_key: push.notificationId,
            notification: { tag: push.notificationId },
            ttl: `${Math.max(0, expiryOf(push) - seconds())}s`,
            priority: 'HIGH',
          },
        },
      }),
    });

  return createMobileTransport(dependencies, async (push, token) => {
    const own = await credentials.find('fcm');
    const access = own && (await accessToken(own));
    if (!own || !access) return 'failed';
    let response = await post(push, token, own, access);
    if (response.status === 401) {
      if ((await current) === access) current = undefined;
      const renewed = await accessToken(own);
      if (!renewed) return 'failed';
      response = await post(push, token, own, renewed);
    }
    return handoverResult(response, now());
  });
}

function signAssertion(own: FcmCredentials, aud: string, iat: number): string {
  const key = parsePushKey(own);
  if (!key) throw new Error('The stored FCM key cannot be read.');
  const part = (value: object) => encodeBase64url(Buffer.from(JSON.stringify(value)));
  const claims = { iss: own.clientEmail, scope, aud, iat, exp: iat + 3600 };
  const input = `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}`;
  return `${input}.${encodeBase64url(sign('sha256', Buffer.from(input), key))}`;
}

function bodyOf(response: Http2Response): Readonly<Record<string, unknown>> {
  if (response.status === null) return {};
  try {
    const body: unknown = JSON.parse(response.body);
    return isJsonObject(body) ? body : {};
  } catch {
    return {};
  }
}

/** `errorCode` of google.firebase.fcm.v1.FcmError in the details of an error. */
function errorCodeOf(response: Http2Response): unknown {
  const { error } = bodyOf(response);
  const details: unknown = isJsonObject(error) ? error['details'] : undefined;
  return Array.isArray(details)
    ? details.find((detail) => isJsonObject(detail) && detail['errorCode'] !== undefined)?.errorCode
    : undefined;
}

function handoverResult(response: Http2Response, now: Date): HandoverResult {
  const { status } = response;
  if (status === null) return 'failed';
  if (status === 200) return 'accepted';
  const code = errorCodeOf(response);
  if (status === 404 || code === 'UNREGISTERED' || code === 'SENDER_ID_MISMATCH') return 'gone';
  // An operator can replace refused credentials while the push waits.
  if (status === 401 || status === 403 || status === 429 || status >= 500) return failedUntil(response.headers, now);
  return 'refused';
}
