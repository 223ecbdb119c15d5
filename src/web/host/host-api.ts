import { type BackendClient, createBackendClient } from '../../../generated/backend/client.ts';
import { createNotificationsClient, type NotificationsClient } from '../../../generated/notifications/client.ts';
import type { PageConfig } from '../ui/page-config.ts';
import { type Call, callsOf, type PageSession } from '../ui/session.ts';
import { createHostServerClient, type HostServerClient, workerAddress } from './host-server.ts';
import { isJsonObject } from '../../protocol/json-object.ts';

export interface HostApi {
  readonly session: PageSession;
  readonly call: Call;
  /** The contract's operations with the tag `host`, called as the user. */
  readonly host: NotificationsClient;
  /** Reads invoices through this page's server. */
  readonly backend: BackendClient;
  readonly server: HostServerClient;
  /** URL of the service worker. */
  readonly workerUrl: string;
}

export function hostApi(session: PageSession, { notifications }: PageConfig): HostApi {
  return {
    session,
    call: callsOf(session),
    host: createNotificationsClient({ baseUrl: notifications, middleware: [session.middleware] }),
    backend: createBackendClient({ baseUrl: `${location.origin}/host/backend` }),
    server: createHostServerClient(location.origin, session.middleware),
    workerUrl: workerAddress(notifications),
  };
}

const deviceKey = 'platform-host_device';
/** Devices whose lock this tab holds until it closes. */
const held = new Set<string>();

let registering: Promise<string> | undefined;

/** Returns this tab's device id, and registers the device once. Reloads keep it; a duplicated tab gets its own. */
export function ownDevice(api: HostApi): Promise<string> {
  registering ??= findOrRegister(api).finally(() => {
    registering = undefined;
  });
  return registering;
}

async function findOrRegister({ call, host }: HostApi): Promise<string> {
  const known = currentDevice();
  // Duplicating a tab copies its session storage, and with it the id.
  if (known !== undefined && (await holdDevice(known))) return known;
  const { deviceId } = await call(() => host.createDevice({ body: { transport: 'stream' } }));
  sessionStorage.setItem(deviceKey, deviceId);
  await holdDevice(deviceId);
  return deviceId;
}

/** Returns the id of this tab's device; undefined before its registration. */
function currentDevice(): string | undefined {
  return sessionStorage.getItem(deviceKey) ?? undefined;
}

/** Forgets a device that the service does not know. */
export function forgetOwnDevice(): void {
  sessionStorage.removeItem(deviceKey);
}

/** Deletes this tab's device on sign-out, so that the tab receives no more pushes of the user. */
export async function removeOwnDevice({ call, host }: HostApi): Promise<void> {
  const deviceId = currentDevice();
  if (deviceId === undefined) return;
  forgetOwnDevice();
  await call(() => host.deleteDevice({ path: { deviceId } }));
}

/** Locks a device id for this tab. @returns false when another tab has it */
function holdDevice(deviceId: string): Promise<boolean> {
  if (held.has(deviceId)) return Promise.resolve(true);
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(`${deviceKey} ${deviceId}`, { ifAvailable: true }, (lock) => {
        resolve(lock !== null);
        if (lock === null) return undefined;
        held.add(deviceId);
        // Held until the tab closes.
        return new Promise<void>(() => {});
      })
      .catch(reject);
  });
}

/** A payment whose sheet was open when the person left to confirm, or reloaded the page. */
interface InterruptedPayment {
  readonly appId: string;
  readonly invoice: string;
}

const key = 'platform-host_interrupted_payment';

/** Stores an open payment of this tab until it is paid or cancelled. */
export function storeInterruptedPayment(payment: InterruptedPayment): void {
  sessionStorage.setItem(key, JSON.stringify(payment));
}

/** Returns the payment that was open when the person left; undefined when there was none. */
export function readInterruptedPayment(): InterruptedPayment | undefined {
  const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
  if (!isJsonObject(stored)) return undefined;
  const { appId, invoice } = stored;
  return typeof appId === 'string' && typeof invoice === 'string' ? { appId, invoice } : undefined;
}

export const clearInterruptedPayment = (): void => sessionStorage.removeItem(key);
