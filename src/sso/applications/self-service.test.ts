import { beforeAll, expect, test } from 'vitest';
import { createOutboundHttp } from '../../runtime/outbound/outbound-http.ts';
import { createResourceChecker } from './resources.ts';
import { createResourceStore } from './resource-store.ts';
import { createSsoStores } from '../stores.ts';
import { inTransaction } from '../../runtime/database/queries.ts';
import {
  addMember,
  type Developer,
  outcomeOf,
  startDeveloper,
  startDocumentHost,
} from '../../../contract-tests/fixtures/sso/clients.ts';
import { authorize, flow, issuer, startSso, adminKey } from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';

const sso = useStarted(() => startSso({ settings: { reservedNames: ['Platform Sign-In', 'Developer portal'] } }));
let ada: Developer;
let mallory: Developer;
const host = useStarted(startDocumentHost);
beforeAll(async () => {
  [ada, mallory] = [await startDeveloper(sso), await startDeveloper(sso)];
});

const register = (name: string) => mallory.send('POST', '/applications', { name });

test.each([
  ['the name of the portal', 'Developer portal', 409, 'name_reserved'],
  ['Cyrillic letters of it', 'Dеvelоper pоrtal', 409, 'name_reserved'],
  ['it among other words', 'My Developer-Portal login', 409, 'name_reserved'],
  ['the name of a verified application', 'Application 1', 409, 'name_taken'],
  ['letters that look like those of a verified application', 'Applicаtiоn l', 409, 'name_taken'],
  ['a name that turns the direction of the text', 'App\u202Etxet', 400, 'invalid_request'],
  ['an invisible character', 'Appli\u200Bcation', 400, 'invalid_request'],
])('with %s nobody registers an application', async (_, name, status, error) => {
  expect(outcomeOf(await register(name))).toEqual([status, error]);
});

test('an owner cannot rename an application into one that is reserved or verified', async () => {
  const clientId = await mallory.create('Harmless');
  const rename = (name: string) => mallory.send('PATCH', `/applications/${clientId}`, { name });
  expect(outcomeOf(await rename('Deve1oper portal'))).toEqual([409, 'name_reserved']);
  expect(outcomeOf(await rename('Application 1'))).toEqual([409, 'name_taken']);
});

test('of 50 applications at once one owner gets all, then no more of 1,000, and none of the 50 is lost', async () => {
  const flooder = await startDeveloper(sso);
  await Promise.all(Array.from({ length: 50 }, (_, count) => flooder.create(`Flood ${count} of waters`)));
  const refused = await Promise.all(
    Array.from({ length: 50 }, (_, count) => flooder.send('POST', '/applications', { name: `Flood ${count} again` })),
  );
  expect(new Set(refused.map((response) => String(outcomeOf(response))))).toEqual(new Set(['409,application_limit']));
  const { applications } = (await flooder.send('GET', '/applications?limit=100')).json<{ applications: unknown[] }>();
  expect(applications).toHaveLength(50);
});

test('an application of another owner is unknown to a stranger, whatever they try', async () => {
  const clientId = await ada.create();
  const path = `/applications/${clientId}`;
  const attempts = [
    mallory.send('GET', path),
    mallory.send('PATCH', path, { redirectUris: ['https://evil.test/cb'] }),
    mallory.send('DELETE', path),
    mallory.send('POST', `${path}/secrets`),
    mallory.send('GET', `${path}/members`),
    mallory.send('PUT', `${path}/members/${mallory.sub}`, { role: 'owner' }),
    mallory.send('POST', `${path}/invites`, { role: 'owner' }),
    mallory.send('POST', `${path}/reach-requests`, { reason: 'Mine.' }),
    mallory.send('POST', `${path}/resources`, { origin: 'https://evil.test' }),
    mallory.send('GET', `${path}/resources`),
  ];
  for (const response of await Promise.all(attempts))
    expect(outcomeOf(response)).toEqual([404, 'application_not_found']);
});

test('an invite lets one person in: not a second one, and not a stranger whom it does not name', async () => {
  const clientId = await ada.create();
  const grace = await startDeveloper(sso);
  const named = await ada.invite(clientId, 'member', { sub: grace.sub });
  expect(outcomeOf(await mallory.join(named.code))).toEqual([404, 'application_invite_refused']);
  expect((await grace.join(named.code)).statusCode).toBe(201);

  const open = await ada.invite(clientId);
  const others = [await startDeveloper(sso), await startDeveloper(sso)];
  const joined = await Promise.all(others.map((other) => other.join(open.code)));
  expect(joined.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 404]);
  expect(outcomeOf(await mallory.join(open.code))).toEqual([404, 'application_invite_refused']);
  expect(outcomeOf(await mallory.join('A'.repeat(43)))).toEqual([404, 'application_invite_refused']);
});

test('an owner who is removed in the middle changes nothing more, and their invites open nothing', async () => {
  const clientId = await ada.create();
  const traitor = await addMember(sso, ada, clientId, 'owner');
  const { code } = await traitor.invite(clientId, 'owner');
  const path = `/applications/${clientId}`;
  expect((await ada.send('DELETE', `${path}/members/${traitor.sub}`)).statusCode).toBe(204);
  const late = await traitor.send('PATCH', path, { redirectUris: ['https://evil.test/cb'] });
  expect(outcomeOf(late)).toEqual([404, 'application_not_found']);
  expect(outcomeOf(await mallory.join(code))).toEqual([404, 'application_invite_refused']);
});

test.each([
  ['a private network', 'https://10.0.0.7'],
  ['the metadata service of a cloud', 'http://169.254.169.254'],
  ['this machine over IPv6', 'http://[::1]:8080'],
])('a resource at %s is never fetched', async (_, origin) => {
  const clientId = await mallory.create('Prober');
  const refused = await mallory.send('POST', `/applications/${clientId}/resources`, { origin });
  expect(outcomeOf(refused)).toEqual([400, 'resource_not_proven']);
});

test('a redirect of the metadata is not followed', async () => {
  const clientId = await mallory.create('Redirector');
  host.serve('/.well-known/oauth-protected-resource', {
    status: 302,
    headers: { location: host.url('/inside') },
    body: '',
  });
  const refused = await mallory.send('POST', `/applications/${clientId}/resources`, { origin: host.url('') });
  expect([...outcomeOf(refused), host.fetched('/inside')]).toEqual([400, 'resource_not_proven', 0]);
});

test('an origin that stops proving itself is warned of, gets no tokens after three days, and returns when it is mended', async () => {
  const origin = host.url('');
  const clientId = await ada.create('Abandoned API');
  const publish = (platformClientId: string) =>
    host.serve('/.well-known/oauth-protected-resource', {
      body: JSON.stringify({
        resource: origin,
        authorization_servers: [issuer],
        platform_client_id: platformClientId,
      }),
    });
  publish(clientId);
  expect((await ada.send('POST', `/applications/${clientId}/resources`, { origin })).statusCode).toBe(201);

  const outbound = createOutboundHttp({ allow: ['127.0.0.0/8'] });
  const checker = createResourceChecker(
    {
      atomically: (work) => inTransaction(sso.db, (trx) => work(createSsoStores(trx))),
      applicationResources: createResourceStore(sso.db),
      outbound,
      settings: { issuer },
      now: sso.now,
    },
    { warn: () => undefined },
  );
  /** Lets time pass and the job run. @returns the state that the owner sees, and whether authorize accepts the resource */
  const after = async (days: number) => {
    sso.advance(days * 86_400);
    await checker.round();
    const path = `/applications/${clientId}/resources`;
    const { resources } = (await ada.send('GET', path)).json<{ resources: readonly { readonly status: string }[] }>();
    const { statusCode } = await authorize(sso, flow({ resource: origin }).query);
    return [resources[0]?.status, statusCode];
  };
  publish('0'.repeat(32));
  expect(await after(1)).toEqual(['warned', 200]);
  expect(await after(3)).toEqual(['suspended', 400]);
  publish(clientId);
  expect(await after(1)).toEqual(['proven', 200]);
  const events = await sso.db
    .selectFrom('sso.audit_events')
    .select('event')
    .where('client_address', '=', clientId)
    .where('event', 'like', 'resource_%')
    .orderBy('id')
    .execute();
  expect(events.map(({ event }) => event)).toEqual([
    'resource_added',
    'resource_warned',
    'resource_suspended',
    'resource_proven',
  ]);
  await outbound.close();
});

test('an origin belongs to the application that its metadata names now, and to no other', async () => {
  const origin = host.url('');
  const [former, latter] = [await ada.create('Former API'), await mallory.create('Latter API')];
  const publish = (platformClientId: string) =>
    host.serve('/.well-known/oauth-protected-resource', {
      body: JSON.stringify({ resource: origin, authorization_servers: [issuer], platform_client_id: platformClientId }),
    });
  publish(former);
  await ada.send('POST', `/applications/${former}/resources`, { origin });
  const stolen = await mallory.send('POST', `/applications/${latter}/resources`, { origin });
  expect(outcomeOf(stolen)).toEqual([400, 'resource_not_proven']);
  publish(latter);
  expect((await mallory.send('POST', `/applications/${latter}/resources`, { origin })).statusCode).toBe(201);
  expect((await ada.send('GET', `/applications/${former}/resources`)).json()).toEqual({ resources: [] });
});

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
