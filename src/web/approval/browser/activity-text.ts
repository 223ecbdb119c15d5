import type { OwnerActivityEvent } from '../../../../generated/sso/types.ts';

const fixed: Readonly<Record<string, string>> = {
  browser_signed_in: 'A browser signed in with a passkey',
  browser_signed_out: 'A browser was signed out',
  access_token_revoked: 'An application gave up an access token',
  passkey_registered: 'A passkey was added',
  passkey_renamed: 'A passkey was renamed',
  passkey_removed: 'A passkey was removed',
  passkey_refused: 'A passkey was not accepted',
  device_enrolled: 'A device was added',
  device_renamed: 'A device was renamed',
  device_removed: 'A device was removed',
  device_link_created: 'A link for another device was created',
  recovery_codes_created: 'Recovery codes were created',
  recovery_confirmed: 'The recovery was confirmed',
  owner_recovered: 'A recovery code added a passkey',
};

const ofApplication: Readonly<Record<string, (name: string) => string>> = {
  sign_in_approved: (name) => `${name} was approved`,
  sign_in_rejected: (name) => `${name} was declined`,
  tokens_issued: (name) => `${name} was connected`,
  session_revoked: (name) => `${name} was disconnected`,
  session_renamed: (name) => `The connection of ${name} was renamed`,
  delegation_accepted: (name) => `A helper of ${name} was connected`,
  delegation_revoked: (name) => `${name} took back the rights of a helper`,
  code_reused: (name) => `A code of ${name} was used twice, so it was disconnected`,
  refresh_token_reused: (name) => `A token of ${name} was used twice, so it was disconnected`,
};

/** Returns what happened, as a sentence without full stop. Events that this page does not know are shown by name. */
export function activityText({ event, application, details }: OwnerActivityEvent): string {
  if (event === 'sign_in_rejected' && details['reason'] === 'comparison_failed')
    return `${application?.name ?? 'An application'} was declined: a wrong code was picked`;
  if (event === 'browser_signed_out' && details['scope'] === 'all_browsers') return 'All browsers were signed out';
  const named = ofApplication[event];
  return named?.(application?.name ?? 'An application') ?? fixed[event] ?? event.replaceAll('_', ' ');
}
