import { useEffect } from 'react';
import { ask } from '../ui/session.ts';
import type { HostApi } from './host-api.ts';

/** Milliseconds; presence ends by itself after 60 seconds (the contract, setPresence). */
const repeat = 30_000;

/** Says that the person is inside the app for as long as the page is seen: its pushes show no banner meanwhile. */
export function usePresence({ session, host }: HostApi, appId: string): void {
  useEffect(() => {
    // Presence is a courtesy: when it cannot be told, a banner too many is shown.
    const say = (inside: string | null) =>
      void ask(session, () => host.setPresence({ body: { appId: inside } })).catch(() => undefined);
    const tell = () => say(document.visibilityState === 'visible' ? appId : null);
    tell();
    const timer = setInterval(tell, repeat);
    document.addEventListener('visibilitychange', tell);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tell);
      say(null);
    };
  }, [session, host, appId]);
}
