import { type ReactNode, useState, useEffect } from 'react';
import { Avatar, Person, shortId } from '../ui/avatar.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { CopyField } from '../ui/button.tsx';
import { MainContent, usePageTitle } from '../ui/page.tsx';
import { AppLink, showCurrent, useLeaveGuard } from '../ui/router.tsx';
import { ResourceStatus, useResource } from '../ui/requests.tsx';
import { DeliveriesPage } from './deliveries-page.tsx';
import { DeliveryPage } from './delivery-page.tsx';
import { useMemberProfile, unnamed } from './members.tsx';
import { KeysPage } from './keys-page.tsx';
import { OverviewPage } from './overview-page.tsx';
import { PlaygroundPage } from './playground-page.tsx';
import type { PortalApi } from './portal-api.ts';
import { type AppSection, appSections, sectionPath, type SectionProps, sectionTitles } from './app-sections.ts';
import { AppSettingsPage } from './settings-page.tsx';
import { UsagePage } from './usage-page.tsx';
import { WebhookPage } from './webhook-page.tsx';
import { isolatedText } from '../../protocol/terminal-text.ts';
import { Badge, Time } from '../ui/values.tsx';
import { PagedList, usePages } from '../ui/paged-list.tsx';
import { useSubject } from '../ui/session.ts';
import type { AppEvent } from '../../../generated/notifications/types.ts';

/** Who changed the app. What other members did is marked as new once. */
function ActivityPage({ api: { session, call, portal }, appId, onChanged }: SectionProps): ReactNode {
  const own = useSubject(session);
  const pages = usePages(`activity ${appId}`, 'events', (page, signal) =>
    call(() => portal.listAppActivity({ path: { appId }, query: page, signal })),
  );
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

const pageOf: Readonly<Record<AppSection, (props: SectionProps) => ReactNode>> = {
  overview: OverviewPage,
  keys: KeysPage,
  webhook: WebhookPage,
  deliveries: DeliveriesPage,
  playground: PlaygroundPage,
  usage: UsagePage,
  activity: ActivityPage,
  settings: AppSettingsPage,
};

/** One app with tabs for its sections. */
export function AppPage({
  api,
  appId,
  section,
  deliveryId,
}: {
  readonly api: PortalApi;
  readonly appId: string;
  readonly section: AppSection;
  /** Of the section `deliveries`, one delivery. */
  readonly deliveryId?: string;
}): ReactNode {
  const { call, portal } = api;
  useMemberProfile(api, appId);
  const [issuedKey, setIssuedKey] = useState('');
  const [isKeySaved, setKeySaved] = useState(true);
  const leaving = useLeaveGuard(!isKeySaved, `/portal/apps/${appId}/`);
  const app = useResource(appId, (signal) => call(() => portal.getApp({ path: { appId }, signal })));
  const changes = useResource(`changes ${appId}`, (signal) =>
    call(() => portal.listAppActivity({ path: { appId }, query: { limit: 1 }, signal })),
  );
  const { newCount = 0 } = changes.value ?? {};
  usePageTitle(...(app.value === undefined ? [] : [sectionTitles[section], app.value.name]), 'Developer portal');
  const SectionPage = pageOf[section];
  return (
    <MainContent className="page">
      <p className="crumbs">
        <AppLink to="/portal">Your apps</AppLink>
      </p>
      {app.value === undefined && <h1 className={app.loading ? 'hidden' : undefined}>App</h1>}
      <ResourceStatus of={app} />
      {app.value !== undefined && (
        <>
          <h1 className="row">
            <Avatar id={appId} name={app.value.name} picture={app.value.icon} />
            <bdi>{app.value.name}</bdi>
          </h1>
          <details className="soft">
            <summary>Details</summary>
            <CopyField label="app id" value={appId} />
          </details>
          <nav className="tabs" aria-label="Sections of the app" ref={showCurrent}>
            {appSections.map((one) => (
              <AppLink key={one} to={sectionPath(appId, one)} current={one === section}>
                {sectionTitles[one]}
              </AppLink>
            ))}
          </nav>
          {newCount > 0 && section !== 'activity' && (
            <p className="notice warning" role="status">
              Other members changed this app since you looked.{' '}
              <AppLink to={sectionPath(appId, 'activity')}>See what is new</AppLink>
            </p>
          )}
          {deliveryId === undefined ? (
            <SectionPage
              api={api}
              appId={appId}
              app={app.value}
              onChanged={() => {
                app.reload();
                changes.reload();
              }}
              issuedKey={issuedKey}
              onIssued={(key) => {
                setIssuedKey(key);
                setKeySaved(false);
              }}
              onKeySaved={() => setKeySaved(true)}
            />
          ) : (
            <DeliveryPage key={deliveryId} api={api} appId={appId} deliveryId={deliveryId} />
          )}
        </>
      )}
      {leaving.to !== undefined && (
        <ConfirmDialog
          title="Leave without the API key?"
          action="Leave"
          confirmation={{ busy: false, error: undefined, run: leaving.leave, close: leaving.stay }}
        >
          <p>You have not copied the new API key. It is shown only once, and lost when you leave this app.</p>
        </ConfirmDialog>
      )}
    </MainContent>
  );
}
