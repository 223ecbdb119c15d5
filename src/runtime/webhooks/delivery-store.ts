import { type RawBuilder, sql } from 'kysely';

/** A delivery that a worker has leased. Areas add the members of their events. */
export interface LeasedWebhook {
  /** Unique per event and the same for every attempt: the value of `webhook-id`. */
  readonly id: string;
  /** Whose deliveries are attempted, slowed down and paused together. */
  readonly endpointId: string;
  /** Number of this attempt since the event or the last redelivery, from 1. */
  readonly attempt: number;
  /** When the previous lease began, if it expired without a result. Null otherwise. */
  readonly abandonedAt: Date | null;
  /** Current URL of the endpoint. */
  readonly url: string;
  /** Whether the endpoint has failed since its last success. */
  readonly failing: boolean;
  /** W3C trace context of the request that caused the event. */
  readonly traceparent: string | null;
}

/** An endpoint with deliveries that are due. */
export interface DueEndpoint {
  readonly endpointId: string;
  /** Whether it has failed since its last success. */
  readonly failing: boolean;
}

export interface WebhookClaim {
  /** Id of the claim: results and releases name it. */
  readonly worker: string;
  readonly now: Date;
  readonly leaseEndsAt: Date;
  /** Maximum number of deliveries in total. */
  readonly limit: number;
  /** Maximum number of deliveries of each endpoint, in order of service. */
  readonly capacities: readonly { readonly endpointId: string; readonly capacity: number }[];
}

export interface WebhookRelease {
  readonly endpointId: string;
  readonly id: string;
  /** Id of the claim. */
  readonly worker: string;
  /** The previous lease expired, so this claim started no attempt. */
  readonly abandoned: boolean;
}

/** Result of one attempt. */
export interface WebhookResult {
  readonly endpointId: string;
  readonly deliveryId: string;
  /** Id of the claim: a result whose lease expired changes no delivery. */
  readonly worker: string;
  readonly startedAt: Date;
  readonly finishedAt: Date;
  readonly latencyMs: number;
  /** URL and headers of the request; null for an expired lease. */
  readonly request: { readonly url: string; readonly headers: Readonly<Record<string, string>> } | null;
  /** HTTP status; null without a response. */
  readonly status: number | null;
  /** Beginning of the response body. */
  readonly answer: string | null;
  /** Error code; null when a response came. */
  readonly error: string | null;
  readonly succeeded: boolean;
  /** The endpoint responded 410 and is to be paused at once. */
  readonly gone: boolean;
  /** Whether the endpoint was failing before this attempt. */
  readonly failing: boolean;
  /** Due time of the next attempt by the clock of the database; undefined after the last one. */
  readonly retryAt: Date | undefined;
}

/** A change of an endpoint that its owner should know. */
export interface EndpointNotice {
  readonly endpointId: string;
  /**
   * `failing_for_an_hour`: reported once per series of failures; `failing`: paused, because all attempts failed for
   * `pauseEndpointAfterMs`; `gone`: paused, because it responded 410.
   */
  readonly reason: 'failing_for_an_hour' | 'failing' | 'gone';
}

/**
 * Outbox of an area: one row per event, with a due time and a lease. Any number of workers on any
 * number of machines share it.
 */
export interface WebhookDeliveryStore<Delivery extends LeasedWebhook> {
  /** Returns the time of the database, by which leases and due times of all machines are compared. */
  readonly time: () => Promise<Date>;
  /** Finds the endpoints with due deliveries. */
  readonly dueEndpoints: (now: Date) => Promise<readonly DueEndpoint[]>;
  /**
   * Leases due deliveries that no worker holds and counts the attempt; skips endpoints that are paused. A row whose lease expired is returned with `abandonedAt` and counts no further
   * attempt.
   */
  readonly claim: (claim: WebhookClaim) => Promise<readonly Delivery[]>;
  /** Makes leased deliveries due again that were not attempted. Attempts of an expired lease stay counted. */
  readonly release: (releases: readonly WebhookRelease[]) => Promise<void>;
  /**
   * Records results in one transaction: states, attempt log and endpoint health.
   *
   * @returns the endpoints that this call paused, or found failing for an hour
   */
  readonly record: (results: readonly WebhookResult[]) => Promise<readonly EndpointNotice[]>;
}

/**
 * Due time of a delivery that is to be attempted at once: `at`, but never later than the clock of the database, by which
 * workers find due deliveries. A machine whose clock is ahead would otherwise delay its events by the difference.
 *
 * @param at time by the local clock
 */
export const dueNow = (at: Date): RawBuilder<Date> => sql<Date>`least(${at}::timestamptz, statement_timestamp())`;
