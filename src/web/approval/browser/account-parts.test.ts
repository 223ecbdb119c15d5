import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ConnectedSession } from '../../../../generated/sso/types.ts';
import { englishScreens } from '../messages/en/screens.ts';
import { connections } from './connections.ts';
import { setLanguage } from './language.ts';
import { germanScreens } from '../messages/de/screens.ts';
import { scannedAddress } from './scan-screen.ts';
import { signInPanel } from './sign-in-panel.ts';

/** Names that agents give themselves: no place to break, right to left, emoji, markup. */
const hostileNames = [
  'W'.repeat(64),
  'وكيل المكتب الليلي',
  '👩🏽‍🚀👨‍👩‍👧‍👦🏳️‍🌈',
  '<img src=x onerror=alert(1)>',
  '"><script>alert(1)</script>',
];

const sessionAt = (index: number): ConnectedSession => ({
  sessionId: `019ca8b2-05a8-7e02-a1c4-${String(index).padStart(12, '0')}`,
  clientId: '00000006010000000000000000000001',
  applicationName: 'Field Notes',
  name: hostileNames[index % hostileNames.length] ?? null,
  agentName: hostileNames[(index + 1) % hostileNames.length] ?? null,
  jkt: null,
  keyFingerprint: null,
  createdAt: '2026-03-01T09:31:05.000Z',
  lastUsedAt: '2026-03-01T09:45:10.000Z',
  lastAction: { event: 'access_renewed', at: '2026-03-01T09:45:10.000Z' },
  expiresAt: '2026-03-31T09:45:10.000Z',
  endsAt: '2027-03-01T09:31:05.000Z',
});

const pageSize = 100;

const pageFrom = (from: number, total: number) => {
  const sessions = Array.from({ length: Math.min(pageSize, total - from) }, (_, index) => sessionAt(from + index));
  const nextCursor = from + pageSize < total ? String(from + pageSize) : null;
  return { sessions, hasMore: nextCursor !== null, nextCursor };
};

beforeEach(() => {
  setLanguage('en', englishScreens);
  document.body.innerHTML = '<main id="screen"><h1>Account</h1></main>';
});

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

test('account page: an owner with 300 agents sees a hundred at a time, each by its name as text', async () => {
  const total = 300;
  const cursors: string[] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    const cursor = new URL(request.url).searchParams.get('cursor') ?? '';
    cursors.push(cursor);
    return Response.json(pageFrom(Number(cursor), total));
  });
  const { sessions, nextCursor } = pageFrom(0, total);
  const section = connections(sessions, nextCursor);
  document.body.append(section);
  const shown = () => section.querySelectorAll('.connection').length;
  const older = () => [...section.querySelectorAll('button')].find(({ textContent }) => textContent.includes('older'));
  for (let pages = 1; pages < total / pageSize; pages++) {
    expect(shown()).toBe(pages * pageSize);
    older()?.click();
    await vi.waitUntil(() => shown() === (pages + 1) * pageSize);
  }
  expect(cursors).toEqual(['100', '200']);
  expect(older()).toBeUndefined();
  // Text of its own direction, and no markup of a name.
  const names = [...section.querySelectorAll('.person bdi')].map(({ textContent }) => textContent);
  expect(new Set(names)).toEqual(new Set(hostileNames));
  expect(section.querySelectorAll('img, script')).toHaveLength(0);
});

test('account page: without a connection it says so', () => {
  const section = connections([], null);
  document.body.append(section);
  const empty = section.querySelector<HTMLElement>('.empty');
  expect([empty?.hidden, section.querySelectorAll('.connection').length]).toEqual([false, 0]);
});

test('account page: an application has its icon, one that does not load its initials, and an agent the pattern of its key', () => {
  const icon = `${location.origin}/applications/1/icon?v=1`;
  const application = { ...sessionAt(0), name: 'Field Notes', iconUrl: icon };
  const agent = { ...application, jkt: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k' };
  const elsewhere = { ...application, iconUrl: 'https://images.example/1.png' };
  const section = connections([application, agent, elsewhere], null);
  document.body.append(section);
  const pictures = () =>
    [...section.querySelectorAll('.avatar')].map(
      (one) => one.getAttribute('src') ?? one.querySelector('text, path')?.tagName,
    );
  expect(pictures()).toEqual([icon, 'path', 'text']);
  section.querySelector('img')?.dispatchEvent(new Event('error'));
  expect(pictures()).toEqual(['text', 'path', 'text']);
});

const agentId = sessionAt(1).sessionId;

const agent: ConnectedSession = {
  ...sessionAt(1),
  name: 'release-bot',
  jkt: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
};

const helper: ConnectedSession = {
  ...sessionAt(2),
  name: 'linter',
  parentSessionId: agentId,
  scope: 'openid forum:write',
};

const pausedAt = '2026-03-01T10:00:00.000Z';

/** Shows connections of which a pause changes the first agent. @returns paths of the requests, and the buttons by name */
function shownWithProvider(sessions: readonly ConnectedSession[]) {
  const requests: string[] = [];
  vi.stubGlobal('fetch', async ({ method, url }: Request) => {
    const { pathname } = new URL(url);
    requests.push(`${method} ${pathname}`);
    return Response.json(pathname.endsWith('/pause') ? { ...agent, pausedAt } : agent);
  });
  const section = connections(sessions, null);
  document.querySelector('main')?.append(section);
  const button = (name: RegExp) =>
    [...section.querySelectorAll('button')].find((one) => name.test(one.getAttribute('aria-label') ?? ''));
  const paused = () =>
    [...section.querySelectorAll('.paused')].map(({ textContent }) => textContent.replace(/ since .*/, ''));
  return { requests, button, paused };
}

test('account page: an agent is paused and resumed with its helpers, and the focus stays at the button', async () => {
  const ofHelper = { ...helper, sessionId: sessionAt(4).sessionId, name: 'checker', parentSessionId: helper.sessionId };
  const { requests, button, paused } = shownWithProvider([ofHelper, helper, agent]);
  expect(paused()).toEqual([]);
  button(/^Pause release-bot/)?.click();
  await vi.waitUntil(() => button(/^Resume release-bot/));
  expect(paused()).toEqual(['Paused', 'Paused with its agent', 'Paused with its agent']);
  expect(document.activeElement).toBe(button(/^Resume release-bot/));
  expect(button(/linter/)).toBeDefined();
  expect(button(/^(Pause|Resume) linter/)).toBeUndefined();

  button(/^Resume release-bot/)?.click();
  await vi.waitUntil(() => button(/^Pause release-bot/));
  expect(paused()).toEqual([]);
  expect(document.activeElement).toBe(button(/^Pause release-bot/));
  expect(button(/^Pause linter/)).toBeDefined();
  expect(requests).toEqual([
    `POST /api/v1/owner/sessions/${agentId}/pause`,
    `POST /api/v1/owner/sessions/${agentId}/resume`,
  ]);
});

test('account page: a helper that was paused on its own stays paused when its agent goes on', async () => {
  const own = { ...helper, pausedAt: '2026-03-01T09:00:00.000Z' };
  const { button, paused } = shownWithProvider([own, { ...agent, pausedAt }]);
  expect(paused()).toEqual(['Paused', 'Paused with its agent']);
  button(/^Resume release-bot/)?.click();
  await vi.waitUntil(() => button(/^Resume linter/));
  expect(paused()).toEqual(['Paused']);
});

test('account page: an application in a browser has no pause, and each connection says what it did last', () => {
  const inBrowser = { ...sessionAt(3), name: 'Field Notes', browserSessionId: agentId };
  const asking = { ...agent, lastAction: { event: 'approval_requested', at: '2026-03-01T11:00:00.000Z' } };
  const { button } = shownWithProvider([inBrowser, asking]);
  expect(button(/^Pause Field Notes/)).toBeUndefined();
  const [first, second] = [...document.querySelectorAll('.connection')].map(({ textContent }) => textContent);
  expect(first).toMatch(/Field Notes renewed its access, .*2026/);
  expect(first).not.toContain('Last used');
  expect(second).toMatch(/release-bot asked for your approval, .*2026.*Last used/);
});

/** Texts of the buttons and of the notice for somebody who is signed out. */
function panel() {
  setLanguage('de', germanScreens);
  const section = signInPanel(async () => undefined);
  return {
    buttons: [...section.querySelectorAll('button')].map(({ textContent }) => textContent),
    notice: section.querySelector('.notice')?.textContent,
    address: section.querySelector('code')?.textContent,
  };
}

test('sign-in: a browser without WebAuthn is told before the first attempt where else the page can be opened', () => {
  const { buttons, notice, address } = panel();
  expect([buttons, address]).toEqual([[], location.href]);
  expect(notice).toBe(germanScreens.noPasskeysHere);
});

test('sign-in: a browser with WebAuthn offers a passkey', () => {
  vi.stubGlobal('PublicKeyCredential', () => undefined);
  const { buttons, notice } = panel();
  expect(buttons).toEqual([germanScreens.signInWithPasskey, germanScreens.createPasskey]);
  expect(notice).toBeUndefined();
});

const origin = 'https://sign-in.example';
const id = 'NZxpUZwFMwXjEKbYCFRKxnqT2ggQ6UF-zRhJvaoWgbM';

test.each([
  [`${origin}/approve/${id}`, `/approve/${id}`],
  [` ${origin}/device?user_code=BHN-PQX `, '/device?user_code=BHN-PQX'],
])('scan: %s is a sign-in of the provider', (text, address) => {
  expect(scannedAddress(text, origin)).toBe(address);
});

test.each([
  ['another host', `https://sign-in.example.evil/approve/${id}`],
  ['another scheme', `http://sign-in.example/approve/${id}`],
  ['another port', `${origin}:8443/approve/${id}`],
  ['userinfo', `https://sign-in.example@evil.example/approve/${id}`],
  ['own userinfo', `https://someone@sign-in.example/approve/${id}`],
  ['a link that would add this device to an identity', `${origin}/link/${id}`],
  ['another page', `${origin}/owner`],
  ['a path that climbs', `${origin}/approve/../owner`],
  ['a script', 'javascript:alert(1)'],
  ['text', 'hello'],
])('scan: %s is refused', (_, text) => {
  expect(scannedAddress(text, origin)).toBeUndefined();
});
