// Package entry: verifies signed webhooks.
export { Ed25519KeyError, type Ed25519KeyErrorCode } from '../../protocol/ed25519-key.ts';
export {
  type NotificationEvent,
  type RefusedWebhook,
  type VerifiedWebhook,
  verifyPaymentWebhook,
  verifyStandardHeaders,
  verifyWebhook,
  type WebhookErrorCode,
  type WebhookHeaders,
  type WebhookKey,
  type WebhookVerification,
} from '../webhooks/verify-webhook.ts';
