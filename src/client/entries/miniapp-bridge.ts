// Package entry: messages between a mini app and its host. No dependencies.
export {
  type Bridge,
  type BridgeMessageEvent,
  type BridgeOptions,
  type BridgeWindow,
  createBridge,
  getBridge,
  type RequestOptions,
} from '../miniapp/bridge.ts';
export type {
  BridgeMethod,
  BridgeMethods,
  PaymentResponse,
  PaymentRequest,
  PaymentSheetStatus,
  PermissionResponse,
  PermissionPromptStatus,
} from '../miniapp/bridge-contract.ts';
export {
  BridgeBusyError,
  BridgeError,
  type BridgeErrorCode,
  BridgeMethodUnsupportedError,
  BridgeTimeoutError,
  BridgeUnavailableError,
} from '../miniapp/bridge-contract.ts';
export type { LaunchParams } from '../miniapp/bridge.ts';
export {
  createMockBridge,
  type MockResponses,
  type MockBridge,
  type MockBridgeOptions,
  type SentMessage,
} from '../miniapp/mock-bridge.ts';
