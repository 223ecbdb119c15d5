import {
  enrolOwner,
  finishSignIn,
  proofOf,
  startSignIn,
  testProvider,
  urlOf,
} from '../../contract-tests/fixtures/identity.ts';
import { approvedCodes, makeProofs, rs256SignatureCost } from './prepared-requests.ts';
import { compareProcessorTime, compareRates, notMeasured, processorTime, runRounds } from './findings.ts';
import type { Measurement } from './workbench.ts';
import { client, endpoint, keycloakObstacle, signInAtKeycloak, users } from './keycloak.ts';
import { concurrentFlows, load, type MeasuredServer, repeatFlow, type RoundResult } from './load.ts';
import { createSsoClient } from '../../generated/sso/client.ts';
import { dpopMiddleware } from '../../src/client/http/middleware.ts';
import { newKey, type TestKey } from '../../contract-tests/fixtures/protocol/keys.ts';

const refreshTarget = { atMost: 0.3 };

/** Of the platform's processor time to that of a server that does only the necessary work. */
const leastExchangeTarget = { atMost: 1.4 };
const leastSignInTarget = { atMost: 1.3 };

/** P2: exchange of a code with a DPoP proof for tokens, including the rows of a new session, and the refresh of such tokens. */
export const tokenExchange: Measurement = {
  title: 'Token exchange and refresh',
  run: async (bench) => {
    const platform = await bench.platform({ services: ['sso'], env: { DATABASE_URL: await bench.freshDatabase() } });
    const clientId = await testProvider(platform);
    const owner = await enrolOwner(platform);
    const key = newKey();
    const { databaseTime } = bench;
    const server = { url: urlOf(platform, 'sso'), pid: platform.pid, databaseTime };
    const profiled = (name: string) => ({ ...server, profile: bench.profile(name, platform.pid) });
    const peer = await bench.peer('oidc-provider', { args: [key.jkt] });
    const keycloak = await bench.keycloak();
    const leastServer = await bench.peer('least-work', { args: [await bench.freshDatabase(), key.publicJwk.x] });
    const count = bench.times(1000);

    const path = '/oauth/token';
    const exchange = async (onBody?: TokenRequests['onBody']) => {
      const grants = await approvedCodes(count, { ssoUrl: server.url, clientId, jkt: key.jkt, owner });
      return tokenRequests({
        server: profiled('p2-exchange'),
        path,
        key,
        count,
        body: (index) => grants[index] ?? '',
        onBody,
      });
    };
    const least = { ...leastServer, databaseTime };
    const leastExchange = (onBody?: TokenRequests['onBody']) =>
      tokenRequests({ server: least, path: '/tokens', key, count, body: () => clientCredentials, onBody });

    const tokens: string[] = [];
    await exchange((index, body) => (tokens[index] = refreshTokenOf(body)));
    const leastTokens: string[] = [];
    await leastExchange((index, body) => (leastTokens[index] = refreshTokenOf(body)));
    const refreshes = await runRounds(bench, {
      ours: () => refresh({ server: profiled('p2-refresh'), path, key, clientId, tokens }),
      least: () => refresh({ server: least, path: '/refresh', key, clientId, tokens: leastTokens }),
      ...(keycloak && {
        keycloak: await refreshAtKeycloak({ ...keycloak, databaseTime }, key, count),
      }),
    });
    const exchanges = await runRounds(bench, {
      ours: () => exchange(),
      peer: () => tokenRequests({ server: peer, path: '/token', key, count, body: () => clientCredentials }),
      least: () => leastExchange(),
    });
    const exchanged =
      'POST /oauth/token: a code for an access token and an id_token (two RS256 signatures), rows in PostgreSQL';
    const refreshed = 'POST /oauth/token: refresh with DPoP, rotated';
    const refreshRow = { what: `${refreshed}; peer: Keycloak, refresh with DPoP, not rotated`, target: refreshTarget };
    return [
      compareProcessorTime({
        what: `${exchanged} beside the least work; peer: bare Fastify with a proof, four statements and two signatures`,
        ours: exchanges.ours,
        peer: exchanges.least,
        target: leastExchangeTarget,
        note: `One RS256 signature takes ${rs256SignatureCost()} on this machine; both compute two. The platform also reads the application, writes the session with its indexes, its place and its status index, and the audit row. oidc-provider, which keeps its rows in memory and signs once for client credentials, takes ${processorTime(exchanges.peer)}.`,
      }),
      compareProcessorTime({
        what: `${refreshed} beside the least work; peer: bare Fastify with a proof, a read, a replaced row and two signatures`,
        ours: refreshes.ours,
        peer: refreshes.least,
        target: leastExchangeTarget,
        note: 'The platform also reads the application and the session, and keeps the time and place of the last use.',
      }),
      refreshes.keycloak === undefined
        ? notMeasured(refreshRow.what, refreshRow.target, keycloakObstacle())
        : compareProcessorTime({
            ...refreshRow,
            ours: refreshes.ours,
            peer: refreshes.keycloak,
            note: 'Both sign an access token and an id_token; Keycloak signs its refresh token too, and accepts one again by default. That of the platform is used once, and its row is replaced.',
          }),
    ];
  },
};

const clientCredentials =
  'grant_type=client_credentials&client_id=client&client_secret=secret&scope=api&resource=urn:forum';

interface TokenRequests {
  readonly server: MeasuredServer;
  readonly path: string;
  readonly key: TestKey;
  readonly count: number;
  readonly body: (index: number) => string;
  readonly onBody?: ((index: number, body: string) => void) | undefined;
}

async function tokenRequests({ server, path, key, count, body, onBody }: TokenRequests): Promise<RoundResult> {
  const proofs = await makeProofs(count, key, { method: 'POST', url: server.url + path });
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const request = (index: number) =>
    ({ method: 'POST', path, headers: { ...form, dpop: proofs[index] ?? '' }, body: body(index) }) as const;
  return load({ ...server, count, connections: 8, request, ...(onBody && { onBody }) });
}

interface Refreshes extends Pick<TokenRequests, 'server' | 'path' | 'key'> {
  readonly clientId: string;
  /** One for each session; replaced by those of the responses. */
  readonly tokens: string[];
}

/** Refreshes the tokens of every session once. */
function refresh({ clientId, tokens, ...requests }: Refreshes): Promise<RoundResult> {
  const body = (index: number) =>
    new URLSearchParams({
      grant_type: 'refresh_token',
      client_id: clientId,
      refresh_token: tokens[index] ?? '',
    }).toString();
  const onBody = (index: number, text: string) => void (tokens[index] = refreshTokenOf(text));
  return tokenRequests({ ...requests, count: tokens.length, body, onBody });
}

/** Signs as many sessions in as are refreshed. */
async function refreshAtKeycloak(
  server: MeasuredServer,
  key: TestKey,
  count: number,
): Promise<() => Promise<RoundResult>> {
  const tokens: string[] = [];
  const signIns = async (user: number) => {
    while (tokens.length < count)
      tokens.push((await signInAtKeycloak({ url: server.url, realm: 'bench-cheap-hash', user, key })).refreshToken);
  };
  await Promise.all(Array.from({ length: users }, (_, user) => signIns(user)));
  const path = endpoint('bench-cheap-hash', 'token');
  return () => refresh({ server, path, key, clientId: client.clientId, tokens });
}

const refreshTokenOf = (body: string): string =>
  (JSON.parse(body || '{}') as { refresh_token?: string }).refresh_token ?? '';

/** P3: polling, the most frequent request. Each poll is for one of many sign-ins. */
export const poll: Measurement = {
  title: 'Poll',
  run: async (bench) => {
    const platform = await bench.platform({ services: ['sso'], env: { DATABASE_URL: await bench.freshDatabase() } });
    const url = urlOf(platform, 'sso');
    const clientId = await testProvider(platform);
    const sso = createSsoClient({ baseUrl: url });
    const pollingCodes: string[] = [];
    while (pollingCodes.length < 100) pollingCodes.push((await startSignIn(sso, { clientId })).pollingCode);
    const bodies = pollingCodes.map((code) => JSON.stringify({ polling_code: code }));
    const hello = await bench.peer('hello');
    const count = bench.times(4000);

    const results = await runRounds(bench, {
      ours: () =>
        load({
          url,
          pid: platform.pid,
          databaseTime: bench.databaseTime,
          count,
          request: (index) => ({
            method: 'POST',
            path: '/oauth/poll',
            headers: { 'content-type': 'application/json' },
            body: bodies[index % bodies.length] ?? '',
          }),
        }),
      peer: () => load({ ...hello, count, request: () => ({ path: '/hello' }) }),
    });
    return [
      compareRates({
        what: 'POST /oauth/poll, pending, one row read in PostgreSQL; peer: bare Fastify hello',
        ...results,
        target: { atLeast: 0.4 },
        note: 'A poll is a validated body, one read by its primary key, which those of a turn of the event loop share, and the limit of its interval.',
      }),
    ];
  },
};

const passwordTarget = { atMost: 0.3 };
const wholeSignInRow = 'a whole sign-in: authorize, show and approve, poll, exchange with DPoP';

/** P12: a whole sign-in, as many people at once as processors are busy with. */
export const wholeSignIn: Measurement = {
  title: 'A whole sign-in',
  run: async (bench) => {
    const platform = await bench.platform({ services: ['sso'], env: { DATABASE_URL: await bench.freshDatabase() } });
    const clientId = await testProvider(platform);
    const { databaseTime } = bench;
    const server = {
      url: urlOf(platform, 'sso'),
      pid: platform.pid,
      databaseTime,
      profile: bench.profile('p12', platform.pid),
    };
    const people = await Promise.all(
      Array.from({ length: concurrentFlows }, async () => {
        const key = newKey();
        const sso = createSsoClient({ baseUrl: server.url, middleware: [dpopMiddleware({ keypair: key })] });
        return { owner: await enrolOwner(platform), key, sso };
      }),
    );
    const keycloak = await bench.keycloak();
    const count = bench.times(120);
    // As Keycloak, which is warmed up until its time no longer falls: V8 has not compiled everything after a few hundred.
    const warm = bench.times(600);

    const signIn = async (index: number) => {
      const person = people[index % people.length];
      if (person === undefined) throw new Error('No people were enrolled.');
      const started = await startSignIn(person.sso, { clientId, jkt: person.key.jkt });
      await person.owner.decide(started.deepLink, 'approve');
      await finishSignIn(person.sso, started, clientId);
    };
    const key = newKey();
    const least = {
      ...(await bench.peer('least-work', { args: [await bench.freshDatabase(), key.publicJwk.x] })),
      databaseTime,
    };
    const {
      ours,
      least: leasts,
      peer,
    } = await runRounds(bench, {
      ours: (warmsUp) => repeatFlow(server, warmsUp ? warm : count, signIn),
      least: (warmsUp) => repeatFlow(least, warmsUp ? warm : count, () => leastSignIn(least.url, key)),
      ...(keycloak && {
        peer: () =>
          repeatFlow({ ...keycloak, databaseTime }, count, (index) =>
            signInAtKeycloak({ url: keycloak.url, user: index % users, key }),
          ),
      }),
    });
    const row = {
      what: `${wholeSignInRow}; peer: Keycloak, password sign-in of the browser flow`,
      target: passwordTarget,
    };
    return [
      compareProcessorTime({
        what: `${wholeSignInRow} beside the least work; peer: bare Fastify with three proofs, eight statements and two signatures`,
        ours,
        peer: leasts,
        target: leastSignInTarget,
        note: 'The platform also writes the audit rows of decision and tokens, the session, and the last use of the device, and checks the application in every step.',
      }),
      peer === undefined
        ? notMeasured(row.what, row.target, keycloakObstacle())
        : compareProcessorTime({
            ...row,
            ours,
            peer,
            note: `${concurrentFlows} people at once. The peer hashes a password, the platform verifies signatures of a key.`,
          }),
    ];
  },
};

/** The same steps at a server that does only the necessary work. */
async function leastSignIn(url: string, key: TestKey): Promise<void> {
  const send = async (method: string, path: string, type = '', body = ''): Promise<Record<string, string>> => {
    const dpop = await proofOf(key, { method, url: url + path });
    const content = body === '' ? {} : { body, headers: { dpop, 'content-type': type } };
    const response = await fetch(url + path, { method, headers: { dpop }, ...content });
    if (!response.ok) throw new Error(`${url}${path}: status ${response.status}`);
    return (await response.json()) as Record<string, string>;
  };
  const { id, polling_code } = await send('GET', '/authorize');
  await send('GET', `/requests/${id}`);
  await send('POST', `/requests/${id}`);
  await send('POST', '/poll', 'application/json', JSON.stringify({ polling_code }));
  await send('POST', '/tokens', 'application/x-www-form-urlencoded', clientCredentials);
}
