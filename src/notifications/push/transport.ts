import type { ClaimedPush, Push } from '../store/pushes.ts';
import type { ReachableDevice } from '../store/devices.ts';

/** What came of handing a push to one device. */
export type Handover =
  /** The device, or a service that keeps it for the device, has it. */
  | 'taken'
  /** Not this time; it may work later. */
  | 'failed'
  /** Never to this device, for a reason that is not the device's. */
  | 'refused'
  /** The device does not exist any more. */
  | 'gone';

/** A way to a person's devices. */
export interface PushTransport {
  /** Until when a receipt is waited for of a push that was taken `at` a moment. */
  readonly receiptUntil: (push: ClaimedPush, at: Date) => Date;
  /** Never rejects for what the device, or its push service, does. */
  readonly offer: (push: ClaimedPush, device: ReachableDevice) => Promise<Handover>;
}

export type PushTransports = Readonly<Record<ReachableDevice['transport'], PushTransport>>;

/** For how long a push is worth delivering, milliseconds. Then its outcome is `dropped_device_unreachable`. */
export const pushLifetimeMs = 24 * 60 * 60 * 1000;

/**
 * The push as it reaches a device, over every transport alike.
 *
 * @param receiptToken for a device that has no session to report with
 */
export function pushJson(push: Push, receiptToken?: string): string {
  const { notificationId, appId, title, body, startParam, sentAt } = push;
  return JSON.stringify({
    notificationId,
    appId,
    title,
    body,
    ...(startParam !== null && { startParam }),
    sentAt: sentAt.toISOString(),
    ...(receiptToken !== undefined && { receiptToken }),
  });
}
