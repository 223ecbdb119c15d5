'use client';
// Package entry: the functions of the mini app's host as React hooks.
export {
  BridgeProvider,
  type BridgeProviderProps,
  useBridge,
  useLaunchParams,
} from '../miniapp/react/bridge-context.ts';
export type { CallResult } from '../miniapp/react/use-host-call.ts';
export {
  type NotificationPermission,
  type NotificationPermissionOptions,
  type PermissionResult,
  useNotificationPermission,
} from '../miniapp/react/use-notification-permission.ts';
export {
  type PaymentCall,
  type PaymentRequestOptions,
  type PaymentResult,
  usePaymentRequest,
} from '../miniapp/react/use-payment-request.ts';
