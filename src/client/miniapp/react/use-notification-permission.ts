import { useCallback } from 'react';
import type { PermissionStatus } from '../bridge-contract.ts';
import { type CallResult, useHostCall } from './use-host-call.ts';

export interface NotificationPermissionOptions {
  /** Milliseconds that the person has to answer the prompt. Default 120 000. */
  readonly timeout?: number;
}

export type PermissionResult = CallResult<{ readonly status: PermissionStatus }>;

export interface NotificationPermission {
  /**
   * Asks for permission to send notifications. `denied` and `rate_limited` are answers too: ok is true. While a call is
   * pending, another one resolves at once with a BridgeBusyError and changes nothing. Never rejects.
   */
  readonly requestPermission: () => Promise<PermissionResult>;
  /** The last status; null before the first answer. */
  readonly status: PermissionStatus | null;
  readonly isLoading: boolean;
  readonly error: Error | null;
  /** Whether the host supports the method. */
  readonly callable: boolean;
}

/**
 * The permission prompt of the host, as state of a component.
 *
 * @example
 * const { requestPermission, status, isLoading, callable } = useNotificationPermission();
 * return callable && <button disabled={isLoading} onClick={requestPermission}>Notify me</button>;
 */
export function useNotificationPermission({
  timeout = 120_000,
}: NotificationPermissionOptions = {}): NotificationPermission {
  const {
    call,
    response: answer,
    isLoading,
    error,
    callable,
  } = useHostCall('notifications:permission.request', timeout);
  const requestPermission = useCallback(() => call({}), [call]);
  return { requestPermission, status: answer?.status ?? null, isLoading, error, callable };
}
