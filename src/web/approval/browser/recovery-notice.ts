import type { Owner } from '../../../../generated/sso/types.ts';
import { element } from './element.ts';
import { formatTime } from './format.ts';
import { actionButton } from './screen.ts';
import { responseError, sso } from './sso.ts';

/** Renders the notice about a recovery that the user has not confirmed; undefined without one. */
export function recoveryNotice({ recoveredAt }: Pick<Owner, 'recoveredAt'>): HTMLElement | undefined {
  if (recoveredAt === null) return undefined;
  const notice = element(
    'section',
    { class: 'notice warning', 'aria-label': 'Recovery' },
    element('strong', {}, 'A recovery code was used. '),
    `It added a passkey ${formatTime(recoveredAt)} and signed out all browsers. If this was not you, `,
    element('a', { href: '/owner#authenticators' }, 'remove the passkey'),
    ' and replace your recovery codes.',
    element(
      'div',
      { class: 'actions' },
      actionButton('It was me', 'plain', async () => {
        const response = await sso.deleteRecoveryNotice();
        if (response.status !== 204) throw responseError(response);
        notice.remove();
      }),
    ),
  );
  return notice;
}
