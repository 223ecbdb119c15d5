'use client';
// Package entry: the functions of the mini app's host as React hooks.
export {
  BridgeProvider,
  type BridgeProviderProps,
  useBridge,
  useLaunchParams,
  type CallResult,
  type NotificationPermission,
  type NotificationPermissionOptions,
  type PermissionResult,
  useNotificationPermission,
  type PaymentCall,
  type PaymentRequestOptions,
  type PaymentResult,
  usePaymentRequest,
} from '../miniapp/react/host-hooks.ts';
