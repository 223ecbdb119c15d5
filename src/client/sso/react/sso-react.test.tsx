import { act, render, renderHook } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { clientId } from '../../../../contract-tests/fixtures/client/fake-provider.ts';
import { SignInButton } from './sign-in-dialog.tsx';
import { SignInPanel } from './sign-in-panel.tsx';
import { SsoProvider } from './sso-provider.tsx';
import { useSignIn } from './sso-context.ts';
import { useSsoReact } from '../../../../contract-tests/fixtures/client/sso-react-fixture.tsx';

const fixture = useSsoReact();
const { authorizes, within } = fixture;

test('useSignIn: custom components receive the same states', async () => {
  const { result } = renderHook(() => useSignIn(), { wrapper: within });
  await expect.poll(() => result.current.state.status).toBe('waiting');
  act(() => result.current.retry());
  expect(authorizes()).toBe(1);
});

test('SSO React: server rendering sends no request', () => {
  const html = renderToString(within({ children: [<SignInButton key="b" />, <SignInPanel key="p" />] }));
  expect(html).toContain('Preparing the sign-in…');
  expect(fixture.provider.received).toEqual([]);
});

test('SsoProvider: an invalid configuration throws on render and names the option', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(() =>
    render(<SsoProvider config={{ ssoBaseUrl: 'http://sso.example', providerAddress: clientId }} />),
  ).toThrow(/^ssoBaseUrl/);
  vi.restoreAllMocks();
});
