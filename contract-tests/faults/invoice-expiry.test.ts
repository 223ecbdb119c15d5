import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BackendClient, createBackendClient } from '../../generated/backend/client.ts';
import { dpopMiddleware } from '../../src/client/http/middleware.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { type Clock, createClock, hasFakeTime } from '../fixtures/clock.ts';
import { bindAgent, urlOf } from '../fixtures/identity.ts';
import { deliverPayment } from '../fixtures/backend.ts';
import { signInToOwnApplication } from '../fixtures/passkey-browser.ts';
import { deletePlatformData, hostProvider, type RunningPlatform, startPlatform } from '../fixtures/platform.ts';

const day = 24 * 60 * 60;

async function payAtHost(platform: RunningPlatform, invoice: string) {
  const { accessToken } = await signInToOwnApplication(platform, hostProvider);
  const response = await fetch(`${urlOf(platform, 'web')}/host/api/payments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` },
    body: JSON.stringify({ invoice }),
  });
  return { status: response.status, body: await response.json() };
}

describe.skipIf(!hasFakeTime)('invoice expiry by the clock', () => {
  let clock: Clock;
  let platform: RunningPlatform;
  let buyer: BackendClient;
  let administrator: BackendClient;
  beforeAll(async () => {
    clock = createClock();
    platform = await startPlatform({
      services: ['sso', 'backend', 'web'],
      env: { ...clock.env, DEMO_DATA: 'true' },
    });
    const { key, accessToken } = await bindAgent(platform);
    const baseUrl = urlOf(platform, 'backend');
    const middleware = [dpopMiddleware({ keypair: key, accessToken: () => accessToken })];
    buyer = createBackendClient({ baseUrl, middleware });
    administrator = createBackendClient({ baseUrl, headers: { authorization: `Bearer ${platform.adminKey}` } });
  });
  afterAll(async () => {
    await platform?.stop();
    await deletePlatformData(platform);
  });

  test('invoices: an invoice is paid until its last minute, and a payment a second after it is a contradiction to resolve', async () => {
    const order = async () => unwrap(await buyer.createInvoice({ body: { productId: 'coins-100-usdc' } }));
    const statusOf = async (invoice: string) => unwrap(await buyer.getInvoice({ path: { invoice } })).status;
    const [timely, late, shown] = [await order(), await order(), await order()];
    expect(Math.abs(Date.parse(timely.expiresAt) - Date.now() - day * 1000)).toBeLessThan(60_000);
    const pay = ({ invoice, recipient }: typeof timely) =>
      deliverPayment(platform, { invoice, recipient, status: 'finalized', txHash: `tx-${invoice}` });

    // The real time goes on during the test; both invoices are younger than a minute.
    clock.step(day - 60);
    expect(await statusOf(timely.invoice)).toBe('pending');
    expect(await pay(timely)).toMatchObject({ status: 200, body: { processed: true } });
    clock.step(day + 1);
    expect(await statusOf(late.invoice)).toBe('expired');
    const refused = { status: 400, body: { error: 'Payload does not match payment intent' } };
    expect(await pay(late)).toMatchObject(refused);
    expect(await pay(late)).toMatchObject(refused);
    expect([await statusOf(timely.invoice), await statusOf(late.invoice)]).toEqual(['completed', 'expired']);
    // The payment sheet of the web host showed the invoice before it expired.
    expect(await payAtHost(platform, shown.invoice)).toEqual({
      status: 400,
      body: { error: 'This invoice was not paid in time, so it can no longer be paid. Nothing was paid now.' },
    });

    const { contradictions } = unwrap(await administrator.listContradictions({ query: { state: 'open' } }));
    expect(contradictions).toMatchObject([{ invoice: late.invoice, cause: 'expired', state: 'open' }]);
    const body = { resolution: 'settled', reason: 'The transfer is final on the chain.' } as const;
    for (const { id } of contradictions) unwrap(await administrator.resolveContradiction({ path: { id }, body }));
    expect(await statusOf(late.invoice)).toBe('completed');
    expect(await pay(late)).toMatchObject({ status: 200, body: { processed: false } });
  });
});
