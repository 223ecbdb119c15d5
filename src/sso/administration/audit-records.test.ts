import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { diskFull, withFailingWrites } from '../../../contract-tests/fixtures/runtime/tables.ts';
import { createAuthenticator } from '../../../contract-tests/fixtures/client/authenticator.ts';
import { signInBrowser } from '../../../contract-tests/fixtures/sso/browser.ts';
import {
  adminKey,
  authorize,
  clientId,
  flow,
  form,
  issuer,
  otherClientId,
  startSso,
} from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import {
  approvedCode,
  enrol,
  refresh,
  sendAsDevice,
  signIn,
} from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';
import type { AuditPosition, AuditRecord } from './audit-store.ts';
import { createAuditLines } from './audit.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import { newKey } from '../../../contract-tests/fixtures/protocol/keys.ts';
import { bucketOf } from '../../runtime/database/bucket.ts';
import { openDatabase } from '../../runtime/database/database.ts';
import { testDistribution } from '../../../contract-tests/fixtures/citus.ts';

const sso = useStarted(startSso);
beforeAll(async () => {
  // The first signing key is made after the start, and the key set waits for it.
  expect((await sso.app.inject('/oauth/jwks')).json<{ keys: unknown[] }>().keys).not.toEqual([]);
});

/**
 * Reads the tables that accepted requests change, without the times that refused ones may change, too: the last use of a passkey
 * and the authentication of a browser.
 */
async function state(): Promise<unknown> {
  const tables = ['clients', 'owners', 'sessions', 'refresh_tokens', 'signing_keys'];
  const further = ['authorization_requests', 'devices', 'passkeys', 'browser_sessions'];
  const rows = [...tables, ...further].map(async (table) => {
    const found = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(t) - 'last_used_at' - 'authenticated_at' as row from ${sql.table(`sso.${table}`)} t order by t::text`.execute(
      sso.db,
    );
    return [table, found.rows.map(({ row }) => row)];
  });
  return Object.fromEntries(await Promise.all(rows));
}

const asAdmin = (method: 'POST' | 'PATCH', path: string, payload?: object) =>
  sso.app.inject({
    method,
    url: `/api/v1/${path}`,
    headers: { authorization: `Bearer ${adminKey}` },
    ...(payload && { payload }),
  });
const asBrowser = (method: 'POST' | 'DELETE', path: string, cookie?: string, payload?: object) =>
  sso.app.inject({
    method,
    url: `/api/v1/owner/${path}`,
    headers: { origin: issuer, ...(cookie !== undefined && { cookie }) },
    ...(payload && { payload }),
  });

async function challenge(path: string, cookie?: string): Promise<string> {
  const response = await asBrowser('POST', path, cookie, path === 'session/options' ? {} : { name: 'Laptop' });
  return response.json<{ publicKey: { challenge: string } }>().publicKey.challenge;
}
async function passkey(cookie?: string) {
  const authenticator = createAuthenticator();
  const credential = authenticator.create(await challenge('passkeys/registration-options', cookie));
  const response = await asBrowser('POST', 'passkeys', cookie, { credential });
  authenticator.belongsTo(response.json<{ sub: string }>().sub);
  return { authenticator, cookie: String(response.headers['set-cookie']).split(';')[0] ?? '' };
}

/** Each prepares a request. The test sends it while audit events cannot be written. */
const changes: Record<string, () => Promise<() => Promise<{ readonly statusCode: number }>>> = {
  'a decision': async () => {
    const link = (await authorize(sso, flow().query)).json<{ deep_link: string }>().deep_link.split('/').at(-1);
    const { device } = await enrol(sso);
    const body = { decision: 'approve', clientId, dpopJkt: null };
    return () => sendAsDevice(sso, device, 'POST', `/api/v1/owner/requests/${link}/decision`, body);
  },
  'tokens for a code': async () => {
    const { grant } = await approvedCode(sso);
    return () => form(sso, '/oauth/token', grant);
  },
  'a code that is redeemed again': async () => {
    const { grant } = await approvedCode(sso);
    await form(sso, '/oauth/token', grant);
    return () => form(sso, '/oauth/token', grant);
  },
  'a refresh token that is used again': async () => {
    const { refresh_token } = await signIn(sso);
    const next = (await refresh(sso, refresh_token)).json<{ refresh_token: string }>().refresh_token;
    await refresh(sso, next);
    return () => refresh(sso, refresh_token);
  },
  'a refresh token that is given back': async () => {
    const { refresh_token: token } = await signIn(sso);
    return () => form(sso, '/oauth/revoke', { token, client_id: clientId });
  },
  'an access token that is given back': async () => {
    const { access_token: token } = await signIn(sso);
    return () => form(sso, '/oauth/revoke', { token, client_id: clientId });
  },
  'a device': async () => {
    const device = newKey();
    return () => sendAsDevice(sso, device, 'POST', '/api/v1/owner/devices', { name: 'Phone' });
  },
  'a disconnected session': async () => {
    const { device } = await signIn(sso);
    const listed = await sendAsDevice(sso, device, 'GET', '/api/v1/owner/sessions');
    const [session] = listed.json<{ sessions: { sessionId: string }[] }>().sessions;
    return () => sendAsDevice(sso, device, 'DELETE', `/api/v1/owner/sessions/${session?.sessionId}`);
  },
  'a disconnected application': async () => {
    const { device } = await signIn(sso);
    return () => sendAsDevice(sso, device, 'DELETE', `/api/v1/owner/clients/${clientId}`);
  },
  'the end of an owner': async () => {
    const { device } = await signIn(sso);
    return () => sendAsDevice(sso, device, 'DELETE', '/api/v1/owner');
  },
  'a passkey': async () => {
    const credential = createAuthenticator().create(await challenge('passkeys/registration-options'));
    return () => asBrowser('POST', 'passkeys', undefined, { credential });
  },
  'a passkey that is removed': async () => {
    const browser = await signInBrowser(sso);
    const assertion = await browser.assert({ action: 'create_passkey' });
    const options = await browser.send('POST', 'passkeys/registration-options', { name: 'Phone', assertion });
    const credential = createAuthenticator().create(
      options.json<{ publicKey: { challenge: string } }>().publicKey.challenge,
    );
    const added = await browser.send('POST', 'passkeys', { credential });
    const cookie = String(added.headers['set-cookie']).split(';')[0] ?? '';
    const { id: credentialId } = browser.authenticator;
    const action = { action: 'delete_passkey', credentialId };
    const started = await asBrowser('POST', 'passkeys/assertion-options', cookie, action);
    const confirmed = browser.authenticator.get(
      started.json<{ publicKey: { challenge: string } }>().publicKey.challenge,
    );
    return () => asBrowser('DELETE', `passkeys/${credentialId}`, cookie, { assertion: confirmed });
  },
  'a browser that signs in': async () => {
    const { authenticator } = await passkey();
    const credential = authenticator.get(await challenge('session/options'));
    return () => asBrowser('POST', 'session', undefined, { credential });
  },
  'a browser that signs out': async () => {
    const { cookie } = await passkey();
    return () => asBrowser('DELETE', 'session', cookie);
  },
  'an application': async () => () => asAdmin('POST', 'providers', { name: 'Field Notes' }),
  'a changed application': async () => () => asAdmin('PATCH', `providers/${otherClientId}`, { name: 'Other' }),
  'an application that is switched off': async () => () => asAdmin('POST', `providers/${otherClientId}/disable`),
  'a new signing key': async () => {
    await signIn(sso);
    return () => asAdmin('POST', 'signing-keys');
  },
  'a revoked signing key': async () => {
    await signIn(sso);
    const { keys } = (await sso.app.inject('/oauth/jwks')).json<{ keys: { kid: string }[] }>();
    return () => asAdmin('POST', `signing-keys/${keys[0]?.kid}/revoke`);
  },
};

test.each(Object.entries(changes))(
  'sso audit: %s is rolled back when its audit record cannot be written',
  async (_what, prepare) => {
    const request = await prepare();
    const before = await state();
    const { statusCode } = await withFailingWrites(sso.db, 'sso.audit_events', diskFull, request);
    expect(statusCode).toBe(503);
    expect(await state()).toEqual(before);
  },
);

const at = new Date('2026-03-01T09:30:00.000Z');

const eventOf = (id: number): AuditRecord => ({
  id,
  at,
  event: 'tokens_issued',
  requestId: 'req-1',
  sub: null,
  clientId: null,
  ip: null,
  administrator: null,
  administratorId: null,
  details: { text: 'a\nb' },
});

/** A table of `total` events that counts reads. */
function table(total: number) {
  const reads: (number | undefined)[] = [];
  const read = async (after: AuditPosition | undefined, batch: number) => {
    reads.push(after?.id);
    const first = (after?.id ?? 0) + 1;
    return Array.from({ length: Math.max(0, Math.min(batch, total - first + 1)) }, (_, index) =>
      eventOf(first + index),
    );
  };
  return { reads, read };
}

test.each([0, 1, 2, 3, 4, 5])(
  'sso audit: %d events are exported in batches of two, each on one line',
  async (total) => {
    const { read } = table(total);
    const text = await new Response(await createAuditLines(read, 2)).text();
    const lines = text.split('\n');
    expect(lines.pop()).toBe('');
    expect(lines.map((line) => (JSON.parse(line) as { id: number }).id)).toEqual(
      Array.from({ length: total }, (_, index) => index + 1),
    );
  },
);

test('sso audit: an export reads the next batch only when the client asks for more', async () => {
  const { reads, read } = table(1_000);
  const reader = (await createAuditLines(read, 2)).getReader();
  expect(reads).toEqual([undefined]);
  await reader.read();
  expect(reads).toEqual([undefined, 2]);
  await reader.cancel();
  expect(reads).toEqual([undefined, 2]);
});

test('sso audit: an export whose first read fails is an error, not an empty file', async () => {
  await expect(createAuditLines(() => Promise.reject(new Error('no database')))).rejects.toThrow('no database');
});

// Each shard is a table of its own on a worker.
test.runIf(testDistribution() === 'rows')('citus: shards of events on record reject changes and TRUNCATE', async () => {
  const actor = await enrol(sso);
  const { rows } = await sql<{ shard: string; port: number; database: string }>`
    select shard_name as shard, nodeport as port, current_database() as database from citus_shards
    where shardid = get_shard_id_for_distribution_column('sso.audit_events', ${sql.lit(bucketOf(actor.sub))})`.execute(
    sso.db,
  );
  for (const { shard, port, database: name } of rows) {
    const url = new URL(process.env['TEST_DATABASE_URL'] ?? '');
    [url.port, url.pathname] = [String(port), name];
    const worker = await openDatabase({ databaseUrl: url.href, poolSize: 1 });
    await sql`set citus.enable_manual_changes_to_shards = on`.execute(worker.db);
    for (const change of [`delete from ${shard}`, `update ${shard} set event = 'other'`, `truncate ${shard}`])
      await expect(sql.raw(change).execute(worker.db), change).rejects.toThrow('never changed');
    await worker.close();
  }
  expect(rows).toHaveLength(1);
});
