import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, onTestFinished, test, vi } from 'vitest';
import { authorize, dpop, flow, form, poll, startSso } from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import { enrol, sendAsDevice } from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import { createStatementNames } from '../../runtime/database/engine.ts';
import { newKey } from '../../../contract-tests/fixtures/protocol/keys.ts';

const sso = useStarted(startSso);

interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** Signs a person in who approves on a device. @returns the statements of each request, without those of background work */
async function recordSignIn(): Promise<Readonly<Record<string, readonly Statement[]>>> {
  const [key, { device }] = [newKey(), await enrol(sso)];
  const { verifier, query } = flow({ dpop_jkt: key.jkt });
  const recording = new AsyncLocalStorage<Statement[]>();
  const executor = sso.db.getExecutor();
  const execute = executor.executeQuery.bind(executor);
  const spy = vi.spyOn(executor, 'executeQuery').mockImplementation((statement, ...options) => {
    recording.getStore()?.push(statement);
    return execute(statement, ...options);
  });
  const begin = sso.db.transaction.bind(sso.db);
  const begun = vi.spyOn(sso.db, 'transaction').mockImplementation(() => {
    recording.getStore()?.push({ sql: 'begin', parameters: [] });
    return begin();
  });
  onTestFinished(() => [spy, begun].forEach((each) => each.mockRestore()));

  const recorded: Record<string, Statement[]> = {};
  const record = async <Body>(name: string, request: () => ReturnType<typeof poll>) => {
    const response = await recording.run((recorded[name] = []), async () => request());
    expect(response.statusCode).toBe(200);
    return response.json<Body>();
  };
  const started = await record<{ deep_link: string; polling_code: string }>('authorize', () => authorize(sso, query));
  const link = `/api/v1/owner/requests/${started.deep_link.split('/').at(-1)}`;
  await record('show', () => sendAsDevice(sso, device, 'GET', link));
  const decision = { decision: 'approve', clientId: query['client_id'], dpopJkt: key.jkt };
  await record('decide', () => sendAsDevice(sso, device, 'POST', `${link}/decision`, decision));
  const { authorization_code: code } = await record<{ authorization_code: string }>('poll', () =>
    poll(sso, started.polling_code),
  );
  const grant = {
    grant_type: 'authorization_code',
    client_id: query['client_id'] ?? '',
    code,
    code_verifier: verifier,
  };
  const headers = { dpop: await dpop(sso, key) };
  await record('exchange', () => form(sso, '/oauth/token', grant, headers));
  return recorded;
}

test('a connection prepares every statement of a sign-in', async () => {
  const nameOf = createStatementNames();
  const statements = Object.values(await recordSignIn()).flat();
  const prepared = statements.filter(({ sql }) => sql !== 'begin');
  expect(prepared.length).toBeGreaterThan(0);
  expect(prepared.filter(({ sql, parameters }) => nameOf(sql, parameters) === undefined)).toEqual([]);
});

test('authorize stores by one statement, and a decision with its event too, without a transaction', async () => {
  const { authorize: asked, decide: decided } = await recordSignIn();
  const changes = (statements: readonly Statement[] = []) =>
    statements.filter(({ sql }) =>
      /^begin$|code_challenges"? \(|(?:insert into|update) "?sso"?\."?authorization_requests|audit_events/.test(sql),
    );
  expect(changes(asked)).toHaveLength(1);
  expect(changes(decided)).toHaveLength(1);
});
