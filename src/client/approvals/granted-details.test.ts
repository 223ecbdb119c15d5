import { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKyselyReplayStore } from '../dpop/replay-stores.ts';
import { createGrantedDetails, readDetailTypes } from './granted-details.ts';

const type = '3b7e9a0c4d5f41628a9bc0d1e2f30415:booking';
const claims = {
  jti: 'at-1',
  exp: Math.floor(Date.now() / 1000) + 300,
  authorization_details: [{ type, room: 'Suite', nights: 3 }],
};
const expected = { type, room: 'Suite' };

interface Tables {
  readonly used_proofs: { readonly id: string; readonly expires_at: number };
  readonly bookings: { readonly room: string };
}

let db: Kysely<Tables>;
beforeAll(async () => {
  db = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite: new PGlite('memory://') }) });
  await db.schema
    .createTable('used_proofs')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createTable('bookings').addColumn('room', 'text').execute();
});
afterAll(() => db.destroy());

test('SDK granted details: of twenty parallel actions on a detail that is used once one succeeds, and a failed one uses nothing', async () => {
  const details = createGrantedDetails({ types: [{ type, usedOnce: true }], store: createKyselyReplayStore });
  const book = (fails = false) =>
    db.transaction().execute(async (transaction) => {
      const granted = await details.use(claims, expected, transaction);
      if (!granted.ok) return granted.code;
      await transaction.insertInto('bookings').values({ room: 'Suite' }).execute();
      if (fails) throw new Error('no room');
      return 'booked';
    });
  await expect(book(true)).rejects.toThrow('no room');
  const results = await Promise.all(Array.from({ length: 20 }, () => book()));
  expect(results.filter((result) => result === 'booked')).toHaveLength(1);
  expect(results.filter((result) => result === 'detail_used')).toHaveLength(19);
  expect(await db.selectFrom('bookings').selectAll().execute()).toHaveLength(1);
});

test.each<[string, { readonly type: string; readonly usedOnce?: boolean }]>([
  ['is used once', { type, usedOnce: true }],
  ['does not say it', { type }],
])('SDK granted details: without a store a service whose type %s does not start', (_name, acted) => {
  expect(() => createGrantedDetails({ types: [acted] })).toThrow(
    `store is required, because a detail of ${type} is used once: (transaction) => createKyselyReplayStore(transaction).`,
  );
});

test('SDK granted details: a type that is not used once needs no store, and one that was not named is an error', async () => {
  const details = createGrantedDetails({ types: [{ type, usedOnce: false }] });
  for (let times = 0; times < 2; times++)
    expect(await details.use(claims, expected, undefined)).toEqual({
      ok: true,
      detail: claims.authorization_details[0],
    });
  expect(await details.use(claims, { type, room: 'Attic' }, undefined)).toEqual({
    ok: false,
    code: 'detail_not_granted',
  });
  await expect(details.use(claims, { type: 'payment' }, undefined)).rejects.toThrow('payment is not among the types');
});

test.each<[string, Response]>([
  ['that is missing', Response.json({ error: 'not_found' }, { status: 404 })],
  ['of another type', Response.json({ type: 'payment', schema: {}, usedOnce: false })],
  ['without the property', Response.json({ type, schema: {} })],
  ['that is not JSON', new Response('<html>')],
  ['behind a redirect', new Response(null, { status: 302, headers: { location: 'https://other.example' } })],
])('SDK granted details: a type document %s is an error, and nothing counts as reusable', async (_name, response) => {
  const reading = readDetailTypes({ issuer: 'https://sso.example', types: [type], fetch: async () => response });
  await expect(reading).rejects.toMatchObject({ code: 'bad_metadata' });
});
