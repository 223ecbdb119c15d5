import { useEffect } from 'react';
import { callWithSession } from '../ui/session.ts';
import type { HostApi } from './host-api.ts';
import { createPresenceReports } from './presence-reports.ts';
import { elapsed } from '../ui/elapsed.ts';
import { ownDevice } from './tab-device.ts';

/** Milliseconds. Presence expires after 60 seconds (contract, setPresence). */
const interval = 30_000;

/** Reports that the user is inside the app while the page is visible, so that its pushes are suppressed. */
export function usePresence(api: HostApi, appId: string): void {
  useEffect(() => {
    const { session, host } = api;
    const reports = createPresenceReports({
      send: async (inside) => {
        // Signing out deleted this tab's device, and its presence with it.
        if (session.sso.getAccessToken() === null) return;
        // An app can be open before the tab is registered. Only a report of the same device ends its presence.
        const deviceId = await ownDevice(api);
        await callWithSession(session, () => host.setPresence({ body: { appId: inside, deviceId } }));
      },
      elapsed,
    });
    const reportVisibility = () => reports.add(document.visibilityState === 'visible' ? appId : null);
    reportVisibility();
    const timer = setInterval(reportVisibility, interval);
    document.addEventListener('visibilitychange', reportVisibility);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', reportVisibility);
      reports.add(null);
    };
  }, [api, appId]);
}
