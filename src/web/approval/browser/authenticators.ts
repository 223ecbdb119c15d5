import type { Owner } from '../../../../generated/sso/types.ts';
import { confirm } from './confirm.ts';
import { element } from './element.ts';
import { formatTime } from './format.ts';
import { confirmWithPasskey } from './passkey.ts';
import { askForName } from './rename.ts';
import { actionButton } from './screen.ts';
import { responseError, sso } from './sso.ts';

type Authenticator = Owner['passkeys'][number] | Owner['devices'][number];

/**
 * Renders the user's passkeys and devices in one list, the oldest first. The last one has no Remove button, because
 * sign-in would be impossible without it.
 */
export function authenticators({ passkeys, devices }: Owner, changed: () => Promise<void>): HTMLElement {
  const all = [...passkeys, ...devices].sort((a, b) => a.createdAt.localeCompare(b.createdAt));
  return element(
    'ul',
    { class: 'list', 'aria-label': 'Ways to sign in' },
    ...all.map((one) => {
      const isLastPasskey = one.kind === 'passkey' && passkeys.length === 1;
      const remove = all.length > 1 ? removeButton(one, isLastPasskey, changed) : undefined;
      return entry(one, renameButton(one, changed), remove);
    }),
  );
}

function entry(
  { kind, name, createdAt, lastUsedAt }: Authenticator,
  ...buttons: readonly (HTMLButtonElement | undefined)[]
): HTMLElement {
  const used = lastUsedAt === null ? 'not used yet' : `last used ${formatTime(lastUsedAt)}`;
  return element(
    'li',
    { class: 'connection' },
    element(
      'div',
      {},
      element('strong', {}, name),
      element('small', {}, `${kind === 'passkey' ? 'Passkey' : 'Device'}, ${used}`),
      element('small', {}, `Added ${formatTime(createdAt)}`),
    ),
    element('div', { class: 'actions' }, ...buttons),
  );
}

function renameButton(one: Authenticator, changed: () => Promise<void>): HTMLButtonElement {
  const { kind, name: current, createdAt } = one;
  const button = actionButton('Rename', 'plain', async () => {
    const name = await askForName(`Rename the ${kind} ${current}`, current);
    if (name === undefined) return;
    const response = await rename(one, name);
    if (response.status !== 200) throw responseError(response);
    await changed();
  });
  button.setAttribute('aria-label', `Rename the ${kind} ${current}, added ${formatTime(createdAt)}`);
  return button;
}

const rename = (one: Authenticator, name: string) =>
  one.kind === 'passkey'
    ? sso.updatePasskey({ path: { credentialId: one.credentialId }, body: { name } })
    : sso.updateDevice({ path: { jkt: one.jkt }, body: { name } });

function consequence(kind: Authenticator['kind'], isLastPasskey: boolean): string {
  if (kind === 'device')
    return 'It can no longer approve requests or act for you. Applications that it approved stay connected until you disconnect them.';
  const other = 'It can no longer be used to sign in, and your other browsers are signed out.';
  return isLastPasskey
    ? `${other} It is your only passkey: without one you cannot sign in to this page, and approve with your devices only.`
    : other;
}

function removeButton(one: Authenticator, isLastPasskey: boolean, changed: () => Promise<void>): HTMLButtonElement {
  const { kind, name, createdAt } = one;
  const button = actionButton('Remove', 'plain', async () => {
    const confirmed = await confirm({
      title: `Remove the ${kind} ${name}?`,
      text: `It was added ${formatTime(createdAt)}. ${consequence(kind, isLastPasskey)}`,
      yes: 'Remove',
    });
    if (!confirmed) return;
    const response = await remove(one);
    // Already deleted on another page.
    if (response.status !== 204 && response.status !== 404) throw responseError(response);
    await changed();
  });
  button.setAttribute('aria-label', `Remove the ${kind} ${name}, added ${formatTime(createdAt)}`);
  return button;
}

async function remove(one: Authenticator) {
  if (one.kind === 'passkey') {
    const { credentialId } = one;
    const assertion = await confirmWithPasskey({ action: 'delete_passkey', credentialId });
    return sso.deletePasskey({ path: { credentialId }, body: { assertion } });
  }
  const { jkt } = one;
  const assertion = await confirmWithPasskey({ action: 'delete_device', jkt });
  return sso.deleteDevice({ path: { jkt }, body: { assertion } });
}
