import { type ReactNode, useState } from 'react';
import type { Webhook } from '../../../generated/notifications/types.ts';
import { Button, CopyField } from '../ui/button.tsx';
import { ConfirmDialog, useConfirmed } from '../ui/dialog.tsx';
import { Time } from '../ui/values.tsx';
import { useAction } from '../ui/requests.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import type { SectionProps } from './app-sections.ts';

/** The announced key and the shared secret of a webhook. */
export function WebhookSigning({
  api: { call, portal },
  appId,
  webhook,
}: Pick<SectionProps, 'api' | 'appId'> & {
  readonly webhook: Webhook;
}): ReactNode {
  const path = { appId };
  const { nextPublicKey, nextKeyActivatesAt: activatesAt, hasSecret: had = false } = webhook;
  const [next, setNext] = useState(
    nextPublicKey !== undefined && activatesAt !== undefined ? { nextPublicKey, activatesAt } : undefined,
  );
  const [activated, setActivated] = useState<string>();
  const [secret, setSecret] = useState<string>();
  const [hasSecret, setHasSecret] = useState(had);
  const announce = useAction(async () => {
    setActivated(undefined);
    setNext(await call(() => portal.announceWebhookKey({ path })));
  });
  const activate = useAction(async () => {
    setActivated((await call(() => portal.activateWebhookKey({ path }))).publicKey);
    setNext(undefined);
  });
  const create = useAction(async () => {
    setSecret((await call(() => portal.createWebhookSecret({ path }))).secret);
    setHasSecret(true);
  });
  const remove = useConfirmed(async () => {
    await call(() => portal.deleteWebhookSecret({ path }));
    setSecret(undefined);
    setHasSecret(false);
  });
  return (
    <div className="card">
      <h3>Signing</h3>
      {next === undefined ? (
        <p className="soft">
          Announce the next key to change keys without a failed event: you see it 24 hours before it signs.
        </p>
      ) : (
        <>
          <p>
            The next key signs from <Time at={next.activatesAt} /> on. Add it to your receivers before.
          </p>
          <CopyField label="next public key" value={next.nextPublicKey} />
        </>
      )}
      {activated !== undefined && (
        <p role="status">
          This key signs now: <CopyField label="current public key" value={activated} />
        </p>
      )}
      <ErrorNotice error={announce.error ?? activate.error} />
      <div className="row">
        {next === undefined ? (
          <Button busy={announce.busy} onClick={() => void announce.run()}>
            Announce the next key
          </Button>
        ) : (
          <Button busy={activate.busy} onClick={() => void activate.run()}>
            Let it sign now
          </Button>
        )}
      </div>
      <p className="soft">
        The libraries of Standard Webhooks and Svix verify with a shared secret. It signs beside the key.
      </p>
      {secret !== undefined && (
        <div className="notice good" role="status">
          <p>
            <strong>Copy the secret now.</strong> It is shown only once.
          </p>
          <CopyField label="secret" value={secret} />
        </div>
      )}
      <ErrorNotice error={create.error} />
      <div className="row">
        <Button busy={create.busy} onClick={() => void create.run()}>
          {hasSecret ? 'Replace the secret' : 'Create a secret'}
        </Button>
        {hasSecret && <Button onClick={() => remove.ask(true)}>Remove the secret</Button>}
      </div>
      {hasSecret && (
        <p className="soft">
          A replaced secret signs beside the new one for 24 hours; a removed one signs nothing more.
        </p>
      )}
      {remove.asked !== undefined && (
        <ConfirmDialog title="Remove the secret?" action="Remove it" confirmation={remove}>
          <p>
            Receivers that verify with it reject every event from now on. Those that verify with the key are unaffected.
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
}
