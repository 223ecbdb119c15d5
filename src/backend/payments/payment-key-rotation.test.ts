import { generateKeyPairSync, sign } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Backends, openBackends, recipients } from '../../../contract-tests/fixtures/backend/backends.ts';
import type { BackendService } from '../service.ts';

let backends: Backends;
beforeAll(async () => {
  backends = await openBackends();
});
afterAll(() => backends?.close());

function paymentKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    publicKey: Buffer.from(`${publicKey.export({ format: 'jwk' }).x}`, 'base64url').toString('hex'),
    sign: (body: string) => sign(null, Buffer.from(body), privateKey).toString('hex'),
  };
}

test('payment keys: during a rotation each payment settles by the old or the new key, and afterwards the old key is refused', async () => {
  const [first, next] = [paymentKey(), paymentKey()];
  const authorization = `Bearer ${await backends.token('buyer')}`;
  /** An invoice whose webhook the payment service sends until it is accepted. */
  const order = async ({ app }: BackendService, key: ReturnType<typeof paymentKey>) => {
    const response = await app.inject({
      method: 'POST',
      url: '/api/invoices',
      headers: { authorization },
      payload: { productId: 'coins-100-usdc' },
    });
    const { invoice } = response.json<{ invoice: string }>();
    const payload = JSON.stringify({ invoice, recipient: recipients.chain, status: 'finalized', txHash: invoice });
    return {
      deliver: async (to: BackendService) => {
        const headers = { 'content-type': 'application/json', 'x-webhook-signature': key.sign(payload) };
        const { statusCode, body } = await to.app.inject({
          method: 'POST',
          url: '/api/webhooks/payment',
          headers,
          payload,
        });
        return [statusCode, JSON.parse(body)];
      },
      status: async () => (await app.inject({ url: `/api/invoices/${invoice}` })).json<{ status: string }>().status,
    };
  };
  const settled = [200, { success: true, processed: true }];
  const refused = [401, { error: 'Invalid signature' }];

  const before = await backends.start({ webhookPublicKeys: [first.publicKey] });
  const [early, late] = [await order(before, next), await order(before, first)];
  expect(await early.deliver(before)).toEqual(refused);
  expect(await early.status()).toBe('pending');

  // The payment service repeats what got 401, and still signs with the old key elsewhere.
  const during = await backends.start({ webhookPublicKeys: [next.publicKey, first.publicKey] });
  expect(await early.deliver(during)).toEqual(settled);
  expect(await late.deliver(during)).toEqual(settled);
  expect([await early.status(), await late.status()]).toEqual(['completed', 'completed']);

  const after = await backends.start({ webhookPublicKeys: [next.publicKey] });
  const [retired, current] = [await order(after, first), await order(after, next)];
  expect(await retired.deliver(after)).toEqual(refused);
  expect(await retired.status()).toBe('pending');
  expect(await current.deliver(after)).toEqual(settled);
});
