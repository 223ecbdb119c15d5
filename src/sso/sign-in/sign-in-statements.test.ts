import { expect, onTestFinished, test, vi } from 'vitest';
import {
  authorize,
  dpop,
  flow,
  form,
  poll,
  startSso,
  testKey,
} from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import { enrol, sendAsDevice } from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import { createStatementNames } from '../../runtime/database/postgres-database.ts';

const sso = useStarted(startSso);

/** Signs a person in who approves on a device. @returns the statements of each request */
async function recordSignIn() {
  const [key, { device }] = [testKey(), await enrol(sso)];
  const { verifier, query } = flow({ dpop_jkt: key.jkt });
  const executed = vi.spyOn(sso.db.getExecutor(), 'executeQuery');
  onTestFinished(() => executed.mockRestore());
  const recorded: Record<string, readonly { readonly sql: string; readonly parameters: readonly unknown[] }[]> = {};
  const record = async <Body>(name: string, request: ReturnType<typeof poll>) => {
    const response = await request;
    expect(response.statusCode).toBe(200);
    recorded[name] = executed.mock.calls.map(([{ sql, parameters }]) => ({ sql, parameters }));
    executed.mockClear();
    return response.json<Body>();
  };
  const started = await record<{ deep_link: string; polling_code: string }>('authorize', authorize(sso, query));
  const link = `/api/v1/owner/requests/${started.deep_link.split('/').at(-1)}`;
  await record('show', sendAsDevice(sso, device, 'GET', link));
  const decision = { decision: 'approve', clientId: query['client_id'], dpopJkt: key.jkt };
  await record('decide', sendAsDevice(sso, device, 'POST', `${link}/decision`, decision));
  const { authorization_code: code } = await record<{ authorization_code: string }>(
    'poll',
    poll(sso, started.polling_code),
  );
  const grant = {
    grant_type: 'authorization_code',
    client_id: query['client_id'] ?? '',
    code,
    code_verifier: verifier,
  };
  await record('exchange', form(sso, '/oauth/token', grant, { dpop: await dpop(sso, key) }));
  return recorded;
}

test('a connection prepares every statement of a sign-in', async () => {
  const nameOf = createStatementNames();
  const statements = Object.values(await recordSignIn()).flat();
  expect(statements.length).toBeGreaterThan(0);
  expect(statements.filter(({ sql, parameters }) => nameOf(sql, parameters) === undefined)).toEqual([]);
});
