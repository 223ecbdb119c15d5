import type { ColumnType, Generated } from 'kysely';
import type {
  AuthorizationDetail,
  DetailSchema,
  DetailSentences,
  DetailTemplates,
  MandatePeriod,
  OwnDetail,
} from '../../../generated/sso/types.ts';
import type { Reach } from '../settings.ts';
import type { OptionalTimestamp, Timestamp } from '../../runtime/database/queries.ts';

type Optional<Value> = ColumnType<Value | null, Value | null | undefined, Value | null>;

/** A request of an agent to its owner (CIBA). */
export interface ApprovalRequestTable {
  id: string;
  auth_req_hash: string;
  link_hash: string;
  client_address: string;
  owner_sub: string;
  /** Session of the agent that asks. */
  parent_id: string;
  /** Thumbprint of the asking key; null for a confidential client without one. */
  jkt: string | null;
  agent_name: string | null;
  reach: Reach;
  resource: string | null;
  binding_message: string | null;
  details: ColumnType<readonly AuthorizationDetail[], string, never>;
  /** What details of registered types ask, in the order of the details; null when none is of a registered type. */
  detail_sentences: ColumnType<readonly DetailSentences[] | null, string | null, never>;
  /** SHA-256 of the request as canonical JSON. */
  request_digest: string;
  requester_ip: string;
  requester_user_agent: string | null;
  /** `expired` is one that asked nobody; one that nobody decided stays `pending`. */
  status: 'pending' | 'approved' | 'rejected' | 'expired';
  decided_by: Optional<'person' | 'mandate' | 'budget'>;
  mandate_id: Optional<string>;
  amr: Optional<string[]>;
  auth_time: OptionalTimestamp;
  /** Until when the owner wants no further request of this agent. */
  quiet_until: OptionalTimestamp;
  created_at: Timestamp;
  expires_at: Timestamp;
  decided_at: OptionalTimestamp;
  redeemable_until: OptionalTimestamp;
  redeemed_at: OptionalTimestamp;
  interval_seconds: number;
  polled_at: OptionalTimestamp;
  /** Bearer token of the notification in ping mode, sealed under the master key; null in poll mode. */
  sealed_notification_token: string | null;
  /** Attempts to notify. */
  notifications: Generated<number>;
  next_notification_at: OptionalTimestamp;
}

/** What an agent may do without asking, up to a limit. */
export interface MandateTable {
  id: string;
  owner_sub: string;
  client_address: string;
  jkt: string | null;
  /** What the limit is about, as canonical JSON. */
  subject: string;
  detail: ColumnType<OwnDetail, string, never>;
  /** Drivers return numeric columns as text. */
  ceiling: ColumnType<string, string, never>;
  period: MandatePeriod;
  period_start: Timestamp;
  used: ColumnType<string, string, string>;
  amr: string[];
  auth_time: Timestamp;
  created_at: Timestamp;
  ends_at: Timestamp;
  revoked_at: OptionalTimestamp;
}

/** A type of authorization details that an application registered. */
export interface DetailTypeTable {
  client_address: string;
  name: string;
  schema: ColumnType<DetailSchema, string, never>;
  sentences: ColumnType<DetailTemplates, string, never>;
  used_once: boolean;
  created_at: Timestamp;
}

/** How often each agent may ask an owner; owners without a row have the default. */
export interface RequestBudgetTable {
  owner_sub: string;
  per_hour: number;
  per_day: number;
}
