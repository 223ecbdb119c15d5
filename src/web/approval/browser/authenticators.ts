import type { Owner } from '../../../../generated/sso/types.ts';
import { confirm } from './confirm.ts';
import { element } from './element.ts';
import { formatTime } from './format.ts';
import { confirmWithPasskey } from './passkey.ts';
import { actionButton } from './screen.ts';
import { responseError, sso } from './sso.ts';

type Passkey = Owner['passkeys'][number];
type Credential = Pick<Passkey, 'name' | 'createdAt' | 'lastUsedAt'>;

/** Renders the user's passkeys and devices. The last passkey cannot be removed, because sign-in would be impossible. */
export function authenticators({ passkeys, devices }: Owner, removed: () => Promise<void>): HTMLElement {
  const removable = passkeys.length > 1;
  return element(
    'ul',
    { class: 'list', 'aria-label': 'Passkeys and devices' },
    ...passkeys.map((passkey) => entry('Passkey', passkey, removable ? removeButton(passkey, removed) : undefined)),
    ...devices.map((device) => entry('Device', device)),
  );
}

function entry(kind: string, { name, createdAt, lastUsedAt }: Credential, button?: HTMLButtonElement): HTMLElement {
  const used = lastUsedAt === null ? 'not used yet' : `last used ${formatTime(lastUsedAt)}`;
  return element(
    'li',
    { class: 'connection' },
    element(
      'div',
      {},
      element('strong', {}, name),
      element('small', {}, `${kind}, ${used}`),
      element('small', {}, `Added ${formatTime(createdAt)}`),
    ),
    button,
  );
}

function removeButton({ credentialId, name, createdAt }: Passkey, removed: () => Promise<void>): HTMLButtonElement {
  const button = actionButton('Remove', 'plain', async () => {
    const confirmed = await confirm({
      title: `Remove the passkey ${name}?`,
      text: `It was added ${formatTime(createdAt)}. It can no longer be used to sign in, and your other browsers are signed out.`,
      yes: 'Remove',
    });
    if (!confirmed) return;
    const assertion = await confirmWithPasskey({ action: 'delete_passkey', credentialId });
    const response = await sso.deletePasskey({ path: { credentialId }, body: { assertion } });
    // Already deleted on another page.
    if (response.status !== 204 && response.status !== 404) throw responseError(response);
    await removed();
  });
  button.setAttribute('aria-label', `Remove the passkey ${name}, added ${formatTime(createdAt)}`);
  return button;
}
