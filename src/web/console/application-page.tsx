import { type ReactNode, useState } from 'react';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { CopyText } from '../ui/copy-text.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { AppLink } from '../ui/router.tsx';
import { Time } from '../ui/time.tsx';
import { useAction } from '../ui/use-action.ts';
import { useResource } from '../ui/use-resource.ts';
import { Wait } from '../ui/wait.tsx';
import { type ApplicationDraft, ApplicationForm } from './application-form.tsx';
import { ApplicationSecrets } from './application-secrets.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import type { ConsoleApi } from './console-api.ts';
import { consolePath } from './console-sections.ts';

export interface ApplicationPageProps {
  readonly api: ConsoleApi;
  readonly address: string;
}

/** One application: changes it, replaces its secrets, disables it. */
export function ApplicationPage({ api, address }: ApplicationPageProps): ReactNode {
  const { call, sso } = api;
  const path = { providerAddress: address };
  const [disabling, setDisabling] = useState(false);
  const [saved, setSaved] = useState(false);
  const { value, error, loading, reload, replace } = useResource(`application ${address}`, (signal) =>
    call(() => sso.getProvider({ path, signal })),
  );
  const save = useAction(async (draft: ApplicationDraft) => {
    setSaved(false);
    replace(await call(() => sso.updateProvider({ path, body: draft })));
    setSaved(true);
  });
  const disable = useAction(async () => {
    replace(await call(() => sso.disableProvider({ path })));
    setDisabling(false);
  });
  return (
    <>
      <p className="crumbs">
        <AppLink to={consolePath('applications')}>Applications</AppLink>
      </p>
      <h1>{value?.name ?? 'Application'}</h1>
      <p className="soft">
        <CopyText label="client_id" value={address} />
      </p>
      <ErrorNotice error={error} retry={reload} />
      {value === undefined && loading && <Wait />}
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
            <Button kind="danger" onClick={() => setDisabling(true)}>
              Disable…
            </Button>
          )}
          {disabling && (
            <ConfirmDialog
              title={`Disable ${value.name}?`}
              action="Disable"
              typed={address.slice(-8)}
              busy={disable.busy}
              error={disable.error}
              run={() => void disable.run()}
              close={() => setDisabling(false)}
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
