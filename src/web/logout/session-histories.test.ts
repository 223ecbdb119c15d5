import { randomInt } from 'node:crypto';
import { test } from 'vitest';
import { runHistories } from '../../../contract-tests/fixtures/sso/session-histories.ts';
import { openSessionOperations } from '../../../contract-tests/fixtures/sso/session-operations.ts';
import { issuer, startSso } from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import { createApprovalReadModel } from '../../sso/sign-in/approval-read-model.ts';
import { registerApprovalPages } from '../approval/register-approval-pages.ts';

const seed = Number(process.env['MODEL_SEED'] ?? randomInt(2 ** 31));
/** Each takes ten times as long as one of the stores (src/sso/sessions/session-histories.test.ts), of which there are twenty. */
const count = Math.ceil(Number(process.env['MODEL_HISTORIES'] ?? 200) / 20);

const sso = useStarted(() =>
  startSso({
    pages: (app, context) => registerApprovalPages(app, createApprovalReadModel(context), issuer, 'open', []),
  }),
);

test(
  `sso: in ${count} random histories of requests (MODEL_SEED=${seed}) whatever ends takes along what is below it and nothing else`,
  () => runHistories({ count, seed, maxSteps: 30, system: () => openSessionOperations(sso) }),
  3_600_000,
);
