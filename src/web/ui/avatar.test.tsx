import { act, cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Avatar, Person } from './avatar.tsx';

afterEach(cleanup);

/** Names as strangers choose them: they are shown whole, isolated from the text around them, and nothing of them is markup. */
const hostileNames = [
  'W'.repeat(64),
  'متجر القهوة الصغير',
  '\u202Eexe.rekam\u202C',
  '👩🏽‍🚀👨‍👩‍👧‍👦🏳️‍🌈',
  '<img src=x onerror=alert(1)>',
];

test('avatars: an uploaded picture is shown, and initials where it does not load', () => {
  const picture = 'https://sso.example/pictures/1';
  const { container, rerender } = render(<Avatar id="a" name="Ada Lovelace" picture={picture} />);
  const [image] = container.getElementsByTagName('img');
  expect([image?.src, image?.alt]).toEqual([picture, '']);
  if (image) fireEvent.error(image);
  expect(container.querySelector('svg text')?.textContent).toBe('AL');
  // Another one is tried.
  rerender(<Avatar id="a" name="Ada Lovelace" picture={`${picture}2`} />);
  expect(container.getElementsByTagName('img')[0]?.src).toBe(`${picture}2`);
});

test('avatars: without a picture and a name the pattern of the id is shown', async () => {
  const { container } = render(<Avatar id="a" name={null} picture={null} />);
  await act(async () => undefined);
  expect(container.querySelector('svg path')).not.toBeNull();
});

test.each(hostileNames)('avatars: the name %j is text of its own direction', (name) => {
  const { container } = render(<Person id="a" name={name} />);
  expect(container.querySelector('bdi')?.textContent).toBe(name);
  expect(container.querySelectorAll('img')).toHaveLength(0);
  const initials = container.querySelector('text')?.textContent ?? '';
  expect([...new Intl.Segmenter().segment(initials)].length).toBeLessThanOrEqual(2);
});
