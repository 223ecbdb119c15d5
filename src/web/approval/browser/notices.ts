import type { OwnerActivityEvent, OwnerNotices } from '../../../../generated/sso/types.ts';
import { activityEntry } from './activity.ts';
import { element } from './element.ts';
import { translated } from './language.ts';
import { actionButton } from './screen.ts';
import { responseError, sso } from './sso.ts';

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
        const response = await sso.setOwnerNoticesSeen({ body: { through } });
        if (response.status !== 204) throw responseError(response);
        section.remove();
      }),
    ),
  );
  return section;
}
