import { expect, test } from 'vitest';
import { enrol, sendAsDevice } from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';
import { issuer, startSso } from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import { createApprovalReadModel } from '../../sso/sign-in/approval-read-model.ts';
import { registerApprovalPages } from './register-approval-pages.ts';
import { newKey } from '../../../contract-tests/fixtures/protocol/keys.ts';

const sso = useStarted(() =>
  startSso({
    pages: (app, context) => registerApprovalPages(app, createApprovalReadModel(context), issuer, 'open', []),
  }),
);

test('page of a device link: it opens with an unused link, and neither with a used one nor with another secret', async () => {
  const { device } = await enrol(sso);
  const created = (await sendAsDevice(sso, device, 'POST', '/api/v1/owner/device-links')).json<{ link: string }>();
  const { pathname } = new URL(created.link);
  const open = async (url: string) => (await sso.app.inject({ url })).statusCode;
  const link = pathname.split('/').at(-1) ?? '';
  expect([await open(pathname), await open(`/link/${link.toLowerCase()}`), await open('/link/short')]).toEqual([
    200, 404, 404,
  ]);
  const joined = await sendAsDevice(sso, newKey(), 'POST', '/api/v1/owner/devices', { name: 'New phone', link });
  expect([joined.statusCode, await open(pathname)]).toEqual([201, 404]);
});
