import type { ReactNode } from 'react';
import type { PermissionStatus } from '../../client/miniapp/bridge-contract.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { ask } from '../ui/session.ts';
import { useAction } from '../ui/use-action.ts';
import type { HostApi } from './host-api.ts';

export interface PermissionPromptProps {
  readonly api: HostApi;
  readonly appId: string;
  readonly appName: string;
  readonly onAnswer: (status: PermissionStatus) => void;
}

/** The question of an app whether it may notify. Dismissed counts as no. */
export function PermissionPrompt({ api, appId, appName, onAnswer }: PermissionPromptProps): ReactNode {
  const answer = useAction(async (status: 'granted' | 'denied') => {
    await ask(api.session, () => api.host.setConsent({ path: { appId }, body: { status } }));
    onAnswer(status);
  });
  return (
    <Dialog title={`Allow ${appName} to notify you?`} onClose={() => void answer.run('denied')}>
      <p>It may send you at most one notification an hour, and three a day. You can turn them off in the settings.</p>
      <ErrorNotice error={answer.error} />
      <div className="actions">
        <Button busy={answer.busy} onClick={() => void answer.run('denied')}>
          Not now
        </Button>
        <Button kind="primary" busy={answer.busy} onClick={() => void answer.run('granted')}>
          Allow
        </Button>
      </div>
    </Dialog>
  );
}
