// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { CopyText } from './copy-text.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test.each([
  ['copied', async () => undefined, 'API key is copied', 'hidden'],
  [
    'not let be copied',
    () => Promise.reject(new Error('denied')),
    'The browser did not let it be copied: select it by hand.',
    'soft',
  ],
])(
  'copy button: %s is announced, and a failure is visible to everyone',
  async (_what, writeText, announcement, visibleText) => {
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(writeText);
    render(<CopyText label="API key" value="ank_1" />);
    await act(async () => screen.getByRole('button', { name: 'Copy API key' }).click());
    expect(screen.getByRole('status').textContent).toBe(announcement);
    // The button itself shows the success.
    expect(screen.getByRole('status').className).toBe(visibleText);
  },
);
