import { sign } from 'node:crypto';
import { encodeBase64url } from '../../protocol/base64url.ts';
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
import { type ApnsCredentials, parsePushKey } from './push-credentials-store.ts';
import type { ClaimedPush } from './push-store.ts';

// https://developer.apple.com/documentation/usernotifications/sending-notification-requests-to-apns

const servers = { production: 'https://api.push.apple.com', sandbox: 'https://api.sandbox.push.apple.com' } as const;
/** Apple accepts a token for an hour, and refuses one that is replaced within 20 minutes. */
const tokenSeconds = 50 * 60;

/** Transport of the Apple Push Notification service. */
export function createApnsTransport(dependencies: MobileTransportDependencies): PushTransport {
  const { http, masterKey, credentials, endpoint, now, log } = dependencies;
  let last: { readonly of: ApnsCredentials; readonly issuedAt: number; readonly token: string } | undefined;

  const providerToken = (of: ApnsCredentials): string => {
    const issuedAt = Math.floor(now().getTime() / 1000);
    if (last?.of !== of || issuedAt - last.issuedAt >= tokenSeconds)
      last = { of, issuedAt, token: signProviderToken(of, issuedAt) };
    return last.token;
  };

  const post = (push: ClaimedPush, token: string, own: ApnsCredentials): Promise<Http2Response> =>
    http.post({
      url: `${endpoint ?? servers[own.environment]}/3/device/${token}`,
      headers: {
        authorization: `bearer ${providerToken(own)}`,
        'apns-topic': own.topic,
        'apns-push-type': 'alert',
        'apns-priority': '10',
        'apns-expiration': String(expiryOf(push)),
        // A push that is sent again replaces the one on the screen.
        'apns-collapse-id': push.notificationId,
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        aps: { alert: { title: push.title }, sound: 'default', 'mutable-content': 1 },
        ...mobileData(masterKey, push),
      }),
    });

  return createMobileTransport(dependencies, async (push, token) => {
    const own = await credentials.find('apns');
    if (own === undefined) return 'failed';
    let response = await post(push, token, own);
    if (reasonOf(response) === 'ExpiredProviderToken') {
      last = undefined;
      response = await post(push, token, own);
    }
    if (response.status === 403) log.error({ reason: reasonOf(response) }, 'APNs refuses the push credentials');
    return handoverResult(response, now());
  });
}

function signProviderToken(own: ApnsCredentials, issuedAt: number): string {
  const key = parsePushKey(own);
  if (!key) throw new Error('The stored APNs key cannot be read.');
  const part = (value: object) => encodeBase64url(Buffer.from(JSON.stringify(value)));
  const input = `${part({ alg: 'ES256', kid: own.keyId })}.${part({ iss: own.teamId, iat: issuedAt })}`;
  return `${input}.${encodeBase64url(sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }))}`;
}

function reasonOf(response: Http2Response): unknown {
  if (response.status === null || response.status === 200) return undefined;
  try {
    return JSON.parse(response.body)?.reason;
  } catch {
    return undefined;
  }
}

/** Reasons for which the token reaches no device of this app. */
const noDevice: ReadonlySet<unknown> = new Set([
  'BadDeviceToken',
  'DeviceTokenNotForTopic',
  'ExpiredToken',
  'Unregistered',
]);

function handoverResult(response: Http2Response, now: Date): HandoverResult {
  const { status } = response;
  if (status === null) return 'failed';
  if (status === 200) return 'accepted';
  if (status === 410 || noDevice.has(reasonOf(response))) return 'gone';
  // An operator can replace refused credentials while the push waits.
  if (status === 403 || status === 429 || status >= 500) return failedUntil(response.headers, now);
  return 'refused';
}
