import { type ReactNode, useState } from 'react';
import { Button, saveFile } from '../ui/button.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { PagedList, usePages } from '../ui/paged-list.tsx';
import { useAction } from '../ui/requests.tsx';
import { AuditTable } from './audit-table.tsx';
import type { ConsoleApi } from './console-api.ts';
import { Field, Form } from '../ui/field.tsx';

export function AuditPage({ api: { call, sso } }: { readonly api: ConsoleApi }): ReactNode {
  const [filters, setFilters] = useState<AuditFilters>(noAuditFilters);
  const query = auditQuery(filters);
  const pages = usePages(`audit ${JSON.stringify(query)}`, 'events', (page, signal) =>
    call(() => sso.listAuditEvents({ query: { ...query, ...page }, signal })),
  );
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
        {(events) => <AuditTable events={events} />}
      </PagedList>
    </>
  );
}

const fields = [
  { name: 'event', label: 'Event', type: 'text', placeholder: 'owner_suspended' },
  { name: 'sub', label: 'Owner', type: 'text', placeholder: 'session address' },
  { name: 'administrator', label: 'Administrator', type: 'text', placeholder: 'name or id' },
  { name: 'from', label: 'From', type: 'datetime-local', placeholder: '' },
  { name: 'to', label: 'To', type: 'datetime-local', placeholder: '' },
] as const;

/** Filters of the audit; they apply on submit. */
function AuditFilterForm({ onFilter }: { readonly onFilter: (filters: AuditFilters) => void }): ReactNode {
  const [filters, setFilters] = useState<AuditFilters>(noAuditFilters);
  return (
    <Form role="search" className="filters" onSubmit={() => onFilter(filters)}>
      {fields.map(({ name, label, type, placeholder }) => (
        <Field
          key={name}
          label={label}
          type={type}
          placeholder={placeholder}
          value={filters[name]}
          onChange={(value) => setFilters({ ...filters, [name]: value })}
          autoComplete="off"
        />
      ))}
      <Button type="submit">Search</Button>
    </Form>
  );
}

/** Filters of the audit as they are typed; an empty text does not filter. */
interface AuditFilters {
  readonly event: string;
  readonly sub: string;
  readonly administrator: string;
  /** Local date and time, as a `datetime-local` input has it. */
  readonly from: string;
  readonly to: string;
}

export const noAuditFilters: AuditFilters = { event: '', sub: '', administrator: '', from: '', to: '' };

/** Returns the query of the audit operations. Times are in the browser's time zone. */
export function auditQuery({ event, sub, administrator, from, to }: AuditFilters) {
  const [first, last] = [isoTime(from), isoTime(to)];
  return {
    ...(event.trim() !== '' && { event: event.trim() }),
    ...(sub.trim() !== '' && { sub: sub.trim() }),
    ...(administrator.trim() !== '' && { administrator: administrator.trim() }),
    ...(first !== undefined && { from: first }),
    ...(last !== undefined && { to: last }),
  };
}

function isoTime(local: string): string | undefined {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
