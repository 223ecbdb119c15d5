import { randomInt } from 'node:crypto';
import { test } from 'vitest';
import { runHistories } from '../../../contract-tests/fixtures/sso/session-histories.ts';
import { openSessionStores } from '../../../contract-tests/fixtures/sso/session-stores.ts';
import { startSso } from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';

const seed = Number(process.env['MODEL_SEED'] ?? randomInt(2 ** 31));
// Every run has a new seed, and the nightly one 20,000 histories. A server is slower than the embedded database, and has the
// same rules.
const usual = process.env['TEST_DATABASE_URL'] === undefined ? 200 : 50;
const count = Number(process.env['MODEL_HISTORIES'] ?? usual);

const sso = useStarted(startSso);

test(
  `sso: in ${count} random histories (MODEL_SEED=${seed}) whatever ends takes along what is below it and nothing else, and no key changes its owner or outlives a report`,
  () => runHistories({ count, seed, maxSteps: 30, system: () => openSessionStores(sso) }),
  3_600_000,
);
