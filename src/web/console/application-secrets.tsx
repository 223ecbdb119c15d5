import { type ReactNode, useState } from 'react';
import type { Provider } from '../../../generated/sso/types.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Time } from '../ui/time.tsx';
import { useAction } from '../ui/use-action.ts';
import { ClientSecretNotice } from './client-secret-notice.tsx';
import type { ConsoleApi } from './console-api.ts';

export interface ApplicationSecretsProps {
  readonly api: ConsoleApi;
  readonly application: Provider;
  readonly onChange: () => void;
}

/** Client secrets: two at a time, so that one can be replaced without downtime. */
export function ApplicationSecrets({ api: { call, sso }, application, onChange }: ApplicationSecretsProps): ReactNode {
  const { providerAddress, secrets } = application;
  const [secret, setSecret] = useState<string>();
  const create = useAction(async () => {
    const { clientSecret } = await call(() => sso.createProviderSecret({ path: { providerAddress } }));
    setSecret(clientSecret);
    onChange();
  });
  const [revoking, setRevoking] = useState<string>();
  const revoke = useAction(async (secretId: string) => {
    await call(() => sso.revokeProviderSecret({ path: { providerAddress, secretId } }));
    setRevoking(undefined);
    onChange();
  });
  return (
    <section className="card" aria-labelledby="secrets">
      <div className="row between">
        <h2 id="secrets">Secrets</h2>
        <Button busy={create.busy} onClick={() => void create.run()}>
          Make another secret
        </Button>
      </div>
      <p className="soft">
        To replace a secret: make a second one, configure the application with it, revoke the former.
      </p>
      <ErrorNotice error={create.error} />
      {secret !== undefined && (
        <div className="notice good" role="status">
          <ClientSecretNotice secret={secret} />
        </div>
      )}
      <ul className="entries">
        {secrets.map(({ secretId, createdAt }) => (
          <li key={secretId} className="row between">
            <span>
              Made <Time at={createdAt} />
            </span>
            <Button kind="danger" onClick={() => setRevoking(secretId)}>
              Revoke
            </Button>
          </li>
        ))}
      </ul>
      {revoking !== undefined && (
        <ConfirmDialog
          title="Revoke this secret?"
          action="Revoke it"
          busy={revoke.busy}
          error={revoke.error}
          run={() => void revoke.run(revoking)}
          close={() => setRevoking(undefined)}
        >
          <p>
            Where the application still uses it, nobody can sign in and no token is refreshed from now on. Connections
            that exist stay, and work again with another secret.
          </p>
        </ConfirmDialog>
      )}
    </section>
  );
}
