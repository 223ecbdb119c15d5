import { type ReactNode, useState } from 'react';
import type { CreateModerationActionRequest } from '../../../generated/forum/types.ts';
import { Button } from '../ui/button.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { useAction } from '../ui/use-action.ts';
import { useHasDraft } from '../ui/use-draft.ts';
import { BanDialog, banOwnerDraft } from './ban-dialog.tsx';
import type { ConsoleApi } from './console-api.ts';
import { ModerationLog } from './moderation-log.tsx';
import { ReportList } from './report-list.tsx';

/** Moderation of the whole forum: open reports, bans, and the public log. */
export function ModerationPage({ api }: { readonly api: ConsoleApi }): ReactNode {
  const { call, forum } = api;
  const [acted, setActed] = useState(0);
  const [banning, setBanning] = useState(useHasDraft(banOwnerDraft));
  const act = useAction(async (body: CreateModerationActionRequest) => {
    await call(() => forum.createModerationAction({ body }));
    setActed(acted + 1);
    setBanning(false);
  });
  return (
    <>
      <div className="row between">
        <h1>Moderation</h1>
        <Button onClick={() => setBanning(true)}>Ban…</Button>
      </div>
      <p className="lead">Every action is in the public log with its reason, without your name.</p>
      <ReportList key={`reports ${acted}`} api={api} onActed={() => setActed(acted + 1)} />
      <ErrorNotice error={banning ? undefined : act.error} />
      <ModerationLog key={`log ${acted}`} api={api} unban={(body) => void act.run(body)} busy={act.busy} />
      {banning && (
        <BanDialog
          ban={(body) => void act.run(body)}
          busy={act.busy}
          error={act.error}
          close={() => setBanning(false)}
        />
      )}
    </>
  );
}
