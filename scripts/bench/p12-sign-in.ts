import {
  enrolOwner,
  finishSignIn,
  newKey,
  startSignIn,
  testProvider,
  urlOf,
} from '../../contract-tests/fixtures/identity.ts';
import { createSsoClient } from '../../generated/sso/client.ts';
import { dpopMiddleware } from '../../src/client/http/dpop-middleware.ts';
import { compareProcessorTime, notMeasured } from './comparison.ts';
import { concurrentFlows, repeatFlow } from './flows.ts';
import { keycloakObstacle } from './keycloak/distribution.ts';
import { type RealmName, users } from './keycloak/realm.ts';
import { signInAtKeycloak } from './keycloak/sign-in.ts';
import type { Measurement } from './measurement.ts';
import { runRounds } from './rounds.ts';

const passwordTarget = { atMost: 0.3 };
/** Target against a peer whose password hash costs almost nothing. */
const cheapHashTarget = { atMost: 1 };
const what = 'a whole sign-in: authorize, show and approve, poll, exchange with DPoP; peer: Keycloak, ';

/** P12: a whole sign-in, as many people at once as processors are busy with. */
export const wholeSignIn: Measurement = {
  title: 'A whole sign-in',
  run: async (bench) => {
    const platform = await bench.platform({ services: ['sso'], env: { DATABASE_URL: await bench.freshDatabase() } });
    const clientId = await testProvider(platform);
    const { databaseTime } = bench;
    const server = { url: urlOf(platform, 'sso'), pid: platform.pid, databaseTime };
    const people = await Promise.all(
      Array.from({ length: concurrentFlows }, async () => {
        const key = newKey();
        const sso = createSsoClient({ baseUrl: server.url, middleware: [dpopMiddleware({ keypair: key })] });
        return { owner: await enrolOwner(platform), key, sso };
      }),
    );
    const keycloak = await bench.keycloak();
    const count = bench.times(120);

    const signIn = async (index: number) => {
      const person = people[index % people.length];
      if (person === undefined) throw new Error('No people were enrolled.');
      const started = await startSignIn(person.sso, { clientId, jkt: person.key.jkt });
      await person.owner.decide(started.deepLink, 'approve');
      await finishSignIn(person.sso, started, clientId);
    };
    const key = newKey();
    const atKeycloak = (peer: { readonly url: string; readonly pid: number }, realm: RealmName) => () =>
      repeatFlow({ ...peer, databaseTime }, count, (index) =>
        signInAtKeycloak({ url: peer.url, realm, user: index % users, key }),
      );
    const { ours, password, cheapHash } = await runRounds(bench, {
      ours: () => repeatFlow(server, count, signIn),
      ...(keycloak && {
        password: atKeycloak(keycloak, 'bench'),
        cheapHash: atKeycloak(keycloak, 'bench-cheap-hash'),
      }),
    });
    const rows = [
      { what: `${what}password sign-in of the browser flow`, target: passwordTarget, peer: password },
      { what: `${what}the same with a password hash of one iteration`, target: cheapHashTarget, peer: cheapHash },
    ];
    return rows.map(({ peer, ...row }) =>
      peer === undefined
        ? notMeasured(row.what, row.target, keycloakObstacle())
        : compareProcessorTime({ ...row, ours, peer }),
    );
  },
};
