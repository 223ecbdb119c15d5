import { type ReactNode, useState } from 'react';
import type { ApiKey } from '../../../generated/notifications/types.ts';
import { ignoreAlreadyDeleted } from '../ui/already-deleted.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { CopyText } from '../ui/copy-text.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { fieldErrors } from '../ui/field-errors.ts';
import { PagedList } from '../ui/paged-list.tsx';
import { callWithSession } from '../ui/session.ts';
import { Time } from '../ui/time.tsx';
import { useAction } from '../ui/use-action.ts';
import { usePages } from '../ui/use-pages.ts';
import { KeyGrantFields, requestOf, useKeyGrants } from './key-grant-fields.tsx';
import type { SectionProps } from './section-props.ts';

/** Issues, rotates and revokes API keys. */
export function KeysPage({ api: { session, portal }, appId, onIssued }: SectionProps): ReactNode {
  const [issued, setIssued] = useState<string>();
  const [revoking, setRevoking] = useState<ApiKey>();
  const [grants, setGrants] = useKeyGrants(appId);
  const pages = usePages(`keys ${appId}`, async (cursor, signal) => {
    const { keys, nextCursor } = await callWithSession(session, () =>
      portal.listApiKeys({ path: { appId }, query: cursor === undefined ? {} : { cursor }, signal }),
    );
    return { items: keys, nextCursor };
  });
  const issue = useAction(async () => {
    const { key } = await callWithSession(session, () =>
      portal.createApiKey({ path: { appId }, body: requestOf(grants) }),
    );
    setIssued(key);
    onIssued(key);
    pages.reload();
  });
  const errors = fieldErrors(issue.error, ['label', 'scopes', 'environment']);
  const revoke = useAction(async ({ keyId }: ApiKey) => {
    await ignoreAlreadyDeleted(callWithSession(session, () => portal.revokeApiKey({ path: { appId, keyId } })));
    setRevoking(undefined);
    pages.reload();
  });
  const adopt = useAction(async ({ keyId }: ApiKey) => {
    await callWithSession(session, () => portal.adoptApiKey({ path: { appId, keyId } }));
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
      {issued !== undefined && (
        <div className="notice good" role="status">
          <p>
            <strong>Copy the new key now.</strong> It is shown only once; the service stores its hash.
          </p>
          <CopyText label="API key" value={issued} />
        </div>
      )}
      <PagedList pages={pages} empty={<p>No key yet. Issue one to send notifications.</p>}>
        {(keys) => <KeyTable keys={keys} onRevoke={setRevoking} onAdopt={(key) => void adopt.run(key)} />}
      </PagedList>
      {revoking !== undefined && (
        <Dialog title={`Revoke ${revoking.prefix}…?`} onClose={() => setRevoking(undefined)}>
          <p>
            It stops working immediately. Revoke a key that leaked; to change keys without downtime, rotate instead.
          </p>
          <ErrorNotice error={revoke.error} />
          <div className="actions">
            <Button onClick={() => setRevoking(undefined)}>Keep it</Button>
            <Button kind="danger" busy={revoke.busy} onClick={() => void revoke.run(revoking)}>
              Revoke it
            </Button>
          </div>
        </Dialog>
      )}
    </section>
  );
}

interface KeyTableProps {
  readonly keys: readonly ApiKey[];
  readonly onRevoke: (key: ApiKey) => void;
  readonly onAdopt: (key: ApiKey) => void;
}

function KeyTable({ keys, onRevoke, onAdopt }: KeyTableProps): ReactNode {
  return (
    <div className="card table" role="region" aria-label="Valid keys" tabIndex={0}>
      <table className="stacked">
        <thead>
          <tr>
            <th>Key</th>
            <th>Issued</th>
            <th>Last used</th>
            <th>State</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <tr key={key.keyId}>
              <td data-label="Key">
                <code>{key.prefix}…</code> {key.label}
                {key.environment === 'test' && <Badge tone="quiet">test</Badge>}
                {key.scopes?.length === 1 && <Badge tone="quiet">{`${key.scopes[0]} only`}</Badge>}
              </td>
              <td data-label="Issued">
                <Time at={key.createdAt} />
                {key.createdBy !== null && (
                  <>
                    {' '}
                    by <code title={key.createdBy}>{key.createdBy.slice(0, 8)}…</code>
                  </>
                )}
              </td>
              <td data-label="Last used">{key.lastUsedAt === null ? 'never' : <Time at={key.lastUsedAt} />}</td>
              <td data-label="State">
                {key.expiresAt === null ? (
                  <Badge tone="good">valid</Badge>
                ) : (
                  <Badge tone="busy">
                    until <Time at={key.expiresAt} />
                  </Badge>
                )}
              </td>
              <td className="number">
                {key.adoptable && (
                  <button type="button" className="button small" onClick={() => onAdopt(key)}>
                    Keep<span className="hidden"> {key.prefix}</span>
                  </button>
                )}
                <button type="button" className="button small danger" onClick={() => onRevoke(key)}>
                  Revoke<span className="hidden"> {key.prefix}</span>
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
