import { useEffect } from 'react';
import { type HostApi, ownDevice } from './host-api.ts';
import { elapsed } from '../ui/elapsed.ts';

/** Milliseconds. Presence expires after 60 seconds (contract, setPresence). */
const interval = 30_000;

/** Reports that the user is inside the app while the page is visible, so that its pushes are suppressed. */
export function usePresence(api: HostApi, appId: string): void {
  useEffect(() => {
    const { session, call, host } = api;
    const reports = createPresenceReports({
      send: async (inside) => {
        // Signing out deleted this tab's device, and its presence with it.
        if (session.sso.getAccessToken() === null) return;
        // An app can be open before the tab is registered. Only a report of the same device ends its presence.
        const deviceId = await ownDevice(api);
        await call(() => host.setPresence({ body: { appId: inside, deviceId } }));
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

/** Id of the app that the user has open in this tab; null: none. */
type OpenAppId = string | null;

/** Pauses before a report that failed is sent again, milliseconds. */
const pauses = [1_000, 3_000, 10_000];

/**
 * Sends the reports of a tab one after the other, of those that wait only the last: a report that arrives after a later
 * one, or the failed report of a closed app, would suppress the pushes of an app that nobody has open.
 */
export function createPresenceReports({
  send,
  elapsed,
}: {
  readonly send: (appId: OpenAppId) => Promise<unknown>;
  readonly elapsed: (milliseconds: number) => Promise<void>;
}): {
  readonly add: (appId: OpenAppId) => void;
} {
  let waiting: OpenAppId | undefined;
  let sending = false;

  const trySend = async (appId: OpenAppId): Promise<void> => {
    for (const pause of [0, ...pauses]) {
      if (pause > 0) await elapsed(pause);
      if (waiting !== undefined) return;
      try {
        await send(appId);
        return;
      } catch {
        // The next attempt follows; after the last one the presence expires within a minute.
      }
    }
  };
  const sendWaiting = async (): Promise<void> => {
    sending = true;
    while (waiting !== undefined) {
      const appId = waiting;
      waiting = undefined;
      await trySend(appId);
    }
    sending = false;
  };
  return {
    add: (appId) => {
      waiting = appId;
      if (!sending) void sendWaiting();
    },
  };
}
