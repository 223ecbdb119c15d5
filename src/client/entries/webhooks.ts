// Package entry: receive signed webhooks.
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
