import { type ReactNode, useState } from 'react';
import type { Provider } from '../../../generated/sso/types.ts';
import { Button } from '../ui/button.tsx';
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
  const revoke = useAction(async (secretId: string) => {
    await call(() => sso.revokeProviderSecret({ path: { providerAddress, secretId } }));
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
      <ErrorNotice error={create.error ?? revoke.error} />
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
            <Button kind="danger" busy={revoke.busy} onClick={() => void revoke.run(secretId)}>
              Revoke
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
