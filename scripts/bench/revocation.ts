import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import { bindAgent, testProvider, urlOf, enrolOwner, type Agent } from '../../contract-tests/fixtures/identity.ts';
import { median, spreadOf, compareProcessorTime, runRounds, type Finding } from './findings.ts';
import type { Measurement, Workbench } from './workbench.ts';
import { signedHeaders } from './prepared-requests.ts';
import { sql } from 'kysely';
import { freePort } from '../../src/runtime/start/ports.ts';
import { openDatabase } from '../../src/runtime/database/database.ts';
import { maxStatusListBytes } from '../../src/protocol/status-list.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { atConstantRate, measureServer, p99Of, type RoundResult } from './load.ts';

/** Lists in use; each has the session of one agent. */
const lists = 500;
/** Sessions in one list, one bit each. */
const sessionsInList = maxStatusListBytes * 8;
const requestsPerSecond = 1_000;
const target = { atMost: 1.02 };
const path = '/api/agent-auth';

/** A verifier beside another one: the sessions of its agents are in many status lists, in place of one. */
async function manyStatusLists(bench: Workbench): Promise<Finding> {
  const DATABASE_URL = await bench.freshDatabase();
  const platform = await bench.platform({ services: ['sso', 'forum'], env: { DATABASE_URL } });
  const startForum = async () => {
    const port = await freePort();
    const { pid } = await bench.platform({
      services: ['forum'],
      env: { FORUM_PORT: String(port) },
      after: platform,
    });
    return { url: `http://127.0.0.1:${port}`, pid };
  };
  const [one, many] = [await startForum(), await startForum()];
  const database = await openDatabase({ databaseUrl: DATABASE_URL, poolSize: 1 });
  bench.onClear(() => database.close());
  // All lists exist once an index of the last one is in use.
  await sql`select setval('sso.status_indexes', ${lists * sessionsInList}::bigint)`.execute(database.db);
  const clientId = await testProvider(platform);
  const owner = await enrolOwner(platform);
  const agents: Agent[] = [];
  while (agents.length < lists) agents.push(await bindAgent(platform, { owner, clientId }));
  await sql`
    update sso.sessions set status_index = numbered.list * ${sessionsInList}::bigint + 1
    from (select id, row_number() over () - 1 as list from sso.sessions) as numbered where numbered.id = sessions.id`.execute(
    database.db,
  );
  const spread = await Promise.all(agents.map((agent) => refreshed(agent, clientId)));

  // The signed URL is the public address of all processes.
  const url = urlOf(platform, 'forum') + path;
  const count = bench.times(6_000);
  const send = (server: typeof one, callers: readonly Caller[]) => async (): Promise<RoundResult> => {
    const headers = await headersOf(callers, count, url);
    const dispatcher = new Pool(server.url, { connections: 32 });
    const result = await measureServer(server, count, async () => {
      const latencies = await atConstantRate({ perSecond: requestsPerSecond, count }, async (index) => {
        const response = await dispatcher.request({ method: 'GET', path, headers: headers(index) });
        await response.body.dump();
        if (response.statusCode !== 200) throw new Error(`The forum responded ${response.statusCode}.`);
      });
      return { elapsed: (1000 * count) / requestsPerSecond, p99: p99Of(latencies) };
    });
    await dispatcher.close();
    return result;
  };
  const results = await runRounds({ ...bench, warmUpRounds: 1 }, { ours: send(many, spread), peer: send(one, agents) });
  return compareProcessorTime({
    what: `processor time of a request at ${requestsPerSecond} requests/s, ${lists} status lists in use; peer: one list`,
    ...results,
    target,
    note: `Each list in use is asked for every 1.5 s, whether or not it changed: ${Math.round(lists / 1.5)} requests a second beside the ${requestsPerSecond}, and every 30 s it is signed, verified and decoded again.`,
  });
}

type Caller = Pick<Agent, 'key' | 'accessToken'>;

/** Returns an agent with a token that names the list in which its session now is. */
async function refreshed({ key, sso, refreshToken }: Agent, clientId: string): Promise<Caller> {
  const { access_token: accessToken } = unwrap(
    await sso.exchangeToken({
      body: { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: clientId },
    }),
  );
  return { key, accessToken };
}

/** Signs requests of all callers in turn. */
async function headersOf(callers: readonly Caller[], count: number, url: string) {
  const each = Math.ceil(count / callers.length);
  const signed = await Promise.all(
    callers.map(({ key, accessToken }) => signedHeaders(each, key, { method: 'GET', url, accessToken })),
  );
  return (index: number) => signed[index % callers.length]?.(Math.floor(index / callers.length)) ?? {};
}

/** Seconds within which the forum has to refuse a revoked session; the contract allows more. */
const limit = 2;
/** Milliseconds between two groups of requests. */
const tick = 10;

/** P13: from the owner's revocation until the forum refuses the agent, while it sends 1,000 requests a second. */
export const revocation: Measurement = {
  title: 'Revocation',
  run: async (bench) => {
    const platform = await bench.platform({
      services: ['sso', 'forum'],
      env: { DATABASE_URL: await bench.freshDatabase() },
    });
    const clientId = await testProvider(platform);
    const url = `${urlOf(platform, 'forum')}/api/agent-auth`;
    const rounds = [];
    for (let round = 0; round < bench.rounds; round++)
      rounds.push(await revokeUnderLoad(await bindAgent(platform, { clientId }), url));
    const seconds = rounds.map((one) => one.seconds);
    const rate = Math.round(median(rounds.map((one) => one.rate)));
    return [
      {
        what: `last accepted response after a revocation, at ${requestsPerSecond} requests/s; peer: the limit`,
        ours: `${median(seconds).toFixed(2)} s`,
        peer: `${limit} s`,
        ratio: spreadOf(seconds.map((one) => one / limit)),
        target: { atMost: 1 },
        note: `${rate} requests/s were sent`,
      },
      await manyStatusLists(bench),
    ];
  },
};

interface Round {
  /** From the response to the revocation until the response to the last accepted request; 0 when there was none. */
  readonly seconds: number;
  /** Requests per second that were sent. */
  readonly rate: number;
}

async function revokeUnderLoad(agent: Agent, url: string): Promise<Round> {
  const count = (limit + 3) * requestsPerSecond;
  const headers = await signedHeaders(count, agent.key, { method: 'GET', url, accessToken: agent.accessToken });
  // Few connections, as of a proxy: a machine that opens one per request measures its sockets.
  const { origin, pathname: path } = new URL(url);
  const dispatcher = new Pool(origin, { connections: 32 });
  const pending: Promise<void>[] = [];
  let revoking: Promise<void> | undefined;
  let revokedAt = Number.POSITIVE_INFINITY;
  let lastAccepted = Number.NEGATIVE_INFINITY;
  const send = async (index: number): Promise<void> => {
    const response = await dispatcher.request({ method: 'GET', path, headers: headers(index) });
    await response.body.dump();
    if (response.statusCode === 200) lastAccepted = performance.now();
    else if (revoking === undefined)
      throw new Error(`The forum responded ${response.statusCode} before the revocation.`);
  };
  const startedAt = performance.now();
  for (let sent = 0; sent < count;) {
    const due = Math.min(count, Math.floor(((performance.now() - startedAt) * requestsPerSecond) / 1000));
    while (sent < due) pending.push(send(sent++));
    if (sent > requestsPerSecond) revoking ??= revokeSessions(agent).then(() => void (revokedAt = performance.now()));
    await delay(tick);
  }
  const rate = count / ((performance.now() - startedAt) / 1000);
  await Promise.all([...pending, revoking]);
  await dispatcher.close();
  return { seconds: Math.max(0, lastAccepted - revokedAt) / 1000, rate };
}

async function revokeSessions({ owner }: Agent): Promise<void> {
  const listed = await owner.sso.listConnectedSessions({});
  if (listed.status !== 200) throw new Error(`listConnectedSessions responded ${listed.status}.`);
  for (const { sessionId } of listed.body.sessions) await owner.sso.revokeConnectedSession({ path: { sessionId } });
}
