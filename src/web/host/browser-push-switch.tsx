import type { ReactNode } from 'react';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Switch } from '../ui/switch.tsx';
import { useAction } from '../ui/use-action.ts';
import { useResource } from '../ui/use-resource.ts';
import { Wait } from '../ui/wait.tsx';
import { browserPushObstacle, keepBrowserPush, turnBrowserPushOff, turnBrowserPushOn } from './browser-push.ts';
import type { HostApi } from './host-api.ts';

/** Turns notifications of this browser on and off for when the page is closed. */
export function BrowserPushSwitch({ api }: { readonly api: HostApi }): ReactNode {
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
          label="Notify me when this page is closed"
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
