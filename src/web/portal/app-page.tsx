import { type ReactNode, useState } from 'react';
import { Avatar } from '../ui/avatar.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { CopyField } from '../ui/button.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { MainContent, usePageTitle } from '../ui/page.tsx';
import { AppLink, useLeaveGuard } from '../ui/router.tsx';
import { useResource, Wait } from '../ui/requests.tsx';
import { ActivityPage } from './activity-page.tsx';
import { DeliveriesPage } from './deliveries-page.tsx';
import { DeliveryPage } from './delivery-page.tsx';
import { useMemberProfile } from './member-name.tsx';
import { KeysPage } from './keys-page.tsx';
import { OverviewPage } from './overview-page.tsx';
import { PlaygroundPage } from './playground-page.tsx';
import type { PortalApi } from './portal-api.ts';
import { type AppSection, appSections, sectionPath, type SectionProps, sectionTitles } from './app-sections.ts';
import { AppSettingsPage } from './settings-page.tsx';
import { UsagePage } from './usage-page.tsx';
import { WebhookPage } from './webhook-page.tsx';

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

/** Scrolls the current tab into view, because on a phone the tabs are wider than the page. */
function showCurrent(tabs: HTMLElement | null): void {
  tabs?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
}

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
      <ErrorNotice error={app.error} retry={app.reload} />
      {app.value === undefined && app.loading && <Wait />}
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
          busy={false}
          error={undefined}
          run={leaving.leave}
          close={leaving.stay}
        >
          <p>You have not copied the new API key. It is shown only once, and lost when you leave this app.</p>
        </ConfirmDialog>
      )}
    </MainContent>
  );
}
