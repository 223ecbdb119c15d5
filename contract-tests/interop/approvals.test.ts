import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';
import * as client from 'openid-client';
import { expect, onTestFinished, test } from 'vitest';
import {
  type ApprovalNotifications,
  type ApprovalOptions,
  createApprovalNotifications,
  createDpopKeypair,
  requestApproval,
  verifyReceipt,
} from '../../src/client/entries/approvals.ts';
import { createDpopProof } from '../../src/client/entries/dpop.ts';
import { jwkThumbprint } from '../../src/protocol/jwk-thumbprint.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { startReceiver } from '../fixtures/client/receiver.ts';
import { confidentialClient, startProvider } from '../fixtures/sso.ts';
import { useStarted } from '../fixtures/use-started.ts';
import { decode, newKey } from '../fixtures/protocol/keys.ts';

// openid-client from npm against our provider, and our requestApproval() against oidc-provider from npm.
const deploy = { type: 'action', action: 'deploy', target: 'production', description: 'Release 4' } as const;

const provider = useStarted(() => startProvider({ env: { CLIENT_ALLOW_TARGETS: '127.0.0.1/32' } }));

/** Decides the request of the owner that arrives next. */
async function decideNext(decision: 'approve' | 'reject'): Promise<void> {
  const { sso } = provider.owner;
  const pending = async () => unwrap(await sso.listOwnerRequests({ query: { state: 'pending' } })).requests;
  await expect.poll(async () => (await pending()).length, { timeout: 20_000 }).toBe(1);
  const [request] = await pending();
  if (request === undefined) throw new Error('no request');
  await provider.owner.decide(`${provider.url}/${request.requestId}`, decision);
}

/** An agent with a session that is bound to its key. */
async function boundAgent() {
  const key = newKey();
  await provider.signIn(key);
  return key;
}

test.each(['approve', 'reject'] as const)(
  'openid-client: asks by the backchannel and polls with DPoP; the owner decides to %s',
  async (decision) => {
    const pair = await client.randomDPoPKeyPair('Ed25519', { extractable: true });
    const { x = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey);
    const keypair = { privateKey: pair.privateKey, publicJwk: { kty: 'OKP', crv: 'Ed25519', x } as const };
    const jkt = jwkThumbprint(keypair.publicJwk);
    const { grant } = await provider.approve({ dpop_jkt: jkt });
    const url = `${provider.url}/oauth/token`;
    const signed = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams(grant),
      headers: { dpop: await createDpopProof({ keypair, method: 'POST', url }) },
    });
    expect(signed.status).toBe(200);

    const config = await client.discovery(new URL(provider.url), provider.clientId, undefined, client.None(), {
      execute: [client.allowInsecureRequests],
      // initiateBackchannelAuthentication has no option for DPoP, which public clients must send.
      [client.customFetch]: async (target, options) => {
        const headers = new Headers(options.headers);
        if (target.endsWith('/oauth/bc-authorize'))
          headers.set('dpop', await createDpopProof({ keypair, method: 'POST', url: target }));
        return fetch(target, { ...options, headers } as RequestInit);
      },
    });
    const DPoP = client.getDPoPHandle(config, pair);
    const asked = await client.initiateBackchannelAuthentication(config, {
      scope: 'openid',
      login_hint: provider.owner.sub,
      authorization_details: JSON.stringify([deploy]),
    });
    const polled = client.pollBackchannelAuthenticationGrant(config, asked, undefined, { DPoP });
    polled.catch(() => undefined);
    await decideNext(decision);
    if (decision === 'reject') {
      await expect(polled).rejects.toMatchObject({
        error: 'access_denied',
        cause: { approval_receipt: expect.any(String) },
      });
      return;
    }
    const tokens = await polled;
    expect([tokens.token_type, tokens.authorization_details]).toEqual(['dpop', [deploy]]);
    expect(decode(tokens.access_token).claims['cnf']).toEqual({ jkt });
  },
);

test('openid-client: an application with a secret asks in ping mode, without any change to the library', async () => {
  const application = await startReceiver(() => ({ status: 204 }));
  onTestFinished(() => application.close());
  const credentials = await confidentialClient(provider, { backchannelClientNotificationEndpoint: application.url });
  const { client_id, client_secret } = credentials;
  const { grant } = await provider.approve({ client_id });
  expect((await provider.exchange({ ...grant, ...credentials })).status).toBe(200);

  const authentication = client.ClientSecretPost(client_secret);
  const config = await client.discovery(new URL(provider.url), client_id, undefined, authentication, {
    execute: [client.allowInsecureRequests],
  });
  const asked = await client.initiateBackchannelAuthentication(config, {
    scope: 'openid',
    login_hint: provider.owner.sub,
    client_notification_token: 'bearer-token-of-the-application',
    authorization_details: JSON.stringify([deploy]),
  });
  await decideNext('approve');
  const [notification] = await application.until(1);
  expect(notification?.headers.authorization).toBe('Bearer bearer-token-of-the-application');
  expect(JSON.parse(String(notification?.body))).toEqual({ auth_req_id: asked.auth_req_id });
  const tokens = await client.pollBackchannelAuthenticationGrant(config, asked);
  expect([tokens.token_type, tokens.authorization_details]).toEqual(['bearer', [deploy]]);
  expect(tokens.claims()).toMatchObject({ sub: provider.owner.sub, aud: client_id });
});

const asAgent = async (changes: Partial<ApprovalOptions> = {}) =>
  requestApproval({
    issuer: provider.url,
    clientId: provider.clientId,
    keypair: await boundAgent(),
    person: { sub: provider.owner.sub },
    details: [deploy],
    ...changes,
  });

test('SDK requestApproval: a yes gives bound tokens with the details, and a receipt that verifies with the key history', async () => {
  const [result] = await Promise.all([asAgent({ message: 'May I?' }), decideNext('approve')]);
  expect(result).toMatchObject({ decision: 'approved', tokenType: 'DPoP', authorizationDetails: [deploy] });
  const { receipt = '', request } = result;
  const keyHistory = unwrap(await provider.client.getJwksHistory());
  const options = { issuer: provider.url, clientId: provider.clientId, keyHistory };
  expect(await verifyReceipt(receipt, { ...options, request })).toMatchObject({
    decision: 'approved',
    decidedBy: 'person',
  });
  const other = { ...request, binding_message: 'May I not?' };
  await expect(verifyReceipt(receipt, { ...options, request: other })).rejects.toMatchObject({
    code: 'bad_request_digest',
  });
});

test('SDK requestApproval: a no is a decision with a receipt', async () => {
  const [result] = await Promise.all([asAgent(), decideNext('reject')]);
  expect(result).toMatchObject({ decision: 'rejected', verified: { decision: 'rejected', decidedBy: 'person' } });
  expect(result).not.toHaveProperty('accessToken');
});

test('SDK requestApproval: a person who did not connect the client is an error with the code of the provider', async () => {
  await expect(asAgent({ person: { sub: '0'.repeat(32) } })).rejects.toMatchObject({
    name: 'ApprovalError',
    code: 'unknown_user_id',
  });
});

test('SDK requestApproval: aborting stops to wait', async () => {
  const controller = new AbortController();
  const waiting = asAgent({ signal: controller.signal });
  waiting.catch(() => undefined);
  const { sso } = provider.owner;
  const pending = async () => unwrap(await sso.listOwnerRequests({ query: { state: 'pending' } })).requests.length;
  await expect.poll(pending).toBe(1);
  controller.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  await decideNext('reject');
});

/** Of the client at oidc-provider. */
const endpoint = 'https://client.example/ping';

/** oidc-provider with CIBA, which decides as soon as it is asked. @param notifications endpoint of the client in ping mode */
async function startOidcProvider(
  decide: (provider: Provider, request: BackchannelRequest) => Promise<void>,
  notifications?: ApprovalNotifications,
) {
  const server = createServer((request, response) => handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : undefined}`;
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const ciba = 'urn:openid:params:grant-type:ciba';
  const other: Provider = new Provider(url, {
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'k1', alg: 'RS256', use: 'sig' }] },
    clients: [
      {
        client_id: 'client',
        client_secret: 'secret of the client',
        grant_types: [ciba],
        redirect_uris: [],
        response_types: [],
        ...(notifications === undefined
          ? { backchannel_token_delivery_mode: 'poll' }
          : { backchannel_token_delivery_mode: 'ping', backchannel_client_notification_endpoint: endpoint }),
      },
    ],
    // The endpoint must have https, so nothing goes over the network.
    ...(notifications && {
      fetch: async (url: string, options: RequestInit) => notifications.handle(new Request(url, options)),
    }),
    findAccount: async (_context: unknown, id: string) => ({ accountId: id, claims: async () => ({ sub: id }) }),
    features: {
      dPoP: { enabled: true },
      devInteractions: { enabled: false },
      ciba: {
        enabled: true,
        deliveryModes: ['poll', 'ping'],
        processLoginHint: async (_context: unknown, hint: string) => hint,
        verifyUserCode: async () => undefined,
        validateBindingMessage: async () => undefined,
        validateRequestContext: async () => undefined,
        triggerAuthenticationDevice: async (_context: unknown, request: BackchannelRequest) => decide(other, request),
      },
    },
  });
  const handle = other.callback();
  return { url, close: () => void server.close() };
}

interface BackchannelRequest {
  readonly jti: string;
  readonly accountId: string;
  readonly clientId: string;
}

test.each(['poll', 'ping'])(
  'SDK requestApproval: drives oidc-provider in %s mode with a client secret and DPoP',
  async (mode) => {
    const notified: string[] = [];
    const notifications =
      mode === 'ping' ? createApprovalNotifications({ onDecision: (id) => notified.push(id) }) : undefined;
    const other = await startOidcProvider(async (theirs, { jti, accountId, clientId }) => {
      const grant = new theirs.Grant({ clientId, accountId });
      grant.addOIDCScope('openid');
      await grant.save();
      await theirs.backchannelResult(jti, grant);
    }, notifications);
    try {
      const result = await requestApproval({
        issuer: other.url,
        clientId: 'client',
        credential: { clientSecret: 'secret of the client' },
        keypair: await createDpopKeypair(),
        person: { sub: 'owner' },
        message: 'May I?',
        notifications,
      });
      expect(result).toMatchObject({ decision: 'approved', tokenType: 'DPoP', receipt: undefined });
      expect(notified).toHaveLength(mode === 'ping' ? 1 : 0);
    } finally {
      other.close();
    }
  },
);
