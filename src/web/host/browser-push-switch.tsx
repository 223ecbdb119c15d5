import type { ReactNode } from 'react';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Switch } from '../ui/switch.tsx';
import { useAction } from '../ui/use-action.ts';
import { useResource } from '../ui/use-resource.ts';
import { Wait } from '../ui/wait.tsx';
import { browserPushFault, keepBrowserPush, turnBrowserPushOff, turnBrowserPushOn } from './browser-push.ts';
import type { HostApi } from './host-api.ts';

/** Notifications of this browser while the page is closed. */
export function BrowserPushSwitch({ api }: { readonly api: HostApi }): ReactNode {
  const on = useResource('browser push', () => keepBrowserPush(api));
  const move = useAction(async (wanted: boolean) => {
    await (wanted ? turnBrowserPushOn(api) : turnBrowserPushOff(api));
    on.replace(wanted);
  });
  const fault = browserPushFault();
  return (
    <div className="card">
      {fault !== undefined && <p className="soft">{fault}</p>}
      {fault === undefined && on.value === undefined && on.loading && <Wait />}
      {fault === undefined && on.value !== undefined && (
        <Switch
          label="Notify me when this page is closed"
          on={on.value}
          busy={move.busy}
          onChange={(wanted) => void move.run(wanted)}
        />
      )}
      <ErrorNotice error={move.error} />
      <ErrorNotice error={on.error} retry={on.reload} />
    </div>
  );
}
