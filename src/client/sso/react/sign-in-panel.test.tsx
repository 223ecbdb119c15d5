import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { alice, baseUrl } from '../../../../contract-tests/fixtures/client/fake-provider.ts';
import { SignInPanel } from './sign-in-panel.tsx';
import { SsoProvider } from './sso-provider.tsx';
import { useSsoReact } from '../../../../contract-tests/fixtures/client/sso-react-fixture.tsx';

const fixture = useSsoReact();
const { findText, authorizes, exchanges, show, signedIn } = fixture;

const decided = (status: string) =>
  fixture.provider.respondWith('/oauth/poll', () => Response.json({ status, state: 'irrelevant', iss: baseUrl }));

test('SignInPanel: waiting shows QR code, link and comparison code after one authorize request, also under StrictMode [S184]', async () => {
  show(<SignInPanel />);
  await findText('Waiting for your approval…');
  expect(screen.getByRole('img', { name: 'QR code of the sign-in link' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Open in the app' }).getAttribute('href')).toMatch(/\/approve\/r1$/);
  expect(screen.getByText('KTR-WDQ')).toBeTruthy();
  expect(screen.getByRole('status').textContent).toContain('Waiting');
  expect(authorizes()).toBe(1);
});

describe('SignInPanel with a redirectUri of this origin', () => {
  const redirectUri = `${location.origin}/callback`;
  const here = `${location.pathname}${location.search}`;
  beforeEach(() => fixture.replaceClient({ redirectUri }));
  afterEach(() => history.replaceState(null, '', here));

  /** Makes the page the end of a sign-in by redirect. */
  async function returned(response: (address: string) => Record<string, string>): Promise<void> {
    const address = fixture.client.createSignInUrl();
    await fixture.provider.fetch(address);
    const state = new URL(address).searchParams.get('state') ?? '';
    const parameters = new URLSearchParams({ ...response(address), state, iss: baseUrl });
    history.replaceState(null, '', `/callback?${parameters}`);
  }

  test('waiting offers this device beside the QR code, and the link to nobody', async () => {
    show(<SignInPanel />);
    await findText('Waiting for your approval…');
    expect(screen.getByRole('button', { name: 'On this device' })).toBeTruthy();
    expect(screen.getByRole('img', { name: 'QR code of the sign-in link' })).toBeTruthy();
    expect(screen.queryByRole('link')).toBeNull();
  });

  test('the page to which the provider returns completes the sign-in once, also under StrictMode', async () => {
    await returned(() => ({ code: fixture.provider.approve() }));
    const onSuccess = vi.fn();
    show(<SignInPanel onSuccess={onSuccess} />);
    await findText('You are signed in');
    expect([authorizes(), exchanges(), onSuccess.mock.calls.length]).toEqual([1, 1, 1]);
    expect(location.search).toBe('');
  });

  test('the page completes the sign-in also while no component shows it', async () => {
    await returned(() => ({ code: fixture.provider.approve() }));
    show(<p>Field notes</p>);
    await expect.poll(() => fixture.client.getSubject()).toBe(alice);
    expect([authorizes(), exchanges()]).toEqual([1, 1]);
  });

  test('a declined sign-in is shown, and the link of the QR code is still pending', async () => {
    const { deep_link: link } = await fixture.client.generateDeeplink();
    await returned(() => ({ error: 'access_denied' }));
    show(<SignInPanel />);
    await findText('Declined');
    expect(fixture.client.resumeSignIn()?.deep_link).toBe(link);
  });

  test('a response of another library starts a sign-in of its own', async () => {
    history.replaceState(null, '', '/callback?code=other&state=other');
    show(<SignInPanel />);
    await findText('Waiting for your approval…');
    expect([authorizes(), exchanges()]).toEqual([1, 0]);
  });
});

test('SignInPanel: an approval sends one token request and calls onSuccess once [S207]', async () => {
  const onSuccess = vi.fn();
  show(<SignInPanel onSuccess={onSuccess} />);
  await findText('Waiting for your approval…');
  fixture.provider.approve();
  await findText('You are signed in');
  expect([authorizes(), exchanges(), onSuccess.mock.calls.length]).toEqual([1, 1, 1]);
  expect(fixture.client.getSubject()).toBe(alice);
});

test.each([
  ['rejected', 'Declined', 'The request was declined.'],
  ['expired', 'Too late', 'The code was valid for a few minutes only.'],
])('SignInPanel: %s is shown, and a retry makes a fresh deep link [S208]', async (status, heading, hint) => {
  decided(status);
  show(<SignInPanel />);
  await findText(heading);
  expect(screen.getByRole('status').textContent).toBe(hint);
  expect(screen.queryByRole('img')).toBeNull();
  fixture.provider.respondWith('/oauth/poll', null);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await findText('Waiting for your approval…');
  expect(screen.getByRole('link').getAttribute('href')).toMatch(/\/approve\/r2$/);
  expect([authorizes(), exchanges()]).toEqual([2, 0]);
});

test.each([
  ['/oauth/authorize', 400],
  ['/oauth/authorize', 503],
  ['/oauth/poll', 404],
  ['/oauth/token', 400],
])('SignInPanel: a failure of %s (%i) can be retried [S208]', async (path, status) => {
  fixture.provider.respondWith(path, () => Response.json({ error: 'invalid_request' }, { status }));
  show(<SignInPanel />);
  if (path === '/oauth/token') {
    await findText('Waiting for your approval…');
    fixture.provider.approve();
  }
  await findText('That did not work');
  fixture.provider.respondWith(path, null);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await findText('Waiting for your approval…');
  expect(fixture.client.getSubject()).toBeNull();
});

test('SignInPanel: a double click on "Try again" starts one attempt [S208]', async () => {
  decided('rejected');
  show(<SignInPanel />);
  await findText('Declined');
  fixture.provider.respondWith('/oauth/poll', null);
  const again = screen.getByRole('button', { name: 'Try again' });
  act(() => {
    again.click();
    again.click();
  });
  await findText('Waiting for your approval…');
  expect(authorizes()).toBe(2);
});

test('SignInPanel: overload and lost responses while waiting are retried [S209]', async () => {
  show(<SignInPanel />);
  await findText('Waiting for your approval…');
  fixture.provider.respondWith('/oauth/poll', () => new Response('busy', { status: 503 }));
  const seen = fixture.provider.to('/oauth/poll').length;
  await expect.poll(() => fixture.provider.to('/oauth/poll').length).toBeGreaterThan(seen + 2);
  expect(screen.queryByText('That did not work')).toBeNull();
  fixture.provider.respondWith('/oauth/poll', null);
  fixture.provider.approve();
  await findText('You are signed in');
});

test('SignInPanel: a remount while waiting keeps the attempt and its link [S210]', async () => {
  const view = show(<SignInPanel key="a" />);
  await findText('Waiting for your approval…');
  const href = screen.getByRole('link').getAttribute('href');
  view.rerender(<SignInPanel key="b" />);
  view.rerender(<p>elsewhere</p>);
  await expect.poll(() => screen.getByText('elsewhere')).toBeTruthy();
  view.rerender(<SignInPanel key="c" />);
  await findText('Waiting for your approval…');
  expect(screen.getByRole('link').getAttribute('href')).toBe(href);
  expect(authorizes()).toBe(1);
  fixture.provider.approve();
  await findText('You are signed in');
  expect(exchanges()).toBe(1);
});

test('SignInPanel: unmounting stops polling [S211]', async () => {
  const view = show(<SignInPanel />);
  await findText('Waiting for your approval…');
  view.unmount();
  await act(async () => new Promise((resolve) => setTimeout(resolve, 30)));
  const seen = fixture.provider.to('/oauth/poll').length;
  await act(async () => new Promise((resolve) => setTimeout(resolve, 60)));
  expect(fixture.provider.to('/oauth/poll')).toHaveLength(seen);
});

test('SignInPanel: a remount with a link about to expire makes a fresh one [S210]', async () => {
  const view = show(<SignInPanel />);
  await findText('Waiting for your approval…');
  view.rerender(<p>elsewhere</p>);
  await act(async () => new Promise((resolve) => setTimeout(resolve, 10)));
  fixture.provider.clock.now += 285_000;
  view.rerender(<SignInPanel />);
  await expect.poll(() => authorizes()).toBe(2);
});

test('SignInPanel: two panels share one attempt [S212]', async () => {
  show(
    <>
      <SignInPanel />
      <SignInPanel />
    </>,
  );
  await expect.poll(() => screen.getAllByRole('link')).toHaveLength(2);
  fixture.provider.approve();
  await expect.poll(() => screen.getAllByText('You are signed in')).toHaveLength(2);
  expect([authorizes(), exchanges()]).toEqual([1, 1]);
});

test('SignInPanel: a visible or online page polls immediately, one request at a time [S213]', async () => {
  fixture.replaceClient({ pollingInterval: 3_600_000 });
  show(<SignInPanel />);
  await findText('Waiting for your approval…');
  await expect.poll(() => fixture.provider.to('/oauth/poll')).toHaveLength(1);
  for (const [target, event] of [
    [document, 'visibilitychange'],
    [window, 'online'],
  ] as const) {
    const before = fixture.provider.to('/oauth/poll').length;
    await act(async () => void [1, 2, 3].map(() => target.dispatchEvent(new Event(event))));
    await expect.poll(() => fixture.provider.to('/oauth/poll')).toHaveLength(before + 1);
    await act(async () => new Promise((resolve) => setTimeout(resolve, 10)));
  }
  expect(authorizes()).toBe(1);
});

test('SignInPanel: sends nothing when signed in and starts after a sign-out [S214]', async () => {
  const ready = await signedIn();
  show(<SignInPanel />);
  await findText('You are signed in');
  expect(authorizes()).toBe(ready);
  act(() => fixture.client.logout());
  await findText('Waiting for your approval…');
  expect(authorizes()).toBe(ready + 1);
});

test('SignInPanel: texts are replaceable [S219]', async () => {
  render(
    <SsoProvider client={fixture.client} texts={{ waiting: 'Warten auf Ihre Zustimmung…' }}>
      <SignInPanel />
    </SsoProvider>,
  );
  await findText('Warten auf Ihre Zustimmung…');
  expect(screen.getByText('Open in the app')).toBeTruthy();
});
