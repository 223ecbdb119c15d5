import { expect, test } from 'vitest';
import { createDpopKeypair } from '../dpop/dpop-keypair.ts';
import { createApprovalNotifications } from './notification-receiver.ts';
import { type ApprovalOptions, requestApproval } from './request-approval.ts';

const issuer = 'https://sso.example';
const metadata = {
  issuer,
  backchannel_authentication_endpoint: `${issuer}/bc`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
};
const tokens = { access_token: 'token', token_type: 'Bearer', expires_in: 300 };

/** A provider whose token endpoint gives these responses in turn. */
function fakeProvider(responses: readonly (readonly [status: number, body: object])[], interval = 0.01) {
  const sent: { readonly path: string; readonly headers: Headers; readonly form: URLSearchParams }[] = [];
  const left = [...responses];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname: path } = new URL(request.url);
    sent.push({ path, headers: request.headers, form: new URLSearchParams(await request.text()) });
    if (path === '/bc') return Response.json({ auth_req_id: 'request', expires_in: 120, interval });
    if (path !== '/token') return Response.json(metadata);
    const [status, body] = left.shift() ?? [400, { error: 'invalid_grant' }];
    return Response.json(body, { status });
  };
  return { sent, fetch };
}

const ask = (fetch: typeof globalThis.fetch, further: Partial<ApprovalOptions> = {}) =>
  requestApproval({
    issuer,
    clientId: 'client',
    credential: { clientSecret: 'a secret:%' },
    person: { sub: 'owner' },
    message: 'May I?',
    fetch,
    ...further,
  });

test('CIBA §10.2: a notification ends the pause, and its token was sent with the request', async () => {
  const notifications = createApprovalNotifications();
  const provider = fakeProvider([[200, tokens]], 100);
  const asking = ask(provider.fetch, { notifications });
  const notify = () =>
    notifications.handle(
      new Request('https://client.example/ping', {
        method: 'POST',
        headers: { authorization: `Bearer ${notifications.token}` },
        body: '{"auth_req_id":"request"}',
      }),
    );
  await expect.poll(() => provider.sent.length).toBe(2);
  expect(provider.sent[1]?.form.get('client_notification_token')).toBe(notifications.token);
  await expect.poll(async () => (await notify()) && provider.sent.length).toBe(3);
  expect(await asking).toMatchObject({ decision: 'approved', accessToken: 'token' });
});

test('RFC 6749 §2.3.1: the parts of client_secret_basic are form-encoded', async () => {
  const provider = fakeProvider([[200, tokens]]);
  await ask(provider.fetch);
  const [, credentials = ''] = provider.sent[1]?.headers.get('authorization')?.split(' ') ?? [];
  expect(atob(credentials)).toBe('client:a+secret%3A%25');
});

test('CIBA §11: pending requests are polled on, and expired_token is a decision', async () => {
  const pending = [400, { error: 'authorization_pending' }] as const;
  const provider = fakeProvider([pending, pending, [400, { error: 'expired_token' }]]);
  expect(await ask(provider.fetch)).toMatchObject({ decision: 'expired', receipt: undefined });
});

test('SDK requestApproval: tokens that are not bound to the key are refused', async () => {
  const keypair = await createDpopKeypair();
  await expect(ask(fakeProvider([[200, tokens]]).fetch, { keypair })).rejects.toMatchObject({
    code: 'dpop_not_honored',
  });
});

test('OpenID Connect Discovery §4.3: metadata of another issuer is refused before anything is asked', async () => {
  const provider = fakeProvider([]);
  const asking = ask(provider.fetch, { issuer: 'https://other.example' });
  await expect(asking).rejects.toMatchObject({ code: 'bad_metadata' });
  expect(provider.sent).toHaveLength(1);
});

test('SDK requestApproval: a client without key and credential is a TypeError', async () => {
  await expect(ask(fakeProvider([]).fetch, { credential: undefined })).rejects.toThrow(TypeError);
});
