import type { AppEvent } from '../../../generated/notifications/types.ts';

const texts: Readonly<Record<string, string>> = {
  app_created: 'Created the app',
  app_changed: 'Changed the name or icon',
  app_deleted: 'Deleted the app',
  app_restored: 'Restored the app',
  api_key_issued: 'Issued an API key',
  api_key_adopted: 'Kept an API key whose maker left',
  api_key_revoked: 'Revoked an API key',
  webhook_registered: 'Registered the webhook',
  webhook_changed: 'Changed the address of the webhook',
  webhook_removed: 'Removed the webhook',
  webhook_resumed: 'Resumed the webhook',
  webhook_key_rotated: 'Rotated the key of the webhook',
  webhook_key_announced: 'Announced the next key of the webhook',
  webhook_key_activated: 'Let the next key of the webhook sign',
  webhook_secret_created: 'Created a secret of the webhook',
  webhook_secret_deleted: 'Removed the secret of the webhook',
};

/** Returns what a member did. The set of events is open: an unknown one is shown by its name. */
export function activityText({ event, actorSub, details }: Pick<AppEvent, 'event' | 'actorSub' | 'details'>): string {
  const { sub = '', role = '', url, endingKeys } = details;
  switch (event) {
    case 'member_set':
      return `Made ${sub} ${role === 'owner' ? 'an owner' : 'a developer'}`;
    case 'member_removed': {
      const text = sub === actorSub ? 'Left the app' : `Removed ${sub}`;
      return endingKeys === undefined ? text : `${text}; API keys that end in 24 hours: ${endingKeys}`;
    }
    default: {
      const text = texts[event] ?? event.replaceAll('_', ' ');
      return url === undefined ? text : `${text}: ${url}`;
    }
  }
}
