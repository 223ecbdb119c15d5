import { type ReactNode, useId } from 'react';
import type { AppConsent } from '../../../generated/notifications/types.ts';
import { systemApp } from '../../notifications/sends/notification.ts';
import { PagedList, usePages } from '../ui/paged-list.tsx';
import { useAction, useResource, Wait } from '../ui/requests.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { translated } from './language.ts';
import type { HostApi } from './host-api.ts';
import { browserPushObstacle, keepBrowserPush, turnBrowserPushOff, turnBrowserPushOn } from './browser-push.ts';

const isOfApp = ({ appId }: AppConsent): boolean => appId !== systemApp.id;

/** Notification settings: per app, and for this browser. */
export function SettingsPage({ api }: { readonly api: HostApi }): ReactNode {
  const { call, host } = api;
  const pages = usePages('consents', 'consents', (page, signal) =>
    call(() => host.listConsents({ query: page, signal })),
  );
  const change = useAction(async ({ appId }: AppConsent, status: 'granted' | 'denied') => {
    const consent = await call(() => host.setConsent({ path: { appId }, body: { status } }));
    pages.replace((item) => item.appId === appId, consent);
  });
  const platform = pages.items?.find(({ appId }) => appId === systemApp.id);
  const tell = useAction(async (status: 'granted' | 'denied') => {
    await call(() => host.setConsent({ path: { appId: systemApp.id }, body: { status } }));
    pages.reload();
  });
  return (
    <section aria-labelledby="settings">
      <h2 id="settings">{translated('notifications')}</h2>
      <p className="soft">{translated('notificationsHint')}</p>
      <ErrorNotice error={change.error ?? tell.error} />
      <div className="card">
        <Switch
          label={translated('platformSwitch')}
          on={platform?.status === 'granted'}
          busy={tell.busy}
          onChange={(on) => void tell.run(on ? 'granted' : 'denied')}
        />
        <p className="soft">{translated('platformHint')}</p>
      </div>
      <PagedList pages={{ ...pages, items: pages.items?.filter(isOfApp) }} empty={<p>{translated('nobodyAsked')}</p>}>
        {(consents) => (
          <ul className="switches">
            {consents.map((consent) => (
              <li key={consent.appId} className="card">
                <Switch
                  label={consent.appName}
                  on={consent.status === 'granted'}
                  busy={change.busy}
                  onChange={(on) => void change.run(consent, on ? 'granted' : 'denied')}
                />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
      <h2>{translated('thisBrowser')}</h2>
      <BrowserPushSwitch api={api} />
    </section>
  );
}

/** Turns notifications of this browser on and off for when the page is closed. */
function BrowserPushSwitch({ api }: { readonly api: HostApi }): ReactNode {
  const on = useResource('browser push', () => keepBrowserPush(api));
  const change = useAction(async (enable: boolean) => {
    await (enable ? turnBrowserPushOn(api) : turnBrowserPushOff(api));
    on.replace(enable);
  });
  const obstacle = browserPushObstacle();
  return (
    <div className="card">
      {obstacle !== undefined && <p className="soft">{obstacle}</p>}
      {obstacle === undefined && on.value === undefined && on.loading && <Wait />}
      {obstacle === undefined && on.value !== undefined && (
        <Switch
          label={translated('whenClosed')}
          on={on.value}
          busy={change.busy}
          onChange={(enable) => void change.run(enable)}
        />
      )}
      <ErrorNotice error={change.error} />
      <ErrorNotice error={on.error} retry={on.reload} />
    </div>
  );
}

/** A switch that takes effect immediately. */
function Switch({
  label,
  on,
  busy,
  onChange,
}: {
  readonly label: string;
  readonly on: boolean;
  readonly busy: boolean;
  readonly onChange: (on: boolean) => void;
}): ReactNode {
  const id = useId();
  return (
    <div className="row between">
      <label htmlFor={id}>{label}</label>
      <button
        id={id}
        type="button"
        role="switch"
        className="switch"
        aria-checked={on}
        aria-busy={busy}
        onClick={() => !busy && onChange(!on)}
      >
        <span className="knob" aria-hidden="true" />
      </button>
    </div>
  );
}
