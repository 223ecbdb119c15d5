// Package entry: verifies signed webhooks.
export { Ed25519KeyError, type Ed25519KeyErrorCode } from '../../protocol/ed25519-key.ts';
export {
  type PaymentEvent,
  type PaymentWebhookVerification,
  type VerifiedPaymentWebhook,
  verifyPaymentWebhook,
  type SettledPaymentEvent,
  type VerifiedSettledPayment,
  verifySettledPayment,
  type NotificationEvent,
  type VerifiedWebhook,
  verifyStandardHeaders,
  verifyWebhook,
  type WebhookKey,
  type WebhookVerification,
  type RefusedWebhook,
  type WebhookErrorCode,
  type WebhookHeaders,
} from '../webhooks/verify-webhook.ts';
