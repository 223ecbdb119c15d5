import type { ReactNode } from 'react';
import type { DeliveryFilter } from './delivery-filter.ts';
import { Choice, Field } from '../ui/field.tsx';
import { eventTitles } from './delivery-texts.ts';

const states = [
  { value: 'all', text: 'All' },
  { value: 'pending', text: 'Waiting' },
  { value: 'delivered', text: 'Received' },
  { value: 'dropped', text: 'Failed' },
] as const satisfies readonly { readonly value: DeliveryFilter['state']; readonly text: string }[];

const events = [
  { value: 'all', text: 'All' },
  ...Object.entries(eventTitles).map(([value, text]) => ({ value, text })),
];

export interface DeliveryFilterFormProps {
  readonly filter: DeliveryFilter;
  readonly onChange: (change: Partial<DeliveryFilter>) => void;
  /** Button that refreshes the list. */
  readonly children: ReactNode;
}

/** Fields of the filter; every change applies at once. */
export function DeliveryFilterForm({ filter, onChange, children }: DeliveryFilterFormProps): ReactNode {
  return (
    <div className="delivery-filter">
      <Choice label="State" value={filter.state} options={states} onChange={(state) => onChange({ state })} />
      <Choice label="Event" value={filter.event} options={events} onChange={(event) => onChange({ event })} />
      <Field
        label="Notification"
        value={filter.notificationId}
        onChange={(text) => onChange({ notificationId: text.trim() })}
        placeholder="ntf_…"
        autoComplete="off"
      />
      <Field
        label="Response"
        value={filter.response}
        onChange={(text) => onChange({ response: text.trim() })}
        placeholder="503, 5xx or none"
        autoComplete="off"
      />
      <Field label="From" type="datetime-local" value={filter.from} onChange={(from) => onChange({ from })} />
      <Field label="To" type="datetime-local" value={filter.to} onChange={(to) => onChange({ to })} />
      {children}
    </div>
  );
}
