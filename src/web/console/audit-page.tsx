import { type ReactNode, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { PagedList } from '../ui/paged-list.tsx';
import { Time } from '../ui/time.tsx';
import { useAction } from '../ui/use-action.ts';
import { usePages } from '../ui/use-pages.ts';
import { type AuditFilters, auditQuery, noAuditFilters } from './audit-filters.ts';
import { AuditFilterForm } from './audit-filter-form.tsx';
import type { ConsoleApi } from './console-api.ts';
import { saveFile } from '../ui/save-file.ts';

/** Searches and exports the audit. */
export function AuditPage({ api: { call, sso } }: { readonly api: ConsoleApi }): ReactNode {
  const [filters, setFilters] = useState<AuditFilters>(noAuditFilters);
  const query = auditQuery(filters);
  const pages = usePages(`audit ${JSON.stringify(query)}`, async (cursor, signal) => {
    const page = await call(() =>
      sso.listAuditEvents({ query: { ...query, ...(cursor !== undefined && { cursor }) }, signal }),
    );
    return { items: page.events, nextCursor: page.nextCursor };
  });
  const save = useAction(async () => {
    const lines = await call(() => sso.getAuditExport({ query }));
    // A response that breaks off rejects here, so that no incomplete file is saved.
    saveFile('audit.jsonl', await new Response(lines).blob());
  });
  return (
    <>
      <div className="row between">
        <h1>Audit</h1>
        <Button busy={save.busy} onClick={() => void save.run()}>
          Export as JSON lines
        </Button>
      </div>
      <p className="lead">Security events of the sign-in provider, kept for 400 days. Nobody can change them.</p>
      <AuditFilterForm onFilter={setFilters} />
      <ErrorNotice error={save.error} />
      <PagedList pages={pages} empty={<p>No event fits.</p>}>
        {(events) => (
          <ul className="entries events">
            {events.map(({ id, at, event, sub, clientId, ip, administrator, requestId, details }) => (
              <li key={id} className="card">
                <div className="row between">
                  <strong>{event}</strong>
                  <Time at={at} to="second" />
                </div>
                <dl>
                  <Fact name="Owner" value={sub} />
                  <Fact name="Administrator" value={administrator} />
                  <Fact name="Application" value={clientId} />
                  <Fact name="Address" value={ip} />
                  <Fact name="Request" value={requestId} />
                  <Fact name="Details" value={Object.keys(details).length === 0 ? null : JSON.stringify(details)} />
                </dl>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string | null }): ReactNode {
  if (value === null) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <code>{value}</code>
      </dd>
    </div>
  );
}
