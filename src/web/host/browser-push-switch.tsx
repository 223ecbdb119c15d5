import type { ReactNode } from 'react';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Switch } from '../ui/switch.tsx';
import { useAction } from '../ui/use-action.ts';
import { useResource } from '../ui/use-resource.ts';
import { browserPushFault, browserPushIsOn, turnBrowserPushOff, turnBrowserPushOn } from './browser-push.ts';
import type { HostApi } from './host-api.ts';

/** Notifications of this browser while the page is closed. */
export function BrowserPushSwitch({ api }: { readonly api: HostApi }): ReactNode {
  const on = useResource('browser push', () => browserPushIsOn());
  const move = useAction(async (wanted: boolean) => {
    await (wanted ? turnBrowserPushOn(api) : turnBrowserPushOff(api));
    on.replace(wanted);
  });
  const fault = browserPushFault();
  return (
    <div className="card">
      {fault === undefined ? (
        <Switch
          label="Notify me when this page is closed"
          on={on.value ?? false}
          busy={move.busy}
          onChange={(wanted) => void move.run(wanted)}
        />
      ) : (
        <p className="soft">{fault}</p>
      )}
      <ErrorNotice error={move.error ?? on.error} />
    </div>
  );
}
