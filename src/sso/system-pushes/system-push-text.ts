import type { noticedEvents } from '../store/owner-activity.ts';

/** A recovery has a notice of its own on the pages. */
type ToldEvent = (typeof noticedEvents)[number] | 'owner_recovered';

const texts: Readonly<Record<ToldEvent, string>> = {
  key_compromised: 'A key of your agents was reported stolen.',
  passkey_registered: 'A passkey was added to your identity.',
  passkey_removed: 'A passkey was removed from your identity.',
  device_enrolled: 'A device was added to your identity.',
  device_removed: 'A device was removed from your identity.',
  recovery_codes_created: 'Recovery codes were created for your identity.',
  owner_recovered: 'A recovery code added a passkey to your identity.',
  console_scopes_set: 'Your access to the operator console was changed.',
  console_opened: 'The operator console was opened with your passkey.',
};

/** An event that a newer process recorded may have no text yet. */
const isTold = (event: string): event is ToldEvent => Object.hasOwn(texts, event);

/** Returns the text of a push, at most 178 characters. It names nothing that others should not read on a locked screen. */
export function systemPushText(event: string): string {
  return `${isTold(event) ? texts[event] : 'Something important changed in your account.'} Was it you? If not, open your account now.`;
}
