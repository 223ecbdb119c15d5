import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ConfirmDialog } from './confirm-dialog.tsx';

afterEach(cleanup);

const dialog = (error: unknown) => (
  <ConfirmDialog title="Hide this?" action="Hide" busy={false} error={error} run={() => {}} close={() => {}}>
    <p>Nobody sees it.</p>
  </ConfirmDialog>
);
const messages = (container: HTMLElement) => [...container.querySelectorAll('[role=alert]')].length;

test('console: a dialog shows the error of its own action, and none of a dialog before it', () => {
  const earlier = new Error('The post is locked.');
  const { container, rerender } = render(dialog(earlier));
  expect(messages(container)).toBe(0);
  rerender(dialog(undefined));
  expect(messages(container)).toBe(0);
  rerender(dialog(new Error('The service is unavailable.')));
  expect(messages(container)).toBe(1);
});
