import { type ReactNode, useState } from 'react';
import type { ApiKey, CreateApiKeyRequest } from '../../../generated/notifications/types.ts';
import { ignoreAlreadyDeleted } from './portal-api.ts';
import { Badge, Time } from '../ui/values.tsx';
import { Button, CopyField } from '../ui/button.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { ConfirmDialog, useConfirmed } from '../ui/dialog.tsx';
import { Choice, Field, fieldErrors, type FieldErrors } from '../ui/field.tsx';
import { PagedList, usePages } from '../ui/paged-list.tsx';
import { useAction } from '../ui/requests.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Person } from '../ui/avatar.tsx';
import { unnamed } from './members.tsx';
import { useSubject } from '../ui/session.ts';
import { sendSnippets, Snippet } from './snippet.tsx';
import type { SectionProps } from './app-sections.ts';
import { useDraft, useDraftChoice } from '../ui/drafts.ts';

export function KeysPage({ api, appId, issuedKey, onIssued, onKeySaved }: SectionProps): ReactNode {
  const { call, portal } = api;
  const sub = useSubject(api.session) ?? '';
  const [grants, setGrants] = useKeyGrants(appId);
  const pages = usePages(`keys ${appId}`, 'keys', (page, signal) =>
    call(() => portal.listApiKeys({ path: { appId }, query: page, signal })),
  );
  const issue = useAction(async () => {
    const { key } = await call(() => portal.createApiKey({ path: { appId }, body: requestOf(grants) }));
    onIssued(key);
    pages.reload();
  });
  const errors = fieldErrors(issue.error, ['label', 'scopes', 'environment']);
  const revoke = useConfirmed(async ({ keyId }: ApiKey) => {
    await ignoreAlreadyDeleted(call(() => portal.revokeApiKey({ path: { appId, keyId } })));
    pages.reload();
  });
  const adopt = useAction(async ({ keyId }: ApiKey) => {
    await call(() => portal.adoptApiKey({ path: { appId, keyId } }));
    pages.reload();
  });
  const hasKeys = (pages.items?.length ?? 0) > 0;
  return (
    <section aria-labelledby="keys">
      <div className="row between">
        <h2 id="keys">API keys</h2>
        <Button kind="primary" busy={issue.busy} onClick={() => void issue.run()}>
          {hasKeys ? 'Rotate: issue a new key' : 'Issue a key'}
        </Button>
      </div>
      <p className="soft">
        Your backend sends notifications with an API key. A new key works immediately; older keys of the same label and
        environment stay valid for 7 days, so that you can switch without downtime.
      </p>
      <KeyGrantFields grants={grants} onChange={setGrants} errorAt={errors.at} />
      <ErrorNotice error={errors.other} />
      <ErrorNotice error={adopt.error} />
      {pages.items?.some(({ adoptable }) => adoptable) === true && (
        <p className="notice warning">
          A member who made a key has left, and knows it. The key stops working at the time shown. Issue a new one, or
          keep it as an owner.
        </p>
      )}
      {issuedKey !== '' && (
        <div className="notice good" role="status">
          <p>
            <strong>Copy the new key now.</strong> It is shown only once; the service stores its hash.
          </p>
          <CopyField label="API key" value={issuedKey} onCopied={onKeySaved} />
        </div>
      )}
      <PagedList pages={pages} empty={<p>No key yet. Issue one to send notifications.</p>}>
        {(keys) => <KeyTable keys={keys} onRevoke={revoke.ask} onAdopt={(key) => void adopt.run(key)} />}
      </PagedList>
      {hasKeys && (
        <Snippet
          title="Send a test notification"
          codes={sendSnippets({ baseUrl: api.baseUrl, apiKey: issuedKey, sub })}
        />
      )}
      {revoke.asked !== undefined && (
        <ConfirmDialog
          title={`Revoke ${revoke.asked.prefix}…?`}
          action="Revoke it"
          cancel="Keep it"
          confirmation={revoke}
        >
          <p>
            It stops working immediately. Revoke a key that leaked; to change keys without downtime, rotate instead.
          </p>
        </ConfirmDialog>
      )}
    </section>
  );
}

function KeyTable({
  keys,
  onRevoke,
  onAdopt,
}: {
  readonly keys: readonly ApiKey[];
  readonly onRevoke: (key: ApiKey) => void;
  readonly onAdopt: (key: ApiKey) => void;
}): ReactNode {
  return (
    <div className="card">
      <DataTable
        label="Valid keys"
        rows={keys}
        rowKey={({ keyId }) => keyId}
        columns={[
          {
            title: 'Key',
            cell: ({ prefix, label, environment, scopes }) => (
              <>
                <code>{prefix}…</code> {label}
                {environment === 'test' && <Badge tone="quiet">test</Badge>}
                {scopes?.length === 1 && <Badge tone="quiet">{`${scopes[0]} only`}</Badge>}
              </>
            ),
          },
          {
            title: 'Issued',
            cell: ({ createdAt, createdBy, createdByName }) => (
              <>
                <Time at={createdAt} />
                {createdBy !== null && (
                  <>
                    {' '}
                    by <Person id={createdBy} name={createdByName} unnamed={unnamed} />
                  </>
                )}
              </>
            ),
          },
          { title: 'Last used', cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'never' : <Time at={lastUsedAt} />) },
          {
            title: 'State',
            cell: ({ expiresAt }) =>
              expiresAt === null ? (
                <Badge tone="good">valid</Badge>
              ) : (
                <Badge tone="busy">
                  until <Time at={expiresAt} />
                </Badge>
              ),
          },
          {
            title: '',
            kind: 'number',
            cell: (key) => (
              <>
                {key.adoptable && (
                  <button type="button" className="button small" onClick={() => onAdopt(key)}>
                    Keep<span className="hidden"> {key.prefix}</span>
                  </button>
                )}
                <button type="button" className="button small danger" onClick={() => onRevoke(key)}>
                  Revoke<span className="hidden"> {key.prefix}</span>
                </button>
              </>
            ),
          },
        ]}
      />
    </div>
  );
}

const allowed = [
  { value: 'both', text: 'Send and read' },
  { value: 'send', text: 'Send only' },
  { value: 'read', text: 'Read only' },
] as const;
const environments = [
  { value: 'live', text: 'Live' },
  { value: 'test', text: 'Test: every send is a test send' },
] as const;

/** What a new key is for, and what it allows. */
interface KeyGrants {
  readonly label: string;
  readonly allows: (typeof allowed)[number]['value'];
  readonly environment: (typeof environments)[number]['value'];
}

/** The grants of the next key of an app, which survive the end of the session. */
function useKeyGrants(appId: string): readonly [KeyGrants, (grants: KeyGrants) => void] {
  const [label, setLabel] = useDraft(`key label of ${appId}`, '');
  const [allows, setAllows] = useDraftChoice(`key scopes of ${appId}`, allowed, 'both');
  const [environment, setEnvironment] = useDraftChoice(`key environment of ${appId}`, environments, 'live');
  const set = (grants: KeyGrants) => {
    setLabel(grants.label);
    setAllows(grants.allows);
    setEnvironment(grants.environment);
  };
  return [{ label, allows, environment }, set];
}

const requestOf = ({ label, allows, environment }: KeyGrants): CreateApiKeyRequest => ({
  ...(label.trim() !== '' && { label: label.trim() }),
  ...(allows !== 'both' && { scopes: [allows] }),
  environment,
});

function KeyGrantFields({
  grants,
  onChange,
  errorAt,
}: {
  readonly grants: KeyGrants;
  readonly onChange: (grants: KeyGrants) => void;
  readonly errorAt: FieldErrors<'label' | 'scopes' | 'environment'>['at'];
}): ReactNode {
  // What is not the default is never hidden.
  const [shown] = useState(grants.label !== '' || grants.allows !== 'both' || grants.environment !== 'live');
  const wrong = (['label', 'scopes', 'environment'] as const).some((name) => errorAt(name) !== undefined);
  const set = (change: Partial<KeyGrants>) => onChange({ ...grants, ...change });
  return (
    <details className="card" open={shown || wrong}>
      <summary>Label, scopes and environment</summary>
      <div className="row filter">
        <Field
          label="Label"
          hint="What the key is for. Keys of one label rotate each other."
          value={grants.label}
          onChange={(label) => set({ label })}
          maxLength={64}
          autoComplete="off"
          error={errorAt('label')}
        />
        <Choice
          label="Allows"
          value={grants.allows}
          options={allowed}
          onChange={(allows) => set({ allows })}
          error={errorAt('scopes')}
        />
        <Choice
          label="Environment"
          value={grants.environment}
          options={environments}
          onChange={(environment) => set({ environment })}
          error={errorAt('environment')}
        />
      </div>
    </details>
  );
}
