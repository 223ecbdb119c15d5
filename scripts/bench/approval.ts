import {
  type Agent,
  bindAgent,
  enrolOwner,
  finishSignIn,
  startSignIn,
  testProvider,
  urlOf,
} from '../../contract-tests/fixtures/identity.ts';
import { createNotificationsClient } from '../../generated/notifications/client.ts';
import { createSsoClient } from '../../generated/sso/client.ts';
import { dpopMiddleware } from '../../src/client/http/middleware.ts';
import { systemApp } from '../../src/notifications/sends/notification.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { readEvents } from '../../src/web/host/read-events.ts';
import { compareProcessorTime, runRounds } from './findings.ts';
import { concurrentFlows, repeatFlow } from './load.ts';
import type { Measurement } from './workbench.ts';
import { newKey } from '../../contract-tests/fixtures/protocol/keys.ts';

const row = 'an approval: bc-authorize, a push to an open page, show and approve, exchange with DPoP';
const target = { atMost: 1.3 };

/** P17: an agent asks, the push arrives at the person's open page, the person decides, the agent gets tokens and receipt. */
export const approval: Measurement = {
  title: 'An approval',
  run: async (bench) => {
    const env = { DATABASE_URL: await bench.freshDatabase(), PORTAL_CLIENTS: '*' };
    const platform = await bench.platform({ services: ['sso', 'notifications'], env });
    const clientId = await testProvider(platform);
    const server = { url: urlOf(platform, 'sso'), pid: platform.pid, databaseTime: bench.databaseTime };
    const profile = bench.profile('p17', platform.pid);
    const newPeople = <Person>(create: () => Promise<Person>) =>
      Promise.all(Array.from({ length: concurrentFlows }, create));
    const asked = await newPeople(async () =>
      openPage(await bindAgent(platform, { clientId }), urlOf(platform, 'notifications')),
    );
    const signing = await newPeople(async () => {
      const key = newKey();
      const sso = createSsoClient({ baseUrl: server.url, middleware: [dpopMiddleware({ keypair: key })] });
      return { owner: await enrolOwner(platform), key, sso };
    });
    const count = bench.times(120);
    const approve = async (acknowledged: boolean) => {
      // One flow at a time for each person: a push does not say which of two requests it is about.
      const page = asked.pop();
      if (page === undefined) throw new Error('More flows than people.');
      await approveOnce(page, clientId, server.url);
      if (acknowledged) await page.acknowledge();
      asked.push(page);
    };
    const signIn = async (index: number) => {
      const person = signing[index % signing.length];
      if (person === undefined) throw new Error('No people were enrolled.');
      const started = await startSignIn(person.sso, { clientId, jkt: person.key.jkt });
      await person.owner.decide(started.deepLink, 'approve');
      await finishSignIn(person.sso, started, clientId);
    };
    const results = await runRounds(bench, {
      ours: async () => {
        const round = await repeatFlow(server, count, () => approve(false));
        // The service offers a page 100 pushes at most that it has not acknowledged.
        await Promise.all(asked.map(({ acknowledge }) => acknowledge()));
        return round;
      },
      acknowledged: () => repeatFlow({ ...server, profile }, count, () => approve(true)),
      peer: () => repeatFlow(server, count, signIn),
    });
    return [
      compareProcessorTime({
        what: `${row}; peer: a whole sign-in at the same platform`,
        ...results,
        target,
        note: 'An approval also stores its details, the push and the receipt, which is signed.',
      }),
      compareProcessorTime({
        what: `${row}, and the page acknowledges the push; peer: a whole sign-in at the same platform`,
        ours: results.acknowledged,
        peer: results.peer,
        target,
        note: 'One request with a proof more, from the page to the notification service, which settles the outcome of the push.',
      }),
    ];
  },
};

/** A person's page that receives pushes of the platform, and the agent that asks the person. */
interface AskedPage {
  readonly agent: Agent;
  /** Resolves with the `startParam` of the next push. */
  readonly nextPush: () => Promise<string>;
  /** Reports that all pushes so far arrived. */
  readonly acknowledge: () => Promise<void>;
}

async function openPage(agent: Agent, notificationsUrl: string): Promise<AskedPage> {
  const { key, accessToken, owner } = agent;
  // As many as there are flows.
  unwrap(await owner.sso.setRequestBudget({ body: { perHour: 1000, perDay: 1000 } }));
  const host = createNotificationsClient({
    baseUrl: notificationsUrl,
    middleware: [dpopMiddleware({ keypair: key, accessToken: () => accessToken })],
  });
  unwrap(await host.setConsent({ path: { appId: systemApp.id }, body: { status: 'granted' } }));
  const { deviceId } = unwrap(await host.createDevice({ body: { transport: 'stream' } }));
  const stream = unwrap(await host.streamPushes({ query: { deviceId } }));
  const arrived: string[] = [];
  const unacknowledged: string[] = [];
  let wake: (() => void) | undefined;
  const read = async (): Promise<void> => {
    for await (const { data } of readEvents(stream)) {
      const { notificationId, startParam }: ShownPush = JSON.parse(data);
      unacknowledged.push(notificationId);
      if (typeof startParam !== 'string') continue;
      arrived.push(startParam);
      wake?.();
    }
  };
  // It ends with the platform.
  void read().catch(() => undefined);
  const nextPush = async (): Promise<string> => {
    while (arrived.length === 0) await new Promise<void>((resolve) => (wake = resolve));
    return arrived.shift() ?? '';
  };
  const acknowledge = async (): Promise<void> => {
    for (const notificationId of unacknowledged.splice(0))
      unwrap(await host.createReceipt({ path: { notificationId }, body: { status: 'delivered' } }));
  };
  return { agent, nextPush, acknowledge };
}

/** The part of a push event that this page reads. */
interface ShownPush {
  readonly notificationId: string;
  readonly startParam?: string | null;
}

async function approveOnce({ agent, nextPush }: AskedPage, clientId: string, ssoUrl: string): Promise<void> {
  const { sso, owner } = agent;
  const { auth_req_id } = unwrap(
    await sso.createBackchannelAuthentication({
      body: {
        client_id: clientId,
        login_hint: owner.sub,
        authorization_details: '[{"type":"payment","amount":"990000","token":"USDC","payee":"6Yx7sPZ1"}]',
      },
    }),
  );
  await owner.decide(`${ssoUrl}/approve/${await nextPush()}`, 'approve');
  unwrap(
    await sso.exchangeToken({
      body: { grant_type: 'urn:openid:params:grant-type:ciba', auth_req_id, client_id: clientId },
    }),
  );
}
