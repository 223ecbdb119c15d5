import type { ReactNode } from 'react';
import type { AppConsent } from '../../../generated/notifications/types.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { PagedList } from '../ui/paged-list.tsx';
import { ask } from '../ui/session.ts';
import { Switch } from '../ui/switch.tsx';
import { useAction } from '../ui/use-action.ts';
import { usePages } from '../ui/use-pages.ts';
import { BrowserPushSwitch } from './browser-push-switch.tsx';
import type { HostApi } from './host-api.ts';

/** Which apps may notify, and where. */
export function SettingsPage({ api }: { readonly api: HostApi }): ReactNode {
  const { session, host } = api;
  const pages = usePages('consents', async (cursor, signal) => {
    const { consents, nextCursor } = await ask(session, () =>
      host.listConsents({ query: cursor === undefined ? {} : { cursor }, signal }),
    );
    return { items: consents, nextCursor };
  });
  const move = useAction(async ({ appId }: AppConsent, status: 'granted' | 'denied') => {
    const consent = await ask(session, () => host.setConsent({ path: { appId }, body: { status } }));
    pages.replace((one) => one.appId === appId, consent);
  });
  return (
    <section aria-labelledby="settings">
      <h2 id="settings">Notifications</h2>
      <p className="soft">A switch for every app that has asked you. It takes effect at once.</p>
      <ErrorNotice error={move.error} />
      <PagedList pages={pages} empty={<p>No app has asked you yet.</p>}>
        {(consents) => (
          <ul className="switches">
            {consents.map((consent) => (
              <li key={consent.appId} className="card">
                <Switch
                  label={consent.appName}
                  on={consent.status === 'granted'}
                  busy={move.busy}
                  onChange={(on) => void move.run(consent, on ? 'granted' : 'denied')}
                />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
      <h2>This browser</h2>
      <BrowserPushSwitch api={api} />
    </section>
  );
}
