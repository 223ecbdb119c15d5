import { startSignIn, testProvider, urlOf } from '../../contract-tests/fixtures/identity.ts';
import { createSsoClient } from '../../generated/sso/client.ts';
import { compareRates } from './comparison.ts';
import { load } from './load.ts';
import type { Measurement } from './measurement.ts';
import { runRounds } from './rounds.ts';

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
        target: { atLeast: 0.3 },
      }),
    ];
  },
};
