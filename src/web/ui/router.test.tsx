import { act, cleanup, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { navigate, useLeaveGuard, usePath } from './router.tsx';

beforeEach(() => history.replaceState(null, '', '/portal/apps/1/keys'));
afterEach(cleanup);

function Guarded({ active }: { readonly active: boolean }): ReactNode {
  const path = usePath();
  const { to, leave, stay } = useLeaveGuard(active, '/portal/apps/1/');
  return (
    <>
      <p>at {path}</p>
      {to !== undefined && <p>to {to}</p>}
      <button onClick={leave}>Leave</button>
      <button onClick={stay}>Stay</button>
    </>
  );
}

test('leaving: a person with something to lose is asked, stays where they are, and leaves when they say so', () => {
  render(<Guarded active />);
  act(() => navigate('/portal/apps/1/webhook'));
  expect(screen.getByText('at /portal/apps/1/webhook')).toBeTruthy();
  act(() => navigate('/portal'));
  expect(screen.getByText('at /portal/apps/1/webhook')).toBeTruthy();
  expect(screen.getByText('to /portal')).toBeTruthy();
  act(() => screen.getByText('Stay').click());
  expect(screen.queryByText('to /portal')).toBeNull();
  act(() => navigate('/portal'));
  act(() => screen.getByText('Leave').click());
  expect(screen.getByText('at /portal')).toBeTruthy();
});

test('leaving: nobody is asked who has nothing to lose', () => {
  render(<Guarded active={false} />);
  act(() => navigate('/portal'));
  expect(screen.getByText('at /portal')).toBeTruthy();
});
