import type { Owner } from '../../../../generated/sso/types.ts';
import { element } from './element.ts';
import { formatTime } from './format.ts';
import { translated, textParts } from './language.ts';
import { actionButton } from './screen.ts';
import { responseError, sso } from './sso.ts';

/** Renders the notice about a recovery that the user has not confirmed; undefined without one. */
export function recoveryNotice({ recoveredAt }: Pick<Owner, 'recoveredAt'>): HTMLElement | undefined {
  if (recoveredAt === null) return undefined;
  const notice = element(
    'section',
    { class: 'notice warning', 'aria-label': translated('recoveredNoticeName') },
    ...textParts('recoveredNotice', {
      title: element('strong', {}, translated('recoveredNoticeTitle')),
      time: formatTime(recoveredAt),
      link: element('a', { href: '/owner#authenticators' }, translated('recoveredNoticeLink')),
    }),
    element(
      'div',
      { class: 'actions' },
      actionButton(translated('itWasMe'), 'plain', async () => {
        const response = await sso.deleteRecoveryNotice();
        if (response.status !== 204) throw responseError(response);
        notice.remove();
      }),
    ),
  );
  return notice;
}
