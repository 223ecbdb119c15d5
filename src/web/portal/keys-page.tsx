import { type ReactNode, useState } from 'react';
import type { ApiKey } from '../../../generated/notifications/types.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { CopyText } from '../ui/copy-text.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { PagedList } from '../ui/paged-list.tsx';
import { ask } from '../ui/session.ts';
import { Time } from '../ui/time.tsx';
import { useAction } from '../ui/use-action.ts';
import { usePages } from '../ui/use-pages.ts';
import type { SectionProps } from './section-props.ts';

/** API keys: issue, which also rotates, and revoke. */
export function KeysPage({ api: { session, portal }, appId, onIssued }: SectionProps): ReactNode {
  const [issued, setIssued] = useState<string>();
  const [revoking, setRevoking] = useState<ApiKey>();
  const pages = usePages(`keys ${appId}`, async (cursor, signal) => {
    const { keys, nextCursor } = await ask(session, () =>
      portal.listApiKeys({ path: { appId }, query: cursor === undefined ? {} : { cursor }, signal }),
    );
    return { items: keys, nextCursor };
  });
  const issue = useAction(async () => {
    const { key } = await ask(session, () => portal.createApiKey({ path: { appId } }));
    setIssued(key);
    onIssued(key);
    pages.reload();
  });
  const revoke = useAction(async ({ keyId }: ApiKey) => {
    await ask(session, () => portal.revokeApiKey({ path: { appId, keyId } }));
    setRevoking(undefined);
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
        Your backend sends with a key. A new one works at once; the older ones keep working for 7 days, so that you can
        change over without a gap.
      </p>
      <ErrorNotice error={issue.error} />
      {issued !== undefined && (
        <div className="notice good" role="status">
          <p>
            <strong>Copy the new key now.</strong> It is shown this once; only its hash is kept.
          </p>
          <CopyText label="API key" value={issued} />
        </div>
      )}
      <PagedList pages={pages} empty={<p>No key yet. Issue one to send.</p>}>
        {(keys) => <KeyTable keys={keys} onRevoke={setRevoking} />}
      </PagedList>
      {revoking !== undefined && (
        <Dialog title={`Revoke ${revoking.prefix}…?`} onClose={() => setRevoking(undefined)}>
          <p>
            It stops working at once, without days of grace. For a key that leaked this is right; to change keys,
            rotate.
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
}

function KeyTable({ keys, onRevoke }: KeyTableProps): ReactNode {
  return (
    <div className="card table" role="region" aria-label="Keys that work" tabIndex={0}>
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
                <code>{key.prefix}…</code>
              </td>
              <td data-label="Issued">
                <Time at={key.createdAt} />
              </td>
              <td data-label="Last used">{key.lastUsedAt === null ? 'never' : <Time at={key.lastUsedAt} />}</td>
              <td data-label="State">
                {key.expiresAt === null ? (
                  <Badge tone="good">works</Badge>
                ) : (
                  <Badge tone="busy">
                    until <Time at={key.expiresAt} />
                  </Badge>
                )}
              </td>
              <td className="number">
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
