import { type ReactNode, useState } from 'react';
import { Choice, Field } from '../ui/field.tsx';
import { FilterChips } from '../ui/filter-chips.tsx';
import { eventTitles } from './delivery-texts.ts';
import type { DeliveryState } from '../../../generated/notifications/types.ts';

const states = [
  { value: 'all', text: 'All' },
  { value: 'pending', text: 'Waiting' },
  { value: 'delivered', text: 'Received' },
  { value: 'dropped', text: 'Failed' },
] as const satisfies readonly { readonly value: DeliveryFilter['state']; readonly text: string }[];

const sends = [
  { value: 'all', text: 'Live and tests' },
  { value: 'live', text: 'Live' },
  { value: 'test', text: 'Tests' },
] as const;

const events = [
  { value: 'all', text: 'All' },
  ...Object.entries(eventTitles).map(([value, text]) => ({ value, text })),
];

/** Fields of the filter; every change applies at once. */
export function DeliveryFilterForm({
  filter,
  onChange,
  children,
}: {
  readonly filter: DeliveryFilter;
  readonly onChange: (change: Partial<DeliveryFilter>) => void;
  /** Button that refreshes the list. */
  readonly children: ReactNode;
}): ReactNode {
  // What filters is never hidden.
  const typed = [filter.notificationId, filter.response, filter.from, filter.to].some((text) => text !== '');
  const [open] = useState(typed || filter.event !== 'all');
  return (
    <>
      <div className="row chip-row">
        <FilterChips label="State" value={filter.state} options={states} onChange={(state) => onChange({ state })} />
        <FilterChips
          label="Sends"
          value={filter.sends}
          options={sends}
          onChange={(kind) => onChange({ sends: kind })}
        />
        <span className="grow" />
        {children}
      </div>
      <details className="more-filters" open={open}>
        <summary>More filters</summary>
        <div className="delivery-filter">
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
        </div>
      </details>
    </>
  );
}

/** Filter of the delivery log as it is typed; what is not valid does not filter. */
export interface DeliveryFilter {
  readonly state: 'all' | DeliveryState;
  readonly sends: 'all' | 'live' | 'test';
  /** Status of the event, or `all`. */
  readonly event: string;
  readonly notificationId: string;
  /** HTTP status of the latest attempt, a class of statuses such as 5xx, or none. */
  readonly response: string;
  /** Local date and time, as a `datetime-local` input has it. */
  readonly from: string;
  readonly to: string;
}

const notificationIdPattern = /^ntf_(test_)?[0-9A-Za-z]{20,40}$/;
const responsePattern = /^([1-5][0-9]{2}|[1-5]xx|none)$/;

/** Reads a filter from the query of an address, so that a link shows the same list. */
export function readDeliveryFilter(search: string): DeliveryFilter {
  const parameters = new URLSearchParams(search);
  return {
    state: states.find(({ value }) => value === parameters.get('state'))?.value ?? 'all',
    sends: sends.find(({ value }) => value === parameters.get('sends'))?.value ?? 'all',
    event: parameters.get('event') ?? 'all',
    notificationId: parameters.get('notification') ?? '',
    response: parameters.get('response') ?? '',
    from: localTime(parameters.get('from')),
    to: localTime(parameters.get('to')),
  };
}

/** Returns the query of the address. Its times are in UTC, because the person who opens the link may be in another time zone. */
export function deliveryFilterSearch({ state, event, notificationId, ...filter }: DeliveryFilter): string {
  const [from, to] = [utcTime(filter.from), utcTime(filter.to)];
  return new URLSearchParams({
    ...(state !== 'all' && { state }),
    ...(filter.sends !== 'all' && { sends: filter.sends }),
    ...(event !== 'all' && { event }),
    ...(notificationId !== '' && { notification: notificationId }),
    ...(filter.response !== '' && { response: filter.response }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  }).toString();
}

/** Returns the query of `listDeliveries`. */
export function deliveryQuery({ state, event, notificationId, ...filter }: DeliveryFilter) {
  const response = filter.response.toLowerCase();
  const [from, to] = [utcTime(filter.from), utcTime(filter.to)];
  return {
    ...(state !== 'all' && { state }),
    ...(filter.sends !== 'all' && { test: filter.sends === 'test' }),
    ...(event !== 'all' && { status: event }),
    ...(notificationIdPattern.test(notificationId) && { notificationId }),
    ...(responsePattern.test(response) && { response }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
}

function utcTime(local: string): string | undefined {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

function localTime(utc: string | null): string {
  const at = new Date(utc ?? '');
  if (Number.isNaN(at.getTime())) return '';
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
