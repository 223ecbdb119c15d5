import { enrolOwner, newKey, testProvider, urlOf } from '../../contract-tests/fixtures/identity.ts';
import { approvedCodes } from './approved-codes.ts';
import { compareProcessorTime, type Load, load, type Taken } from './load.ts';
import type { Measurement } from './measurement.ts';
import { makeProofs } from './proofs.ts';
import { rs256SignatureCost } from './signature-cost.ts';
import { inTurns } from './rounds.ts';

const form = { 'content-type': 'application/x-www-form-urlencoded' } as const;

/** P2: exchange of a code with a DPoP proof for tokens, including the rows of a new session. */
export const tokenExchange: Measurement = {
  title: 'Token exchange',
  run: async (bench) => {
    const platform = await bench.platform({ services: ['sso'], env: { DATABASE_URL: await bench.freshDatabase() } });
    const ssoUrl = urlOf(platform, 'sso');
    const clientId = await testProvider(platform);
    const owner = await enrolOwner(platform);
    const key = newKey();
    const peer = await bench.peer('oidc-provider', { args: [key.jkt] });
    const count = bench.times(200);

    const exchange = async (
      server: Pick<Load, 'url' | 'pid'>,
      path: string,
      body: (index: number) => string,
    ): Promise<Taken> => {
      const proofs = await makeProofs(count, key, { method: 'POST', url: server.url + path });
      const request = (index: number) =>
        ({ method: 'POST', path, headers: { ...form, dpop: proofs[index] ?? '' }, body: body(index) }) as const;
      return load({ ...server, count, connections: 8, request });
    };
    const results = await inTurns(bench.rounds, {
      ours: async () => {
        const grants = await approvedCodes(count, { ssoUrl, clientId, jkt: key.jkt, owner });
        const server = { url: ssoUrl, pid: platform.pid };
        return exchange(server, '/oauth/token', (index) => grants[index] ?? '');
      },
      peer: () =>
        exchange(
          peer,
          '/token',
          () => 'grant_type=client_credentials&client_id=client&client_secret=secret&scope=api&resource=urn:forum',
        ),
    });
    return [
      compareProcessorTime(
        'POST /oauth/token: a code for an access token and an id_token (two RS256 signatures), rows in PostgreSQL; peer: oidc-provider client_credentials with DPoP and JWT (one signature), in memory',
        results.ours,
        results.peer,
        { atMost: 0.9 },
        `One RS256 signature takes ${rs256SignatureCost()} on this machine; the platform computes two and writes the session, its refresh token and the audit row to PostgreSQL.`,
      ),
    ];
  },
};
