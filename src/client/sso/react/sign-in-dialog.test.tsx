import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { SignInButton, SignInModal } from './sign-in-dialog.tsx';
import { useSsoReact } from '../../../../contract-tests/fixtures/client/sso-react-fixture.tsx';

const fixture = useSsoReact();
const { findText, authorizes, exchanges, show } = fixture;

test('SignInButton: a click opens the dialog and starts the sign-in', async () => {
  show(<SignInButton />);
  expect(authorizes()).toBe(0);
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  await findText('Waiting for your approval…');
  expect(screen.getByRole('dialog', { name: 'Sign in' })).toBeTruthy();
  expect(authorizes()).toBe(1);
});

test('SignInButton: after success the dialog closes and the button signs out', async () => {
  const onSuccess = vi.fn();
  show(<SignInButton onSuccess={onSuccess} />);
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  await findText('Waiting for your approval…');
  fixture.provider.approve();
  const out = await screen.findByRole('button', { name: 'Sign out' });
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(onSuccess).toHaveBeenCalledTimes(1);
  fireEvent.click(out);
  await screen.findByRole('button', { name: 'Sign in' });
  expect(fixture.client.getAccessToken()).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  await findText('Waiting for your approval…');
  expect([authorizes(), exchanges(), onSuccess.mock.calls.length]).toEqual([2, 1, 1]);
});

test('SignInModal: reopening shows the same attempt', async () => {
  show(<SignInButton>Log in</SignInButton>);
  fireEvent.click(screen.getByRole('button', { name: 'Log in' }));
  await findText('Waiting for your approval…');
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Log in' }));
  await findText('Waiting for your approval…');
  expect(authorizes()).toBe(1);
});

test('SignInModal: Escape and a click on the backdrop close it; a click inside does not', async () => {
  const onClose = vi.fn();
  show(<SignInModal open onClose={onClose} />);
  await findText('Waiting for your approval…');
  const dialog = screen.getByRole('dialog');
  fireEvent.click(screen.getByText('KTR-WDQ'));
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.click(dialog);
  dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
  expect(onClose).toHaveBeenCalledTimes(2);
});
