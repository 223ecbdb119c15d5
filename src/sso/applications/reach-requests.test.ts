import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Developer, outcomeOf, startDeveloper } from '../../../contract-tests/fixtures/sso/developer.ts';
import { adminKey, type Sso, startSso } from '../../../contract-tests/fixtures/sso/sso-fixture.ts';

let sso: Sso;
let ada: Developer;
beforeAll(async () => {
  sso = await startSso();
  ada = await startDeveloper(sso);
});
afterAll(() => sso.close());

const admin = (method: 'GET' | 'POST', path: string, payload?: object) =>
  sso.app.inject({
    method,
    url: `/api/v1/reach-requests${path}`,
    headers: { authorization: `Bearer ${adminKey}` },
    ...(payload && { payload }),
  });

const ask = async (clientId: string): Promise<string> => {
  const response = await ada.send('POST', `/applications/${clientId}/reach-requests`, { reason: 'Posts for people.' });
  if (response.statusCode !== 201) throw new Error(response.body);
  return response.json<{ reachRequestId: string }>().reachRequestId;
};

test('decideReachRequest: an administrator approves a request of createReachRequest, and the application has the reach platform', async () => {
  const clientId = await ada.create('Calendar of Ada');
  const id = await ask(clientId);
  const queue = (await admin('GET', '?status=pending')).json();
  expect(queue).toMatchObject({
    requests: [{ reachRequestId: id, requestedBy: ada.sub, application: { clientId, reach: 'sign-in' } }],
  });
  const decided = await admin('POST', `/${id}/decision`, { decision: 'approved', reason: 'Known team.' });
  expect(decided.json()).toMatchObject({
    status: 'approved',
    decidedBy: 'bootstrap',
    application: { reach: 'platform' },
  });
  expect((await ada.send('GET', `/applications/${clientId}`)).json()).toMatchObject({
    reach: 'platform',
    reachRequest: { status: 'approved', decisionReason: 'Known team.' },
  });
  expect((await admin('GET', '?status=pending')).json()).toMatchObject({ requests: [], hasMore: false });
});

test('listReachRequests: a declined request leaves the reach, shows the reason, and lets the owner ask again', async () => {
  const clientId = await ada.create('Diary of Ada');
  const id = await ask(clientId);
  const again = await ada.send('POST', `/applications/${clientId}/reach-requests`, { reason: 'Again.' });
  expect(outcomeOf(again)).toEqual([409, 'reach_request_pending']);
  await admin('POST', `/${id}/decision`, { decision: 'declined', reason: 'Use the scope forum:write.' });
  expect((await ada.send('GET', `/applications/${clientId}`)).json()).toMatchObject({
    reach: 'sign-in',
    reachRequest: { status: 'declined', decisionReason: 'Use the scope forum:write.' },
  });
  expect(outcomeOf(await admin('POST', `/${id}/decision`, { decision: 'approved', reason: 'Oh.' }))).toEqual([
    409,
    'reach_request_decided',
  ]);
  await ask(clientId);
});

test('sso: a request of a deleted application is withdrawn', async () => {
  const clientId = await ada.create('Withdrawn');
  const id = await ask(clientId);
  await ada.send('DELETE', `/applications/${clientId}`);
  const decided = await admin('POST', `/${id}/decision`, { decision: 'approved', reason: 'Late.' });
  expect(outcomeOf(decided)).toEqual([409, 'reach_request_decided']);
});

test('sso: an application with pairwise subjects cannot ask for the reach platform', async () => {
  const clientId = await ada.create('Pairwise', { subjectType: 'pairwise', redirectUris: ['https://pair.test/cb'] });
  const response = await ada.send('POST', `/applications/${clientId}/reach-requests`, { reason: 'Why not.' });
  expect(outcomeOf(response)).toEqual([409, 'reach_not_possible']);
});
