import { element } from './element.ts';
import { formatCountdown } from './format.ts';
import { translated, textParts } from './language.ts';
import { confirmWithPasskey } from './passkey.ts';
import { qrElement } from './qr.ts';
import { SignedOutError } from './page-error.ts';
import { reportFailure } from './screen.ts';
import { responseError, sso } from './sso.ts';

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
  const created = await sso.createDeviceLink({ body: { assertion } });
  if (created.status !== 201) throw responseError(created);
  sessionStorage.setItem(storageKey, JSON.stringify(created.body));
  showLink(created.body, linked);
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
