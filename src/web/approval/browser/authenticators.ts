import type { EndPreview, Owner } from '../../../../generated/sso/types.ts';
import { confirm } from './confirm.ts';
import { element } from './element.ts';
import { endText, readEndPreview } from './end-preview.ts';
import { formatTime } from './format.ts';
import { translated } from './language.ts';
import { confirmWithPasskey } from './passkey.ts';
import { renameButton } from './rename.ts';
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
    { class: 'list', 'aria-label': translated('authenticators') },
    ...all.map((one) => {
      const isLastPasskey = one.kind === 'passkey' && passkeys.length === 1;
      const remove = all.length > 1 ? removeButton(one, isLastPasskey, changed) : undefined;
      return entry(one, renameButtonOf(one, changed), remove);
    }),
  );
}

function entry(
  { kind, name, createdAt, lastUsedAt }: Authenticator,
  ...buttons: readonly (HTMLButtonElement | undefined)[]
): HTMLElement {
  return element(
    'li',
    { class: 'connection' },
    element(
      'div',
      {},
      element('strong', {}, name),
      element('small', {}, useOf(kind, lastUsedAt)),
      element('small', {}, translated('added', { time: formatTime(createdAt) })),
    ),
    element('div', { class: 'actions' }, ...buttons),
  );
}

function useOf(kind: Authenticator['kind'], lastUsedAt: string | null): string {
  if (lastUsedAt === null) return translated(kind === 'passkey' ? 'passkeyUnused' : 'deviceUnused');
  return translated(kind === 'passkey' ? 'passkeyUsed' : 'deviceUsed', { time: formatTime(lastUsedAt) });
}

function renameButtonOf(one: Authenticator, changed: () => Promise<void>): HTMLButtonElement {
  const { kind, name: current, createdAt } = one;
  const isPasskey = kind === 'passkey';
  return renameButton({
    id: isPasskey ? one.credentialId : one.jkt,
    title: translated(isPasskey ? 'renamePasskeyTitle' : 'renameDeviceTitle', { name: current }),
    label: translated(isPasskey ? 'renamePasskey' : 'renameDevice', { name: current, time: formatTime(createdAt) }),
    current,
    save: async (name) => {
      const response = await rename(one, name);
      if (response.status !== 200) throw responseError(response);
      await changed();
    },
  });
}

const rename = (one: Authenticator, name: string) =>
  one.kind === 'passkey'
    ? sso.updatePasskey({ path: { credentialId: one.credentialId }, body: { name } })
    : sso.updateDevice({ path: { jkt: one.jkt }, body: { name } });

function consequence({ kind, createdAt }: Authenticator, isLastPasskey: boolean): string {
  const added = { time: formatTime(createdAt) };
  if (kind === 'device') return translated('removeDeviceText', added);
  return translated(isLastPasskey ? 'removeLastPasskeyText' : 'removePasskeyText', added);
}

function removeButton(one: Authenticator, isLastPasskey: boolean, changed: () => Promise<void>): HTMLButtonElement {
  const { kind, name, createdAt } = one;
  const isPasskey = kind === 'passkey';
  const button = actionButton(translated('remove'), 'plain', async () => {
    const target = isPasskey ? { kind, id: one.credentialId } : { kind, id: one.jkt };
    const preview = await readEndPreview(target);
    const withApproved = await readEndPreview({ ...target, disconnectApproved: true });
    const approved = approvedChoice(preview, withApproved);
    const confirmed = await confirm({
      title: translated(isPasskey ? 'removePasskeyQuestion' : 'removeDeviceQuestion', { name }),
      explanation: consequence(one, isLastPasskey),
      ends: endText(preview),
      yes: translated('remove'),
      choices: approved?.element,
    });
    if (!confirmed) return;
    const response = await remove(one, approved?.isChosen() ?? false);
    // Already deleted on another page.
    if (response.status !== 204 && response.status !== 404) throw responseError(response);
    await changed();
  });
  button.setAttribute(
    'aria-label',
    translated(isPasskey ? 'removePasskey' : 'removeDevice', { name, time: formatTime(createdAt) }),
  );
  return button;
}

/** Offers to end what a passkey or device approved on other devices too; undefined when there is nothing more to end. */
function approvedChoice(without: EndPreview, withApproved: EndPreview) {
  const sessions = ({ applications, agents, helpers }: EndPreview) => applications + agents + helpers;
  if (sessions(withApproved) === sessions(without)) return undefined;
  const box = element('input', { type: 'checkbox', name: 'approved' });
  const label = element(
    'label',
    {},
    box,
    element('span', {}, translated('disconnectApproved'), element('small', {}, endText(withApproved))),
  );
  return { element: element('fieldset', { class: 'reasons' }, label), isChosen: () => box.checked };
}

async function remove(one: Authenticator, disconnectApproved: boolean) {
  if (one.kind === 'passkey') {
    const { credentialId } = one;
    const assertion = await confirmWithPasskey({ action: 'delete_passkey', credentialId });
    return sso.deletePasskey({ path: { credentialId }, body: { assertion, disconnectApproved } });
  }
  const { jkt } = one;
  const assertion = await confirmWithPasskey({ action: 'delete_device', jkt });
  return sso.deleteDevice({ path: { jkt }, body: { assertion, disconnectApproved } });
}
