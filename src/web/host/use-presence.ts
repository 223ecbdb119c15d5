import { useEffect } from 'react';
import { callWithSession } from '../ui/session.ts';
import type { HostApi } from './host-api.ts';
import { createPresenceReports } from './presence-reports.ts';
import { elapsed } from '../ui/elapsed.ts';
import { currentDevice } from './tab-device.ts';

/** Milliseconds. Presence expires after 60 seconds (contract, setPresence). */
const interval = 30_000;

/** Reports that the user is inside the app while the page is visible, so that its pushes are suppressed. */
export function usePresence({ session, host }: HostApi, appId: string): void {
  useEffect(() => {
    const reports = createPresenceReports({
      send: (body) => callWithSession(session, () => host.setPresence({ body })),
      elapsed,
    });
    const report = (inside: string | null) => reports.add({ appId: inside, deviceId: currentDevice() });
    const reportVisibility = () => report(document.visibilityState === 'visible' ? appId : null);
    reportVisibility();
    const timer = setInterval(reportVisibility, interval);
    document.addEventListener('visibilitychange', reportVisibility);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', reportVisibility);
      report(null);
    };
  }, [session, host, appId]);
}
