import { turnBrowserPushOff } from './browser-push.ts';
import type { HostApi } from './host-api.ts';
import { clearInterruptedPayment } from './interrupted-payment.ts';
import { removeOwnDevice } from './tab-device.ts';

/** Unregisters this browser, so that the next user receives neither these notifications nor an open payment. */
export async function leaveHost(api: HostApi): Promise<void> {
  clearInterruptedPayment();
  await Promise.all([removeOwnDevice(api), turnBrowserPushOff(api)]);
}
