import type { OwnerRequest } from '../../../../generated/sso/types.ts';
import { translated } from './language.ts';
import { decisionButtons } from './request-decision.ts';
import { requestLines, requestTitle } from './request-details.ts';
import { element } from './screen.ts';
import { bodyOf, sso } from './sso.ts';

/** Milliseconds after which the page looks for new requests, and for those that were decided elsewhere. */
const interval = 1_500;

export async function readRequests(): Promise<readonly OwnerRequest[]> {
  const { requests } = await bodyOf(sso.listOwnerRequests({ query: { state: 'pending', limit: 100 } }));
  return requests;
}

interface RequestList {
  readonly element: HTMLElement;
  /** @param listener runs when the number of requests changed */
  readonly onCount: (listener: (count: number) => void) => void;
}

/** Renders what agents wait for, the newest first. It follows the provider while it is shown. */
export function requestList(first: readonly OwnerRequest[], labelledBy: string): RequestList {
  const list = element('ul', { class: 'list', 'aria-labelledby': labelledBy });
  const shown = new Map<string, HTMLElement>();
  const listeners: ((count: number) => void)[] = [showBadge];
  const show = (waiting: readonly OwnerRequest[]): void => {
    for (const [id, item] of shown) {
      if (waiting.some(({ requestId }) => requestId === id)) continue;
      item.remove();
      shown.delete(id);
    }
    for (const request of waiting.toReversed()) {
      if (shown.has(request.requestId)) continue;
      const item = entry(request, refresh);
      shown.set(request.requestId, item);
      list.prepend(item);
    }
    for (const listener of listeners) listener(shown.size);
  };
  const refresh = async (): Promise<void> => show(await readRequests());
  // What fails now is read again: an error would cover the request that the person reads.
  const reread = (): Promise<void> => (document.hidden ? Promise.resolve() : refresh().catch(() => undefined));
  const follow = (): void => {
    setTimeout(() => {
      if (list.isConnected) void reread().then(follow);
      else document.removeEventListener('visibilitychange', reread);
    }, interval);
  };
  document.addEventListener('visibilitychange', reread);
  show(first);
  follow();
  return {
    element: list,
    onCount: (listener) => {
      listeners.push(listener);
      listener(shown.size);
    },
  };
}

/** Renders the section of the account page about what agents wait for; hidden while nothing waits. */
export function requests(first: readonly OwnerRequest[]): HTMLElement {
  const list = requestList(first, 'requests-title');
  const section = element(
    'section',
    { id: 'requests', class: 'section', 'aria-labelledby': 'requests-title' },
    element('h2', { id: 'requests-title', tabindex: '-1' }, translated('requests')),
    element('p', { class: 'quiet' }, translated('requestsText')),
    list.element,
  );
  list.onCount((count) => (section.hidden = count === 0));
  return section;
}

function entry(request: OwnerRequest, decided: () => Promise<void>): HTMLElement {
  const { decline, approve, lasting } = decisionButtons(request, decided);
  return element(
    'li',
    { class: 'connection request' },
    element('div', {}, element('strong', { dir: 'auto' }, requestTitle(request)), ...requestLines(request)),
    element('div', { class: 'actions' }, decline, approve, ...lasting),
  );
}

let pageTitle: string | undefined;

/** Shows the number of requests in the title of the page and on the icon of the installed app. */
function showBadge(count: number): void {
  pageTitle ??= document.title;
  document.title = count === 0 ? pageTitle : `(${count}) ${pageTitle}`;
  // The number is a convenience: a browser may have no badges, or refuse them.
  const shown = count === 0 ? navigator.clearAppBadge?.() : navigator.setAppBadge?.(count);
  shown?.catch(() => undefined);
}
