import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { approvedCode } from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';
import { type Sso, startSso } from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import { createBrowserSessionStore } from '../sessions/browser-session-store.ts';
import { createSessionStore } from '../sessions/session-store.ts';
import { secretHash } from './grant-secrets.ts';

const sso = useStarted(startSso);

/** Signs an owner in to a browser. @returns the id of the browser session */
async function signedIn({ db, clock }: Sso, sub: string): Promise<string> {
  const [id, at] = [randomUUID(), clock.now];
  await createBrowserSessionStore(db).create({
    id,
    tokenHash: randomUUID(),
    sub,
    authenticator: null,
    createdAt: at,
    expiresAt: new Date(at.getTime() + 3_600_000),
    place: { ip: '127.0.0.1', userAgent: null },
  });
  return id;
}

/** Approves a request in a browser that a newer session of the same browser replaces before the code is redeemed. */
async function replacedMeanwhile() {
  const { db, clock } = sso;
  const { code, sub } = await approvedCode(sso);
  const [former, successor] = [await signedIn(sso, sub), await signedIn(sso, sub)];
  const { id } = await db
    .updateTable('sso.authorization_requests')
    .set({ browser_session_id: former })
    .where('code_hash', '=', secretHash(code))
    .returning('id')
    .executeTakeFirstOrThrow();
  await createBrowserSessionStore(db).replace({ id: former, sub }, successor);
  const sessionId = randomUUID();
  const sessions = createSessionStore(db);
  const statusIndex = await sessions.reserveStatusIndex();
  const redeem = () =>
    sessions.redeem({
      requestId: id,
      ownerSub: sub,
      browserSessionId: former,
      pairwiseSub: null,
      sessionId,
      statusIndex,
      reach: 'platform',
      jkt: null,
      publicJwk: null,
      refreshTokenHash: randomUUID(),
      at: clock.now,
      expiresAt: new Date(clock.now.getTime() + 3_600_000),
      endsAt: new Date(clock.now.getTime() + 3_600_000),
      place: { ip: '127.0.0.1', userAgent: null },
      issued: { event: 'tokens_issued', at: clock.now, requestId: 'req-1', ownerSub: sub },
    });
  return { redeem, successor, sessionId, sub };
}

test('sso: a code is redeemed although a newer session of the browser took its request over after it was read', async () => {
  const { redeem, successor, sessionId } = await replacedMeanwhile();
  expect(await redeem()).toBe(true);
  const session = await sso.db
    .selectFrom('sso.sessions')
    .select('browser_session_id')
    .where('id', '=', sessionId)
    .executeTakeFirst();
  expect(session).toEqual({ browser_session_id: successor });
  expect(await redeem()).toBe(false);
});

test('sso: a code is refused when the browser that took its request over has signed out', async () => {
  const { redeem, successor } = await replacedMeanwhile();
  await sso.db.deleteFrom('sso.browser_sessions').where('id', '=', successor).execute();
  expect(await redeem()).toBe(false);
});
