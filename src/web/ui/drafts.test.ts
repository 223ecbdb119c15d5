import { beforeEach, expect, test } from 'vitest';
import { deleteDrafts, openDrafts } from './drafts.ts';

beforeEach(() => sessionStorage.clear());

test('drafts: a text is read again until it is deleted', () => {
  const drafts = openDrafts(sessionStorage, 'anna');
  drafts.write('app name', 'Coffee');
  expect(openDrafts(sessionStorage, 'anna').read('app name')).toBe('Coffee');
  drafts.write('app name', undefined);
  expect(drafts.read('app name')).toBeUndefined();
});

test('drafts: another user of the tab neither reads nor keeps them', () => {
  openDrafts(sessionStorage, 'anna').write('app name', 'Coffee');
  sessionStorage.setItem('other', 'stays');
  expect(openDrafts(sessionStorage, 'bert').read('app name')).toBeUndefined();
  expect(openDrafts(sessionStorage, 'anna').read('app name')).toBeUndefined();
  expect(sessionStorage.getItem('other')).toBe('stays');
});

test('drafts: signing out deletes all of them, and nothing else', () => {
  const drafts = openDrafts(sessionStorage, 'anna');
  drafts.write('one', '1');
  drafts.write('two', '2');
  sessionStorage.setItem('other', 'stays');
  deleteDrafts(sessionStorage);
  expect(Object.keys(sessionStorage)).toEqual(['other']);
});

test('drafts: a full storage loses the draft, not the form', () => {
  const full: Storage = {
    length: 0,
    key: () => null,
    getItem: () => null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
    removeItem: () => undefined,
    clear: () => undefined,
  };
  const drafts = openDrafts(full, 'anna');
  expect(() => drafts.write('app name', 'Coffee')).not.toThrow();
  expect(drafts.read('app name')).toBeUndefined();
});
