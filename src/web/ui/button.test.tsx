import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { CopyField } from './button.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test.each([
  ['a success', async () => undefined, 'API key is copied', 'hidden'],
  [
    'a failure',
    () => Promise.reject(new Error('denied')),
    'The browser did not allow copying: select the text and copy it.',
    'soft',
  ],
])(
  'copy button: %s is announced, and only a failure is visible',
  async (_what, writeText, announcement, visibleText) => {
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(writeText);
    render(<CopyField label="API key" value="ank_1" />);
    await act(async () => screen.getByRole('button', { name: 'Copy API key' }).click());
    expect(screen.getByRole('status').textContent).toBe(announcement);
    // The button itself shows the success.
    expect(screen.getByRole('status').className).toBe(visibleText);
  },
);
