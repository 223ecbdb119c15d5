import { expect, test } from 'vitest';
import { createPresenceReports } from './open-app.tsx';

/** A service whose responses a test gives by hand, in the order of the requests. */
function createManualService() {
  const sent: (string | null)[] = [];
  const responses: ((accepted: boolean) => void)[] = [];
  return {
    sent,
    send: (appId: string | null) =>
      new Promise<void>((resolve, reject) => {
        sent.push(appId);
        responses.push((accepted) => (accepted ? resolve() : reject(new Error('503'))));
      }),
    respond: async (accepted: boolean) => {
      responses.shift()?.(accepted);
      await new Promise((done) => setImmediate(done));
    },
  };
}
const elapsed = () => Promise.resolve();

test('presence: a report waits for the response to the one before it', async () => {
  const { sent, send, respond } = createManualService();
  const reports = createPresenceReports({ send, elapsed });
  reports.add('shop');
  reports.add(null);
  expect(sent).toEqual(['shop']);
  await respond(true);
  expect(sent).toEqual(['shop', null]);
});

test('presence: of the waiting reports only the last is sent', async () => {
  const { sent, send, respond } = createManualService();
  const reports = createPresenceReports({ send, elapsed });
  for (const appId of ['shop', null, 'shop', null]) reports.add(appId);
  await respond(true);
  await respond(true);
  expect(sent).toEqual(['shop', null]);
});

test('presence: a report that failed is sent again, unless a newer one waits', async () => {
  const { sent, send, respond } = createManualService();
  const reports = createPresenceReports({ send, elapsed });
  reports.add(null);
  await respond(false);
  expect(sent).toEqual([null, null]);
  reports.add('shop');
  await respond(false);
  expect(sent).toEqual([null, null, 'shop']);
});

test('presence: after four failed attempts a report is given up, and the next one is sent', async () => {
  const { sent, send, respond } = createManualService();
  const reports = createPresenceReports({ send, elapsed });
  reports.add(null);
  for (let attempt = 0; attempt < 4; attempt++) await respond(false);
  expect(sent).toEqual([null, null, null, null]);
  reports.add('shop');
  expect(sent.at(-1)).toBe('shop');
});
