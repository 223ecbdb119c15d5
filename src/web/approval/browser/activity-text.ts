import type { OwnerActivityEvent } from '../../../../generated/sso/types.ts';
import { findText, translated } from './language.ts';

/** Returns what happened, as a sentence without full stop. Events that this page does not know are shown by name. */
export function activityText(happened: OwnerActivityEvent): string {
  const application = happened.application?.name ?? translated('anApplication');
  return findText(`activity_${kindOf(happened)}`, { application }) ?? happened.event.replaceAll('_', ' ');
}

function kindOf({ event, details }: OwnerActivityEvent): string {
  if (event === 'sign_in_rejected' && details['reason'] === 'comparison_failed') return 'wrong_code';
  if (event === 'sign_in_rejected' && String(details['reason']).startsWith('key_')) return 'key_refused';
  if (event === 'browser_signed_out' && details['scope'] === 'all_browsers') return 'all_browsers_signed_out';
  return event;
}
