import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, test } from 'vitest';
import { runHistories } from '../../../contract-tests/fixtures/sso/session-histories.ts';
import { openSessionStores } from '../../../contract-tests/fixtures/sso/session-stores.ts';
import { type Sso, startSso } from '../../../contract-tests/fixtures/sso/sso-fixture.ts';

const seed = Number(process.env['MODEL_SEED'] ?? randomInt(2 ** 31));
/** A server is slower than the embedded database, and its rules are the same. */
const usual = process.env['TEST_DATABASE_URL'] === undefined ? 2_000 : 200;
const count = Number(process.env['MODEL_HISTORIES'] ?? usual);

let sso: Sso;
beforeAll(async () => {
  sso = await startSso();
});
afterAll(() => sso.close());

test(
  `sso: in ${count} random histories (MODEL_SEED=${seed}) whatever ends takes along what is below it and nothing else, and no key changes its owner or outlives a report`,
  () => runHistories({ count, seed, maxSteps: 30, system: () => openSessionStores(sso) }),
  3_600_000,
);
