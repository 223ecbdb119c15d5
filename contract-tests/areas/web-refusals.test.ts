import { beforeAll, expect, test } from 'vitest';
import { urlOf } from '../fixtures/identity.ts';
import { signInToOwnApplication } from '../fixtures/passkey-browser.ts';
import { deletePlatformData, hostProvider, startPlatform } from '../fixtures/platform.ts';
import { useStarted } from '../fixtures/use-started.ts';

const platform = useStarted(
  () => startPlatform({ services: ['sso', 'web'], env: { DEMO_DATA: 'true' } }),
  deletePlatformData,
);
let web: string;
beforeAll(async () => {
  // Backend and notification service are not started.
  web = urlOf(platform, 'web');
});

const post = (path: string, body: unknown, token?: string) =>
  fetch(`${web}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

/** Signs a person in to the web host. @returns an access token */
async function hostToken(): Promise<string> {
  return (await signInToOwnApplication(platform, hostProvider)).accessToken;
}

test.each([
  ['an invoice', () => fetch(`${web}/host/backend/api/invoices/inv`)],
  ['a payment', async () => post('/host/api/payments', { invoice: 'inv' }, await hostToken())],
  ['the current customer', () => fetch(`${web}/mini-app/backend/api/me`)],
  ['the list of payments', () => fetch(`${web}/mini-app/backend/api/transactions?limit=10`)],
  ['an order', () => post('/mini-app/backend/api/invoices', { productId: 'coins-100-usdc' })],
  ['a notification', () => post('/mini-app/api/notifications', { body: 'Hi', startParam: '', inSeconds: 0 })],
  ['the list of received events', () => fetch(`${web}/mini-app/api/events`)],
  ['a test notification', () => post('/portal/relay/api/v1/notifications/send', { test: 'delivered' })],
])(
  'web: while the service behind it is down, %s returns 503 with an explanation and Retry-After',
  async (_what, send) => {
    const response = await send();
    expect([response.status, response.headers.get('retry-after'), await response.json()]).toEqual([
      503,
      '2',
      { error: 'The service is not available right now; try again in 2 s.' },
    ]);
    if (response.url.includes('/mini-app/')) expect(response.headers.get('access-control-allow-origin')).toBe('*');
  },
);

test.each([
  ['/host/api/payments', '{"invoice":', 'The request body cannot be read: it is not valid JSON.'],
  ['/host/api/payments', '', 'A request body is required.'],
  ['/host/api/payments', {}, 'invoice is required'],
  ['/host/api/payments', { invoice: 7 }, 'invoice must be string'],
  ['/mini-app/backend/api/invoices', { productId: 'p', price: '0' }, 'price is not known here'],
  ['/mini-app/api/notifications', { body: 'Hi', startParam: '', inSeconds: 31 }, 'inSeconds must be <= 30'],
  ['/portal/relay/api/v1/notifications/send', { body: 'For real' }, 'test is required'],
  ['/portal/relay/api/v1/notifications/send', { test: 'real' }, expect.stringContaining('test must be one of')],
])('web: %s rejects %j without calling a service', async (path, body, error) => {
  const response = await post(path, body);
  expect([response.status, await response.json()]).toEqual([400, { error }]);
});

test('web: a payment without an access token of the host is refused with 401', async () => {
  const response = await post('/host/api/payments', { invoice: 'inv' });
  expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer scope="openid payments"']);
  expect(await response.json()).toMatchObject({ details: { reason: 'missing_authorization' } });
});

test('web: an unknown address is a page with a link back for browsers and JSON for scripts', async () => {
  for (const path of ['/nonsense', '/portal/nonsense', '/portal/apps/a/b/c']) {
    const page = await fetch(web + path, { headers: { accept: 'text/html,*/*' } });
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(await page.text()).toMatch(/<h1>Page not found<\/h1>[\s\S]*<a href="\/">/);
    const response = await fetch(web + path);
    expect([response.status, await response.json()]).toEqual([404, { error: `There is nothing at ${path}.` }]);
  }
});

test('web: a trailing slash is ignored', async () => {
  for (const path of ['/portal/', '/host/', '/mini-app/', '/try/']) expect((await fetch(web + path)).status).toBe(200);
});

test('web: every response has an X-Request-Id, and /metrics counts the request', async () => {
  const response = await fetch(`${web}/portal`);
  expect(response.headers.get('x-request-id')).toMatch(/\S/);
  const metrics = await (await fetch(`${web}/metrics`)).text();
  expect(metrics).toMatch(
    /http_request_duration_seconds_count\{service="web",operation="openPortal",status="2xx"\} \d/,
  );
});
