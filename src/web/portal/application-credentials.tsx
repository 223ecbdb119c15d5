import { type ReactNode, useEffect, useState } from 'react';
import { Button, CopyField } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { useAction } from '../ui/requests.tsx';
import { Time } from '../ui/values.tsx';
import type { ApplicationSectionProps } from './portal-api.ts';

/** A secret that is shown once. The browser asks before the page is left, until the developer says that it is saved. */
export function IssuedSecret({
  secret,
  onSaved,
}: {
  readonly secret: string;
  readonly onSaved: () => void;
}): ReactNode {
  useEffect(() => {
    const keep = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', keep);
    return () => window.removeEventListener('beforeunload', keep);
  }, []);
  return (
    <div className="notice good" role="status">
      <p>
        <strong>Copy the client secret now.</strong> It is shown only once; the provider stores its hash.
      </p>
      <p>
        <CopyField label="client secret" value={secret} />
      </p>
      <Button onClick={onSaved}>I have saved it</Button>
    </div>
  );
}

const explanations = {
  none: 'A public application: PKCE protects every sign-in, and there is no secret that could leak.',
  private_key_jwt: 'It signs assertions with a key of its own (private_key_jwt), so that there is no secret.',
} as const;

/** Issues and revokes client secrets. */
export function ApplicationCredentials({
  api: { call, applications },
  application: { clientId, tokenEndpointAuthMethod: method, secrets },
  onChanged,
  onSecret,
}: ApplicationSectionProps & { readonly onSecret: (secret: string) => void }): ReactNode {
  const [revoking, setRevoking] = useState<string>();
  const issue = useAction(async () => {
    const { clientSecret } = await call(() => applications.createApplicationSecret({ path: { clientId } }));
    onSecret(clientSecret);
    onChanged();
  });
  const revoke = useAction(async (secretId: string) => {
    await call(() => applications.revokeApplicationSecret({ path: { clientId, secretId } }));
    setRevoking(undefined);
    onChanged();
  });
  if (method === 'none' || method === 'private_key_jwt')
    return (
      <section aria-labelledby="credentials">
        <h2 id="credentials">Credentials</h2>
        <p>{explanations[method]}</p>
      </section>
    );
  return (
    <section aria-labelledby="credentials">
      <div className="row between">
        <h2 id="credentials">Client secrets</h2>
        <Button busy={issue.busy} disabled={secrets.length >= 2} onClick={() => void issue.run()}>
          {secrets.length === 0 ? 'Issue a secret' : 'Rotate: issue a second secret'}
        </Button>
      </div>
      <p className="soft">Two secrets work at the same time, so that you change them without downtime.</p>
      <ErrorNotice error={issue.error} />
      <div className="card">
        <DataTable
          label="Secrets in use"
          rows={secrets}
          rowKey={({ secretId }) => secretId}
          columns={[
            { title: 'Secret', cell: ({ secretId }) => <code>{secretId}</code> },
            { title: 'Issued', cell: ({ createdAt }) => <Time at={createdAt} /> },
            {
              title: '',
              kind: 'number',
              cell: ({ secretId }) => (
                <button type="button" className="button small danger" onClick={() => setRevoking(secretId)}>
                  Revoke<span className="hidden"> {secretId}</span>
                </button>
              ),
            },
          ]}
        />
      </div>
      {revoking !== undefined && (
        <ConfirmDialog
          title="Revoke this secret?"
          action="Revoke it"
          busy={revoke.busy}
          error={revoke.error}
          run={() => void revoke.run(revoking)}
          close={() => setRevoking(undefined)}
        >
          <p>It stops working at once. Sign-ins through a server that still uses it fail.</p>
        </ConfirmDialog>
      )}
    </section>
  );
}
