import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMasterKey } from '../runtime/start/master-key.ts';
import { deleteInBatches } from '../runtime/jobs/delete-expired.ts';
import { createProcessMetrics } from '../runtime/observe/metrics.ts';
import { createSsoContext } from './context.ts';
import { defaultLifetimes } from './settings.ts';
import {
  authorize,
  dpop,
  flow,
  form,
  issuer,
  type Sso,
  startSso,
  testKey,
} from '../../contract-tests/fixtures/sso/sso-fixture.ts';
import { approvedCode, refresh, signIn } from '../../contract-tests/fixtures/sso/owner-sign-in.ts';

let sso: Sso;
beforeAll(async () => {
  sso = await startSso();
});
afterAll(() => sso.close());

const tables = [
  'sso.authorization_requests',
  'sso.code_challenges',
  'sso.sessions',
  'sso.refresh_tokens',
  'sso.session_revocations',
  'sso.dpop_proofs',
  'sso.audit_events',
] as const;

async function counts(): Promise<number[]> {
  const rows = [];
  for (const table of tables) {
    const row = await sso.db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('rows'))
      .executeTakeFirst();
    rows.push(Number(row?.rows));
  }
  return rows;
}

/** Runs the deletions that the service repeats every minute. */
async function deleteExpired(): Promise<void> {
  const { expirations } = createSsoContext({
    database: sso.database,
    masterKey: createMasterKey(new Uint8Array(32).fill(7)),
    environment: {
      rateLimit: undefined,
      metrics: createProcessMetrics(() => ({ total: 1, idle: 1, waiting: 0 })).service('sso'),
    },
    settings: { issuer, adminKey: undefined, lifetimes: defaultLifetimes, dpopNonce: false, registration: 'open' },
    now: sso.now,
    randomBytes,
    newId: () => crypto.randomUUID(),
  });
  for (const round of expirations) await deleteInBatches(round, 2);
}

test('sso: expired rows are deleted in small batches, rows that are still read stay', async () => {
  const key = testKey();
  for (let index = 0; index < 3; index += 1) await authorize(sso, flow().query);
  const { grant } = await approvedCode(sso, { dpop_jkt: key.jkt });
  await form(sso, '/oauth/token', grant, { dpop: await dpop(sso, key) });
  const { refresh_token, access_token } = await signIn(sso);
  await refresh(sso, refresh_token);
  await form(sso, '/oauth/revoke', { token: access_token, client_id: grant['client_id'] ?? '' });
  const before = await counts();
  expect(before.every((rows) => rows > 0)).toBe(true);
  await deleteExpired();
  expect(await counts()).toEqual(before);

  // A used proof outlives its freshness by five minutes, for clocks that differ.
  sso.advance(5 * 60);
  await deleteExpired();
  expect(await counts()).toEqual(before);
  sso.advance(2 * 60);
  await deleteExpired();
  expect(await counts()).toEqual(before.with(tables.indexOf('sso.dpop_proofs'), 0));

  // Requests and marks of revoked access tokens have expired; sessions and challenges have not.
  sso.advance(2 * 86_400);
  await deleteExpired();
  expect(await counts()).toEqual([0, before[1], before[2], before[3], 0, 0, before[6]]);

  sso.advance(32 * 86_400);
  await deleteExpired();
  expect(await counts()).toEqual([0, before[1], 0, 0, 0, 0, before[6]]);

  sso.advance(400 * 86_400);
  await deleteExpired();
  expect(await counts()).toEqual([0, 0, 0, 0, 0, 0, before[6]]);

  // Events go when newer ones show that a year has passed.
  await approvedCode(sso);
  const events = (await counts()).at(-1) ?? 0;
  await deleteExpired();
  expect((await counts()).at(-1)).toBe(events - (before[6] ?? 0));
});
