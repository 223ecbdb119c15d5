import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Time } from './time.tsx';

test('times: seconds are shown only where they matter, and the exact time stays in the markup', () => {
  const at = '2026-03-01T09:30:15.250Z';
  const format = (timeStyle: 'short' | 'medium') =>
    new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle }).format(new Date(at));
  const { container } = render(
    <>
      <Time at={at} />
      <Time at={at} to="second" />
    </>,
  );
  const shown = [...container.querySelectorAll('time')];
  expect(shown.map(({ textContent }) => textContent)).toEqual([format('short'), format('medium')]);
  expect(shown.map(({ dateTime }) => dateTime)).toEqual([at, at]);
});
