import { isJsonObject } from '../../protocol/json-object.ts';

/** A payment whose sheet was open when the person left to confirm, or reloaded the page. */
export interface InterruptedPayment {
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
