import { useCallback } from 'react';
import type { PermissionPromptStatus } from '../bridge-contract.ts';
import { type CallResult, useHostCall } from './use-host-call.ts';

export interface NotificationPermissionOptions {
  /** Timeout of the prompt in milliseconds. Default 120,000. */
  readonly timeout?: number;
}

export type PermissionResult = CallResult<{ readonly status: PermissionPromptStatus }>;

export interface NotificationPermission {
  /**
   * Asks for permission to send notifications. `ok` is true for `denied` and `rate_limited` too. A call during a pending
   * one resolves immediately with a BridgeBusyError and changes no state. Never rejects.
   */
  readonly requestPermission: () => Promise<PermissionResult>;
  /** Last status; null before the first response. */
  readonly status: PermissionPromptStatus | null;
  readonly isLoading: boolean;
  readonly error: Error | null;
  /** Whether the host supports the method. */
  readonly callable: boolean;
}

/**
 * Exposes the permission prompt of the host as component state.
 *
 * @example
 * const { requestPermission, status, isLoading, callable } = useNotificationPermission();
 * return callable && <button disabled={isLoading} onClick={requestPermission}>Notify me</button>;
 */
export function useNotificationPermission({
  timeout = 120_000,
}: NotificationPermissionOptions = {}): NotificationPermission {
  const { call, response, isLoading, error, callable } = useHostCall('notifications:permission.request', timeout);
  const requestPermission = useCallback(() => call({}), [call]);
  return { requestPermission, status: response?.status ?? null, isLoading, error, callable };
}
