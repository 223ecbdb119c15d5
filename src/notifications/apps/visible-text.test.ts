import { expect, test } from 'vitest';
import { checkVisibleText } from './apps.ts';

test.each(['\u200b', '\u2060\ufeff', '\u3164', '\u2800 \u2800', '\u00ad', '\u0301'])(
  'app name: %j is rejected, because nothing of it is visible',
  (name) => {
    expect(() => checkVisibleText('name', name)).toThrow('no visible character');
  },
);

test.each(['a', '☕', '7', 'カフェ', '\u200bx', '!'])('app name: %j is visible', (name) => {
  expect(() => checkVisibleText('name', name)).not.toThrow();
});
