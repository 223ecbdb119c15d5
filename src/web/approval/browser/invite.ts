import type { Registration } from '../../../sso/settings.ts';

/** Who may become an owner, as the page says; everybody when it does not say. */
export function registration(): Registration {
  const registrationOfPage = document.querySelector<HTMLElement>('main')?.dataset['registration'];
  return registrationOfPage === 'invite' || registrationOfPage === 'closed' ? registrationOfPage : 'open';
}

/** Returns the code of the invite link that opened this page; empty without one. */
export function inviteOfAddress(): string {
  return new URLSearchParams(location.hash.slice(1)).get('invite') ?? '';
}

/** Whether the link of an invite opened this page, where invites admit people. */
export const isInvited = (): boolean => registration() === 'invite' && inviteOfAddress() !== '';

/** Removes the used invite from the address, so that a reload does not offer it again. */
export function forgetInvite(): void {
  if (inviteOfAddress() !== '') history.replaceState(null, '', `${location.pathname}${location.search}`);
}
