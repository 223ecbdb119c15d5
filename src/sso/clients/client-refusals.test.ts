import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  clientId,
  flow,
  form,
  otherClientId,
  type Sso,
  startSso,
} from '../../../contract-tests/fixtures/sso/sso-fixture.ts';

let sso: Sso;
beforeAll(async () => {
  sso = await startSso();
});
afterAll(() => sso.close());

/** Requests that start a sign-in, and the status of their success. */
const starts: readonly (readonly [path: string, status: number, fields: () => Record<string, string>])[] = [
  ['/oauth/authorize', 200, () => flow().query],
  ['/oauth/par', 201, () => flow().query],
  ['/oauth/device_authorization', 200, () => ({ client_id: clientId, scope: 'openid' })],
];

test.each(starts)(
  'sso %s: pages of other origins than the application registered are 403',
  async (path, status, of) => {
    for (const origin of ['https://app.test', 'http://localhost:5173'])
      expect((await form(sso, path, of(), { origin })).statusCode, origin).toBe(status);
    for (const origin of ['https://other.test', 'https://app.test:8443', 'null']) {
      const refused = await form(sso, path, of(), { origin });
      expect(refused.statusCode, origin).toBe(403);
      expect(refused.json()).toMatchObject({
        error: 'access_denied',
        error_description: `Origin not allowed: ${origin}`,
      });
      expect(refused.headers['access-control-allow-origin'], origin).not.toBe('*');
    }
  },
);

test.each(starts)('sso %s: a disabled application is invalid_client', async (path, status, of) => {
  const sentBy = (client_id: string) => form(sso, path, { ...of(), client_id });
  const setDisabledAt = (disabled_at: Date | null) =>
    sso.db.updateTable('sso.clients').set({ disabled_at }).where('address', '=', otherClientId).execute();
  expect((await sentBy(otherClientId)).statusCode).toBe(status);
  await setDisabledAt(sso.now());
  const refused = await sentBy(otherClientId);
  expect(refused.json()).toMatchObject({ error: 'invalid_client' });
  await setDisabledAt(null);
  expect((await sentBy(otherClientId)).statusCode).toBe(status);
});
