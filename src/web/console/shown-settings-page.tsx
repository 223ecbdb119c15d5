import type { ReactNode } from 'react';
import { Badge } from '../ui/values.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { useResource, Wait } from '../ui/requests.tsx';
import type { ConsoleApi } from './console-api.ts';

/** The settings of the provider's process, read-only. */
export function ShownSettingsPage({ api: { call, sso } }: { readonly api: ConsoleApi }): ReactNode {
  const { value, error, loading, reload } = useResource('settings', (signal) =>
    call(() => sso.getSettings({ signal })),
  );
  return (
    <>
      <h1>Settings</h1>
      <p className="lead">
        As the process of the sign-in provider was started; secrets are masked. Settings change in its environment.
      </p>
      <ErrorNotice error={error} retry={reload} />
      {value === undefined && loading && <Wait />}
      {value !== undefined && (
        <dl className="settings">
          {value.settings.map(({ name, value: text, isDefault, description }) => (
            <div key={name} className="card">
              <dt>
                <code>{name}</code> {!isDefault && <Badge tone="busy">set</Badge>}
              </dt>
              <dd>
                <code>{text === '' ? '(empty)' : text}</code>
              </dd>
              <dd className="soft">{description}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
