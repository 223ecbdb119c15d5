// Package entry: messages between a mini app and its host. No dependencies.
export {
  type Bridge,
  type BridgeMessageEvent,
  type BridgeOptions,
  type BridgeWindow,
  createBridge,
  getBridge,
  type RequestOptions,
  type LaunchParams,
} from '../miniapp/bridge.ts';
export {
  type BridgeMethod,
  type BridgeMethods,
  type PaymentResponse,
  type PaymentRequest,
  type PaymentSheetStatus,
  type PermissionResponse,
  type PermissionPromptStatus,
  BridgeBusyError,
  BridgeError,
  type BridgeErrorCode,
  BridgeMethodUnsupportedError,
  BridgeTimeoutError,
  BridgeUnavailableError,
} from '../miniapp/bridge-contract.ts';
export {
  createMockBridge,
  type MockResponses,
  type MockBridge,
  type MockBridgeOptions,
  type SentMessage,
} from '../miniapp/mock-bridge.ts';
