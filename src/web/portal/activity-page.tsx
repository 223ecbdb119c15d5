import { type ReactNode, useEffect } from 'react';
import { Person, shortId } from '../ui/avatar.tsx';
import { isolatedText } from '../../protocol/terminal-text.ts';
import { unnamed } from './member-name.tsx';
import { Badge, Time } from '../ui/values.tsx';
import { PagedList, usePages } from '../ui/paged-list.tsx';
import { useSubject } from '../ui/session.ts';
import type { SectionProps } from './app-sections.ts';
import type { AppEvent } from '../../../generated/notifications/types.ts';

/** Who changed the app. What other members did is marked as new once. */
export function ActivityPage({ api: { session, call, portal }, appId, onChanged }: SectionProps): ReactNode {
  const own = useSubject(session);
  const pages = usePages(`activity ${appId}`, async (cursor, signal) => {
    const query = cursor === undefined ? {} : { cursor };
    const { events, nextCursor } = await call(() => portal.listAppActivity({ path: { appId }, query, signal }));
    return { items: events, nextCursor };
  });
  const through = pages.items?.some(({ isNew }) => isNew) === true ? pages.items[0]?.eventId : undefined;
  useEffect(() => {
    if (through === undefined) return;
    // When this fails the changes are new at the next visit too.
    call(() => portal.setAppActivitySeen({ path: { appId }, body: { through } })).then(onChanged, () => undefined);
    // `onChanged` is another function at every rendering.
  }, [call, portal, appId, through]);
  return (
    <section aria-labelledby="activity">
      <h2 id="activity">Activity</h2>
      <p className="soft">What its members did to this app in the past year.</p>
      <PagedList pages={pages} empty={<p>Nothing was changed yet.</p>}>
        {(events) => (
          <ul className="members">
            {events.map((event) => (
              <li key={event.eventId} className="card">
                <div className="row between">
                  <strong dir="auto">{activityText(event)}</strong>
                  {event.isNew && <Badge tone="busy">new</Badge>}
                </div>
                <p className="soft">
                  {event.actorSub === own ? (
                    'You'
                  ) : (
                    <Person id={event.actorSub} name={event.actorName} unnamed={unnamed} />
                  )}
                  , <Time at={event.at} />
                </p>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  );
}

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
export function activityText({
  event,
  actorSub,
  memberName,
  details,
}: Pick<AppEvent, 'event' | 'actorSub' | 'memberName' | 'details'>): string {
  const { sub = '', role = '', url, endingKeys } = details;
  const member = memberName === null ? shortId(sub) : isolatedText(memberName);
  switch (event) {
    case 'member_set':
      return `Made ${member} ${role === 'owner' ? 'an owner' : 'a developer'}`;
    case 'member_removed': {
      const text = sub === actorSub ? 'Left the app' : `Removed ${member}`;
      return endingKeys === undefined ? text : `${text}; API keys that end in 24 hours: ${endingKeys}`;
    }
    default: {
      const text = texts[event] ?? event.replaceAll('_', ' ');
      return url === undefined ? text : `${text}: ${url}`;
    }
  }
}
