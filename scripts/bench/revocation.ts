import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import { type Agent, bindAgent, testProvider, urlOf } from '../../contract-tests/fixtures/identity.ts';
import { median, spreadOf } from './findings.ts';
import { manyStatusLists } from './status-lists.ts';
import type { Measurement } from './workbench.ts';
import { signedHeaders } from './prepared-requests.ts';

/** Seconds within which the forum has to refuse a revoked session; the contract allows more. */
const limit = 2;
const requestsPerSecond = 1_000;
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
