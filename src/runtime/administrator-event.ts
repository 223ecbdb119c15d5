/** An act of an administrator, for the append-only log of a service. */
export interface AdministratorEvent<Event extends string, Details> {
  /** UUID. */
  readonly id: string;
  readonly at: Date;
  readonly event: Event;
  readonly requestId: string;
  readonly ip: string;
  /** `id` is null for the bootstrap key. */
  readonly administrator: { readonly id: string | null; readonly name: string };
  /** What was acted on; a pseudonym of a person, because an erasure cannot change the log. */
  readonly subject: string;
  readonly details: Details;
}

/** Returns the columns of an event, which are the same in every service. */
export function administratorEventRow<Event extends string, Details>({
  requestId,
  administrator,
  details,
  ...columns
}: AdministratorEvent<Event, Details>) {
  return {
    ...columns,
    request_id: requestId,
    administrator: administrator.name,
    administrator_id: administrator.id,
    details: JSON.stringify(details),
  };
}
