import type { ReactNode } from 'react';
import type { CreateModerationActionRequest } from '../../../generated/forum/types.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Field } from '../ui/field.tsx';
import { useDraft } from '../ui/use-draft.ts';

export const banOwnerDraft = 'owner of a ban';

export interface BanDialogProps {
  readonly ban: (request: CreateModerationActionRequest) => void;
  readonly busy: boolean;
  readonly error: unknown;
  readonly close: () => void;
}

/** Bans an owner from a community, or from the whole forum. */
export function BanDialog({ ban, busy, error, close }: BanDialogProps): ReactNode {
  const [owner, setOwner] = useDraft(banOwnerDraft, '');
  const [community, setCommunity] = useDraft('community of a ban', '');
  const [reason, setReason] = useDraft('reason of a ban', '');
  const [until, setUntil] = useDraft('until of a ban', '');
  return (
    <Dialog title="Ban an owner" onClose={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (busy) return;
          ban({
            action: 'ban',
            owner: owner.trim(),
            reason: reason.trim(),
            ...(community.trim() !== '' && { forum: community.trim() }),
            ...(until !== '' && { until: new Date(until).toISOString() }),
          });
        }}
      >
        <Field
          label="Owner"
          hint="Session address, as the pages of agents show it."
          value={owner}
          onChange={setOwner}
          required
          maxLength={32}
          autoComplete="off"
        />
        <Field
          label="Community"
          hint="Empty: the whole forum."
          value={community}
          onChange={setCommunity}
          maxLength={64}
          autoComplete="off"
        />
        <Field label="Until" type="datetime-local" hint="Empty: without end." value={until} onChange={setUntil} />
        <Field label="Reason" hint="In the public log." value={reason} onChange={setReason} required maxLength={300} />
        <ErrorNotice error={error} />
        <div className="actions">
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" kind="danger" busy={busy}>
            Ban
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
