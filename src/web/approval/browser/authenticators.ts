import type { EndPreview, Owner } from '../../../../generated/sso/types.ts';
import { confirm, endText, readEndPreview, renameButton } from './dialogs.ts';
import { actionButton, element, reportFailure, SignedOutError } from './screen.ts';
import { formatCountdown, formatTime, textParts, translated } from './language.ts';
import { confirmWithPasskey } from './passkey.ts';
import { bodyOf, deleted, sso } from './sso.ts';
import { qrPath } from '../../qr.ts';

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
      await rename(one, name);
      await changed();
    },
  });
}

const rename = (one: Authenticator, name: string): Promise<unknown> =>
  one.kind === 'passkey'
    ? bodyOf(sso.updatePasskey({ path: { credentialId: one.credentialId }, body: { name } }))
    : bodyOf(sso.updateDevice({ path: { jkt: one.jkt }, body: { name } }));

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
    await deleted(remove(one, approved?.isChosen() ?? false));
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

interface OpenLink {
  readonly deviceLinkId: string;
  readonly link: string;
  /** ISO 8601. */
  readonly expiresAt: string;
}

/** Survives a reload: the provider shows the link only once. */
const storageKey = 'open-device-link';
/** Milliseconds between two polls. */
const interval = 2_000;

/** Creates a device link after a passkey assertion, and shows the link. @param linked called when a device has joined */
export async function linkDevice(linked: (name: string) => Promise<void>): Promise<void> {
  const assertion = await confirmWithPasskey({ action: 'create_device_link' });
  const created = await bodyOf(sso.createDeviceLink({ body: { assertion } }));
  sessionStorage.setItem(storageKey, JSON.stringify(created));
  showLink(created, linked);
}

/** Shows the link that was open when the page was reloaded. */
export function resumeLink(linked: (name: string) => Promise<void>): void {
  const stored = sessionStorage.getItem(storageKey);
  if (stored === null || document.querySelector('dialog.device-link')) return;
  const link = JSON.parse(stored) as OpenLink;
  if (Date.parse(link.expiresAt) > Date.now()) showLink(link, linked);
  else sessionStorage.removeItem(storageKey);
}

function showLink({ deviceLinkId, link, expiresAt }: OpenLink, linked: (name: string) => Promise<void>): void {
  const left = element('span', {});
  const status = element('p', { role: 'status' }, translated('linkWaiting'));
  const cancel = element('button', { type: 'submit', value: 'cancel', class: 'button plain' }, translated('cancel'));
  const dialog = element(
    'dialog',
    { class: 'device-link', 'aria-labelledby': 'device-link-title' },
    element(
      'form',
      { method: 'dialog' },
      element('h2', { id: 'device-link-title' }, translated('linkDevice')),
      element('p', {}, translated('linkText')),
      qrElement(link, translated('linkCode')),
      element('p', {}, element('code', { class: 'link-text' }, link)),
      element('p', { class: 'quiet' }, ...textParts('linkTimeLeft', { time: left })),
      status,
      element('div', { class: 'actions' }, cancel),
    ),
  );
  const countDown = (): void => {
    left.textContent = formatCountdown(Date.parse(expiresAt) - Date.now());
  };
  let ended = false;
  const end = (): void => {
    ended = true;
    sessionStorage.removeItem(storageKey);
  };
  const poll = async (): Promise<void> => {
    const response = await sso.getDeviceLink({ path: { deviceLinkId } });
    if (!ended && response.status === 401) {
      end();
      dialog.close('signed out');
      return reportFailure(new SignedOutError());
    }
    if (ended || (response.status !== 200 && response.status !== 404)) return;
    if (response.status === 200 && response.body.status === 'pending') return;
    end();
    if (response.status === 200 && response.body.status === 'linked') {
      dialog.close('linked');
      return linked(response.body.name ?? translated('theDevice'));
    }
    status.textContent = translated('linkEnded');
    cancel.textContent = translated('close');
  };
  const repeat = async (): Promise<void> => {
    countDown();
    // The next poll repeats a failed request.
    await poll().catch(() => undefined);
    if (!ended) setTimeout(() => void repeat(), interval);
  };
  dialog.addEventListener('close', () => {
    dialog.remove();
    if (ended) return;
    end();
    void sso.deleteDeviceLink({ path: { deviceLinkId } });
  });
  document.body.append(dialog);
  dialog.showModal();
  countDown();
  setTimeout(() => void repeat(), interval);
}

const namespace = 'http://www.w3.org/2000/svg';

/** Renders a QR code. It is dark on light in both themes, because cameras do not read an inverted one. */
function qrElement(text: string, label: string): SVGSVGElement {
  const { size, path } = qrPath(text);
  const svg = document.createElementNS(namespace, 'svg');
  const attributes = { class: 'qr', viewBox: `0 0 ${size} ${size}`, role: 'img', 'aria-label': label };
  for (const [name, value] of Object.entries(attributes)) svg.setAttribute(name, value);
  const ground = document.createElementNS(namespace, 'rect');
  ground.setAttribute('width', String(size));
  ground.setAttribute('height', String(size));
  ground.setAttribute('fill', '#fff');
  const modules = document.createElementNS(namespace, 'path');
  modules.setAttribute('d', path);
  svg.append(ground, modules);
  return svg;
}

/** Says how well an identity is protected against the loss of a device, and leads to the next step. */
export function securityCard({ passkeys, devices, recoveryCodesLeft }: Owner): HTMLElement {
  const ways = passkeys.length + devices.length;
  const steps = [
    { done: passkeys.length > 0, section: 'authenticators', text: translated('securityPasskey') },
    { done: ways > 1, section: 'authenticators', text: translated('securitySecondWay') },
    { done: recoveryCodesLeft > 0, section: 'recovery', text: translated('securityRecovery') },
  ];
  const done = steps.filter((step) => step.done).length;
  return element(
    'section',
    { class: 'security', 'aria-labelledby': 'security-title' },
    element(
      'h2',
      { id: 'security-title' },
      translated('securitySteps', { done: String(done), all: String(steps.length) }),
    ),
    ways === 1 && recoveryCodesLeft === 0 ? singleAuthenticatorWarning() : undefined,
    element(
      'ul',
      { class: 'steps' },
      ...steps.map((step) =>
        element(
          'li',
          { class: step.done ? 'may' : 'open' },
          step.done ? step.text : element('a', { href: `#${step.section}` }, step.text),
          element('span', { class: 'quiet' }, ' ', translated(step.done ? 'securityDone' : 'securityOpen')),
        ),
      ),
    ),
  );
}

/** Warns that losing the only authenticator means losing the identity. */
function singleAuthenticatorWarning(): HTMLElement {
  return element(
    'p',
    {},
    ...textParts('oneWayToSignIn', {
      title: element('strong', {}, translated('oneWayToSignInTitle')),
      authenticators: element('a', { href: '#authenticators' }, translated('oneWayToSignInAdd')),
      recovery: element('a', { href: '#recovery' }, translated('oneWayToSignInRecovery')),
    }),
  );
}
