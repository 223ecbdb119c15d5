import { type ReactNode, useState } from 'react';
import type { AuditEvent } from '../../../generated/sso/types.ts';
import { shortId } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { Drawer } from '../ui/dialog.tsx';
import { AppLink } from '../ui/router.tsx';
import { Age, Time } from '../ui/values.tsx';
import { type SentenceName, sentenceOf } from './audit-sentences.ts';
import { consolePath } from './console-sections.ts';

/** Events in sentences; a drawer has everything that the audit knows of one. */
export function AuditTable({ events }: { readonly events: readonly AuditEvent[] }): ReactNode {
  const [open, setOpen] = useState<AuditEvent>();
  return (
    <div className="card">
      <DataTable
        label="Events"
        rows={events}
        rowKey={({ id }) => String(id)}
        columns={[
          { title: 'What', cell: (event) => <Sentence event={event} /> },
          { title: 'When', cell: ({ at }) => <Age at={at} /> },
          {
            title: '',
            cell: (event) => (
              <Button onClick={() => setOpen(event)}>
                Details<span className="hidden"> of event {event.id}</span>
              </Button>
            ),
          },
        ]}
      />
      {open !== undefined && (
        <Drawer title="Event" onClose={() => setOpen(undefined)}>
          <p>
            <Sentence event={open} />
          </p>
          <p className="soft">
            <Time at={open.at} to="second" />
            {open.ip !== null && `, from ${open.ip}`}
          </p>
          <pre>
            <code>{JSON.stringify(open, undefined, 2)}</code>
          </pre>
        </Drawer>
      )}
    </div>
  );
}

function Sentence({ event }: { readonly event: AuditEvent }): ReactNode {
  return (
    <span>
      {sentenceOf(event).map((part) =>
        typeof part === 'string' ? part : <Named key={part.name} name={part.name} event={event} />,
      )}
    </span>
  );
}

function Named({ name, event }: { readonly name: SentenceName; readonly event: AuditEvent }): ReactNode {
  const { sub, ownerName = null, clientId, applicationName = null, administrator } = event;
  if (name === 'owner') {
    if (sub === null) return 'an owner';
    if (sub.startsWith('erased:')) return 'an erased owner';
    return (
      <AppLink to={consolePath('owners', sub)}>
        <bdi>{ownerName ?? `owner ${shortId(sub)}`}</bdi>
      </AppLink>
    );
  }
  if (name === 'administrator') return <strong>{administrator ?? 'The platform'}</strong>;
  if (clientId === null) return 'an application';
  return (
    <AppLink to={consolePath('applications', clientId)}>
      <bdi>{applicationName ?? `application ${shortId(clientId)}`}</bdi>
    </AppLink>
  );
}
