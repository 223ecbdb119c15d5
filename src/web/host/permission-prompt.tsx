import type { ReactNode } from 'react';
import type { PermissionPromptStatus } from '../../client/miniapp/bridge-contract.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { callWithSession } from '../ui/session.ts';
import { useAction } from '../ui/use-action.ts';
import type { HostApi } from './host-api.ts';

export interface PermissionPromptProps {
  readonly api: HostApi;
  readonly appId: string;
  readonly appName: string;
  readonly onResponse: (status: PermissionPromptStatus) => void;
}

/** Asks whether an app may send notifications. Dismissing the dialog denies it. */
export function PermissionPrompt({ api, appId, appName, onResponse }: PermissionPromptProps): ReactNode {
  const decide = useAction(async (status: 'granted' | 'denied') => {
    await callWithSession(api.session, () => api.host.setConsent({ path: { appId }, body: { status } }));
    onResponse(status);
  });
  return (
    <Dialog title={`Allow ${appName} to notify you?`} onClose={() => void decide.run('denied')}>
      <p>It may send you at most one notification an hour, and three a day. You can turn them off in the settings.</p>
      <ErrorNotice error={decide.error} />
      <div className="actions">
        <Button busy={decide.busy} onClick={() => void decide.run('denied')}>
          Not now
        </Button>
        <Button kind="primary" busy={decide.busy} onClick={() => void decide.run('granted')}>
          Allow
        </Button>
      </div>
    </Dialog>
  );
}
