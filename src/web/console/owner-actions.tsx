import { type ReactNode, useState } from 'react';
import type { OwnerRecord } from '../../../generated/sso/types.ts';
import { Button } from '../ui/button.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { navigate } from '../ui/router.tsx';
import { useAction } from '../ui/use-action.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import type { ConsoleApi } from './console-api.ts';
import { consolePath } from './console-sections.ts';

export interface OwnerActionsProps {
  readonly api: ConsoleApi;
  readonly owner: OwnerRecord;
  readonly onChange: (owner: OwnerRecord) => void;
  /** Called after all sessions ended. */
  readonly onEnded: () => void;
}

/** Suspends, resumes and erases an owner, and ends all sessions. */
export function OwnerActions({ api: { call, sso }, owner, onChange, onEnded }: OwnerActionsProps): ReactNode {
  const { sub, status } = owner;
  const path = { sub };
  const [confirming, setConfirming] = useState<'suspend' | 'erase' | 'end'>();
  const close = () => setConfirming(undefined);
  const suspend = useAction(async (reason: string) => {
    onChange(await call(() => sso.suspendOwner({ path, body: reason === '' ? {} : { reason } })));
    close();
  });
  const resume = useAction(async () => onChange(await call(() => sso.resumeOwner({ path }))));
  const end = useAction(async () => {
    await call(() => sso.revokeOwnerSessions({ path }));
    close();
    onEnded();
  });
  const erase = useAction(async () => {
    await call(() => sso.deleteOwnerBySub({ path }));
    navigate(consolePath('owners'));
  });
  return (
    <>
      <div className="row">
        {status === 'active' ? (
          <Button onClick={() => setConfirming('suspend')}>Suspend…</Button>
        ) : (
          <Button busy={resume.busy} onClick={() => void resume.run()}>
            Resume
          </Button>
        )}
        <Button onClick={() => setConfirming('end')}>End all sessions…</Button>
        <Button kind="danger" onClick={() => setConfirming('erase')}>
          Erase…
        </Button>
      </div>
      <ErrorNotice error={resume.error} />
      {confirming === 'suspend' && (
        <ConfirmDialog
          title="Suspend this owner?"
          action="Suspend"
          note={{ label: 'Reason', hint: 'For other administrators; the owner does not see it.', maxLength: 200 }}
          busy={suspend.busy}
          error={suspend.error}
          run={(reason) => void suspend.run(reason)}
          close={close}
        >
          <p>The owner can neither sign in nor approve, and all sessions end. You can resume the owner later.</p>
        </ConfirmDialog>
      )}
      {confirming === 'end' && (
        <ConfirmDialog
          title="End all sessions?"
          action="End all sessions"
          busy={end.busy}
          error={end.error}
          run={() => void end.run()}
          close={close}
        >
          <p>Applications and agents are disconnected and browsers signed out. The owner may sign in again.</p>
        </ConfirmDialog>
      )}
      {confirming === 'erase' && (
        <ConfirmDialog
          title="Erase this owner?"
          action="Erase"
          typed={sub.slice(0, 8)}
          busy={erase.busy}
          error={erase.error}
          run={() => void erase.run()}
          close={close}
        >
          <p>
            The identity, its passkeys, devices and sessions are deleted. The audit keeps a pseudonym.{' '}
            <strong>This cannot be undone.</strong>
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
