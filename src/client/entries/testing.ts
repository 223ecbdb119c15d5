// Package entry: the exports of `testing-server`, and React components for tests. Needs React.
export {
  createTestProvider,
  testSubject,
  type TestProvider,
  type TestProviderOptions,
  type TestTokenOptions,
} from '../testing/test-provider.ts';
export {
  createWebhookKey,
  type SignedWebhook,
  signWebhook,
  type WebhookSigningKey,
  type WebhookToSign,
} from '../testing/sign-webhook.ts';
export {
  createMockBridge,
  type MockBridge,
  type MockBridgeOptions,
  type MockResponses,
  type SentMessage,
} from '../miniapp/mock-bridge.ts';
export { MockSsoProvider, type MockSsoProviderProps } from '../testing/mock-sso-provider.tsx';
