'use client';
// Package entry: the functions of the mini app's host as React hooks.
export { BridgeProvider, type BridgeProviderProps, useBridge, useLaunchParams } from '../miniapp/react/host-hooks.ts';
export type { CallResult } from '../miniapp/react/host-hooks.ts';
export {
  type NotificationPermission,
  type NotificationPermissionOptions,
  type PermissionResult,
  useNotificationPermission,
} from '../miniapp/react/host-hooks.ts';
export {
  type PaymentCall,
  type PaymentRequestOptions,
  type PaymentResult,
  usePaymentRequest,
} from '../miniapp/react/host-hooks.ts';
