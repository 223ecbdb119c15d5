import type { OwnerActivityEvent, OwnerActivityPage, OwnerNotices } from '../../../../generated/sso/types.ts';
import { actionButton, element } from './screen.ts';
import { activityText, formatTime, placeName, translated } from './language.ts';
import { bodyOf, sso } from './sso.ts';

/** Renders what happened to the identity, the newest first, with a file of all of it. */
export function activity(first: OwnerActivityPage): HTMLElement {
  const list = element('ul', { class: 'list activity', 'aria-label': translated('activity') });
  const actions = element(
    'div',
    { class: 'actions' },
    element(
      'a',
      { class: 'button plain', href: '/api/v1/owner/activity/export', download: true },
      translated('downloadJson'),
    ),
  );
  const add = ({ events, nextCursor }: OwnerActivityPage): void => {
    list.append(...events.map(activityEntry));
    if (nextCursor === null) return;
    const older = actionButton(translated('showOlderEvents'), 'plain', async () => {
      const page = await bodyOf(sso.listOwnerActivity({ query: { limit: 50, cursor: nextCursor } }));
      const before = list.childElementCount;
      add(page);
      const next = list.children.item(before);
      if (next instanceof HTMLElement) next.focus();
      older.remove();
    });
    actions.prepend(older);
  };
  add(first);
  return element('div', {}, list, actions);
}

function activityEntry(event: OwnerActivityEvent): HTMLElement {
  const { at, place } = event;
  const time = formatTime(at);
  const when = place === undefined ? time : translated('timeAndPlace', { time, place: placeName(place) });
  return element('li', { tabindex: '-1' }, element('span', {}, activityText(event)), element('small', {}, when));
}

/** Renders the changes of the user's credentials that they have not confirmed; undefined without one. */
export function notices({ notices: unseen }: OwnerNotices): HTMLElement | undefined {
  const [newest] = unseen;
  return newest && notice(unseen, newest.eventId);
}

function notice(unseen: readonly OwnerActivityEvent[], through: string): HTMLElement {
  const section = element(
    'section',
    { class: 'notice warning', 'aria-label': translated('noticesName') },
    element('p', {}, element('strong', {}, translated('noticesTitle')), ' ', translated('noticesText')),
    element('ul', { class: 'list activity' }, ...unseen.map(activityEntry)),
    element(
      'div',
      { class: 'actions' },
      actionButton(translated('noticesSeen'), 'plain', async () => {
        await bodyOf(sso.setOwnerNoticesSeen({ body: { through } }));
        section.remove();
      }),
    ),
  );
  return section;
}
