import { type ReactNode, useState } from 'react';
import { Badge, Time } from '../ui/values.tsx';
import { Button, CopyField } from '../ui/button.tsx';
import { AppLink } from '../ui/router.tsx';
import { ResourceStatus, useAction, useResource } from '../ui/requests.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { ConfirmDialog, useConfirmed } from '../ui/dialog.tsx';
import type { ConsoleApi } from './console-api.ts';
import { consolePath } from './console-sections.ts';
import type { Provider, Reach, UpdateProviderRequest } from '../../../generated/sso/types.ts';
import { Choice, Field, fieldErrors, Form, LinesField, linesOf } from '../ui/field.tsx';
import { useDraft, useDraftChoice } from '../ui/drafts.ts';

/** One application: changes it, replaces its secrets, disables it. */
export function ApplicationPage({ api, address }: { readonly api: ConsoleApi; readonly address: string }): ReactNode {
  const { call, sso } = api;
  const path = { providerAddress: address };
  const [saved, setSaved] = useState(false);
  const application = useResource(`application ${address}`, (signal) => call(() => sso.getProvider({ path, signal })));
  const { value, reload, replace } = application;
  const save = useAction(async (draft: ApplicationDraft) => {
    setSaved(false);
    replace(await call(() => sso.updateProvider({ path, body: draft })));
    setSaved(true);
  });
  const disable = useConfirmed(async () => {
    replace(await call(() => sso.disableProvider({ path })));
  });
  return (
    <>
      <p className="crumbs">
        <AppLink to={consolePath('applications')}>Applications</AppLink>
      </p>
      <h1>{value?.name ?? 'Application'}</h1>
      <p className="soft">
        <CopyField label="client_id" value={address} />
      </p>
      <ResourceStatus of={application} />
      {value !== undefined && (
        <>
          {value.disabledAt !== null && (
            <p className="notice bad">
              <Badge tone="bad">disabled</Badge> since <Time at={value.disabledAt} />: it can start no sign-in, and its
              sessions ended.
            </p>
          )}
          <section className="card" aria-labelledby="registration">
            <h2 id="registration">Registration</h2>
            {value.kind === 'own' ? (
              <p>
                It belongs to the platform itself: settings of the platform configure it, and nobody changes it here.
              </p>
            ) : (
              <ApplicationForm
                application={value}
                action="Save"
                busy={save.busy}
                error={save.error}
                onSubmit={(draft) => void save.run(draft)}
              />
            )}
            {saved && (
              <p className="notice good" role="status">
                Saved.
              </p>
            )}
          </section>
          {value.tokenEndpointAuthMethod.startsWith('client_secret') && (
            <ApplicationSecrets api={api} application={value} onChange={reload} />
          )}
          {value.kind === 'application' && value.disabledAt === null && (
            <Button kind="danger" onClick={() => disable.ask(true)}>
              Disable…
            </Button>
          )}
          {disable.asked !== undefined && (
            <ConfirmDialog
              title={`Disable ${value.name}?`}
              action="Disable"
              typed={address.slice(-8)}
              confirmation={disable}
            >
              <p>
                It can start no sign-in any more, open ones cannot be finished, and all of its sessions end.{' '}
                <strong>This cannot be undone.</strong>
              </p>
            </ConfirmDialog>
          )}
        </>
      )}
    </>
  );
}

/** Ends the names of the drafts of an application that does not exist yet. */
export const newApplicationDraft = 'of a new application';

const reaches = [
  { value: 'sign-in', text: 'Signs people in' },
  { value: 'platform', text: 'Acts for people at the platform' },
] as const satisfies readonly { readonly value: Reach; readonly text: string }[];

/** What the form edits of an application. */
export type ApplicationDraft = Required<
  Pick<UpdateProviderRequest, 'name' | 'redirectUris' | 'allowedOrigins' | 'reach'>
>;

export function ApplicationForm({
  application,
  action,
  busy,
  error,
  onSubmit,
  children,
}: {
  /** The application to change; undefined for a new one. */
  readonly application?: Provider;
  readonly action: string;
  readonly busy: boolean;
  readonly error: unknown;
  readonly onSubmit: (draft: ApplicationDraft) => void;
  /** Further fields. */
  readonly children?: ReactNode;
}): ReactNode {
  const draft = application === undefined ? newApplicationDraft : `of ${application.providerAddress}`;
  const [name, setName] = useDraft(`name ${draft}`, application?.name ?? '');
  const [redirects, setRedirects] = useDraft(`redirect URIs ${draft}`, application?.redirectUris.join('\n') ?? '');
  const [origins, setOrigins] = useDraft(`origins ${draft}`, application?.allowedOrigins.join('\n') ?? '');
  const [reach, setReach] = useDraftChoice<Reach>(`reach ${draft}`, reaches, application?.reach ?? 'sign-in');
  const errors = fieldErrors(error, ['name', 'redirectUris', 'allowedOrigins', 'reach']);
  return (
    <Form
      onSubmit={() => {
        if (!busy)
          onSubmit({ name: name.trim(), redirectUris: linesOf(redirects), allowedOrigins: linesOf(origins), reach });
      }}
    >
      <Field
        label="Name"
        hint="What people see when they approve."
        value={name}
        onChange={setName}
        required
        maxLength={64}
        error={errors.at('name')}
      />
      <LinesField
        label="Redirect URIs"
        hint="One a line: https, or http on this computer. None for applications that poll."
        value={redirects}
        onChange={setRedirects}
        error={errors.at('redirectUris')}
      />
      <LinesField
        label="Allowed origins"
        hint="One a line, such as https://notes.example: pages that may start sign-ins."
        value={origins}
        onChange={setOrigins}
        error={errors.at('allowedOrigins')}
      />
      <Choice label="Reach" value={reach} options={reaches} onChange={setReach} error={errors.at('reach')} />
      {children}
      <ErrorNotice error={errors.other} />
      <div className="actions">
        <Button type="submit" kind="primary" busy={busy}>
          {action}
        </Button>
      </div>
    </Form>
  );
}

/** Client secrets: two at a time, so that one can be replaced without downtime. */
function ApplicationSecrets({
  api: { call, sso },
  application,
  onChange,
}: {
  readonly api: ConsoleApi;
  readonly application: Provider;
  readonly onChange: () => void;
}): ReactNode {
  const { providerAddress, secrets } = application;
  const [secret, setSecret] = useState<string>();
  const create = useAction(async () => {
    const { clientSecret } = await call(() => sso.createProviderSecret({ path: { providerAddress } }));
    setSecret(clientSecret);
    onChange();
  });
  const revoke = useConfirmed(async (secretId: string) => {
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
            <Button kind="danger" onClick={() => revoke.ask(secretId)}>
              Revoke
            </Button>
          </li>
        ))}
      </ul>
      {revoke.asked !== undefined && (
        <ConfirmDialog title="Revoke this secret?" action="Revoke it" confirmation={revoke}>
          <p>
            Where the application still uses it, nobody can sign in and no token is refreshed from now on. Connections
            that exist stay, and work again with another secret.
          </p>
        </ConfirmDialog>
      )}
    </section>
  );
}

/** A client secret, which is shown once. */
export function ClientSecretNotice({ secret }: { readonly secret: string }): ReactNode {
  return (
    <>
      <p>
        <strong>Copy the secret now.</strong> It is shown only once; the provider stores its hash.
      </p>
      <p>
        <CopyField label="secret" value={secret} />
      </p>
    </>
  );
}
