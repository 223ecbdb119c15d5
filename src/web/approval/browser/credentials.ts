import type { Owner } from '../../../../generated/sso/types.ts';
import { confirm } from './confirm.ts';
import { element } from './element.ts';
import { moment } from './format.ts';
import { actionButton } from './screen.ts';
import { explain, sso } from './sso.ts';

type Passkey = Owner['passkeys'][number];
type Credential = Pick<Passkey, 'name' | 'createdAt' | 'lastUsedAt'>;

/** What a person signs in and approves with. The last passkey cannot be removed: nobody could sign in again. */
export function credentials({ passkeys, devices }: Owner, removed: () => Promise<void>): HTMLElement {
  const removable = passkeys.length > 1;
  return element(
    'ul',
    { class: 'list', 'aria-label': 'Passkeys and devices' },
    ...passkeys.map((passkey) => entry('Passkey', passkey, removable ? removeButton(passkey, removed) : undefined)),
    ...devices.map((device) => entry('Device', device)),
  );
}

function entry(kind: string, { name, createdAt, lastUsedAt }: Credential, button?: HTMLButtonElement): HTMLElement {
  const used = lastUsedAt === null ? 'not used yet' : `last used ${moment(lastUsedAt)}`;
  return element(
    'li',
    { class: 'connection' },
    element(
      'div',
      {},
      element('strong', {}, name),
      element('small', {}, `${kind}, ${used}`),
      element('small', {}, `Added ${moment(createdAt)}`),
    ),
    button,
  );
}

function removeButton({ credentialId, name, createdAt }: Passkey, removed: () => Promise<void>): HTMLButtonElement {
  const button = actionButton('Remove', 'plain', async () => {
    const sure = await confirm({
      title: `Remove the passkey ${name}?`,
      text: `It was added ${moment(createdAt)}. It will sign nobody in any more, and your other browsers are signed out.`,
      yes: 'Remove',
    });
    if (!sure) return;
    const answer = await sso.deletePasskey({ path: { credentialId } });
    // Gone already, from another page.
    if (answer.status !== 204 && answer.status !== 404) throw explain(answer);
    await removed();
  });
  button.setAttribute('aria-label', `Remove the passkey ${name}, added ${moment(createdAt)}`);
  return button;
}
