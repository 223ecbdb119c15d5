import type { NotificationStatus } from './sends/notification.ts';

/** What the stores of the area need besides the database. */
export interface NotificationsStoreDependencies {
  readonly now: () => Date;
  readonly newId: () => string;
  /** Returns the W3C trace context of the current request, for the workers that continue it. */
  readonly traceparent: () => string | null;
  /** Counts recorded statuses of real notifications. */
  readonly countStatus?: (status: NotificationStatus) => void;
  /** Time of the database, by which due times and leases of pushes are compared; read from the database by default. */
  readonly databaseTime?: (() => Promise<Date>) | undefined;
}
