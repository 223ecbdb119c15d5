import { type ReactNode, useState } from 'react';
import { Choice, Field, FilterChips } from '../ui/field.tsx';
import type { DeliveryState, Delivery, DropReason } from '../../../generated/notifications/types.ts';
import type { Tone } from '../ui/values.tsx';

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

/** Titles of events by status; what happened to the notification, not to its webhook. */
const eventTitles: Readonly<Record<string, string>> = {
  delivered: 'Notification delivered',
  clicked: 'Notification clicked',
  suppressed_user_in_app: 'Notification suppressed: the user was in the app',
  dropped_permission_revoked: 'Notification dropped: permission revoked',
  dropped_device_unreachable: 'Notification dropped: no device reachable',
};

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

/** Returns the title of an event; the set of statuses is open. */
export const eventTitle = (status: string): string => eventTitles[status] ?? `Notification ${status}`;

/** Returns the text of what happened to the webhook of an event. */
export function deliverySummary({ state, attempts }: Pick<Delivery, 'state' | 'attempts'>): string {
  const times = attemptsText(attempts.length);
  if (state === 'delivered') return attempts.length > 1 ? `Webhook received after ${times}` : 'Webhook received';
  if (state === 'dropped') return attempts.length > 0 ? `Webhook failed after ${times}` : 'Webhook not sent';
  return attempts.length > 0 ? `Webhook failed ${times}, retrying` : 'Webhook waiting';
}

export const attemptsText = (count: number): string => `${count} ${count === 1 ? 'attempt' : 'attempts'}`;

export const stateTexts: Readonly<Record<DeliveryState, string>> = {
  pending: 'Waiting',
  delivered: 'Received',
  dropped: 'Failed',
};

export const stateTone: Readonly<Record<DeliveryState, Tone>> = { pending: 'busy', delivered: 'good', dropped: 'bad' };

/** Explanations of the contract's `error` codes. */
export const causes: Readonly<Record<string, string>> = {
  timeout: 'no response within 10 seconds',
  connection_refused: 'connection refused: no server at this address and port',
  name_not_resolved: 'the host name has no DNS entry',
  address_not_public: 'the address is not public, so no request was sent',
  tls_failed: 'the TLS certificate is not valid',
  lease_expired: 'the attempt was interrupted by a restart of the service',
};

export const dropReasons: Readonly<Record<DropReason, string>> = {
  attempts_exhausted: '8 attempts failed',
  webhook_deleted: 'the webhook was removed',
  webhook_paused: 'the webhook was paused for 30 days',
};

export const isAccepted = (status: number | null): boolean => status !== null && status >= 200 && status < 300;
