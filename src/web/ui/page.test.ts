import { beforeEach, expect, test, vi } from 'vitest';
import { keepFocus } from './keep-focus.ts';
import { deleteDrafts, openDrafts } from './drafts.ts';

let page: HTMLElement;
beforeEach(() => {
  document.body.innerHTML = `<div id="page">
    <main>
      <h1>App</h1>
      <section><h2>Keys</h2><ul><li><button id="row">Revoke</button></li></ul></section>
      <section id="other"><button id="elsewhere">Send</button></section>
    </main>
  </div>`;
  page = find('page');
  keepFocus(page);
});

function find(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`No element has the id ${id}.`);
  return found;
}

const focusedText = () => document.activeElement?.textContent?.trim();

test('focus: when the focused row is removed, the heading of its section has the focus', async () => {
  find('row').focus();
  find('row').closest('li')?.remove();
  await vi.waitFor(() => expect(focusedText()).toBe('Keys'));
  expect(document.activeElement?.getAttribute('tabindex')).toBe('-1');
});

test('focus: without a heading in its section the heading of the page has the focus', async () => {
  find('elsewhere').focus();
  find('elsewhere').remove();
  await vi.waitFor(() => expect(focusedText()).toBe('App'));
});

test('focus: on a page without headings the main content has the focus', async () => {
  find('row').focus();
  page.innerHTML = '<main>Loading…</main>';
  await vi.waitFor(() => expect(document.activeElement?.tagName).toBe('MAIN'));
});

test('focus: a removal elsewhere, or after which something else has the focus, moves nothing', async () => {
  find('row').focus();
  find('other').remove();
  await new Promise((done) => setTimeout(done));
  expect(document.activeElement).toBe(find('row'));
  const button = document.createElement('button');
  page.append(button);
  find('row').remove();
  button.focus();
  await new Promise((done) => setTimeout(done));
  expect(document.activeElement).toBe(button);
});

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
