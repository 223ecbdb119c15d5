import { type ReactNode, useEffect } from 'react';
import { Badge } from '../ui/badge.tsx';
import { PagedList } from '../ui/paged-list.tsx';
import { callWithSession } from '../ui/session.ts';
import { Time } from '../ui/time.tsx';
import { usePages } from '../ui/use-pages.ts';
import { useSubject } from '../ui/use-session.ts';
import { activityText } from './activity-text.ts';
import type { SectionProps } from './section-props.ts';

/** Who changed the app. What other members did is marked as new once. */
export function ActivityPage({ api: { session, portal }, appId, onChanged }: SectionProps): ReactNode {
  const own = useSubject(session);
  const pages = usePages(`activity ${appId}`, async (cursor, signal) => {
    const query = cursor === undefined ? {} : { cursor };
    const { events, nextCursor } = await callWithSession(session, () =>
      portal.listAppActivity({ path: { appId }, query, signal }),
    );
    return { items: events, nextCursor };
  });
  const through = pages.items?.some(({ isNew }) => isNew) === true ? pages.items[0]?.eventId : undefined;
  useEffect(() => {
    if (through === undefined) return;
    // When this fails the changes are new at the next visit too.
    callWithSession(session, () => portal.setAppActivitySeen({ path: { appId }, body: { through } })).then(
      onChanged,
      () => undefined,
    );
    // `onChanged` is another function at every rendering.
  }, [session, portal, appId, through]);
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
                  <strong>{activityText(event)}</strong>
                  {event.isNew && <Badge tone="busy">new</Badge>}
                </div>
                <p className="soft">
                  {event.actorSub === own ? 'You' : <code>{event.actorSub}</code>}, <Time at={event.at} />
                </p>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  );
}
