import { base58 } from '@scure/base';
import { createBackendClient } from '../../generated/backend/client.ts';
import type { components } from '../../generated/backend/types.ts';
import { UndocumentedResponseError } from '../typed-contract/client.ts';
import { utf8 } from '../protocol/bytes.ts';
import type { Ed25519Sign } from '../protocol/proof-jwt.ts';
import { signPaymentWebhook } from '../protocol/webhook-signature.ts';
import { deliver, type DeliveryDependencies, DeliveryRefusedError } from './deliver.ts';
import { type InvoiceStatement, paymentOutcome, type Scenario } from './payment-outcome.ts';

export interface PayerDependencies extends DeliveryDependencies {
  /** The backend's address, without a trailing slash. */
  readonly baseUrl: string;
  /** Signs with the private key of the backend's WEBHOOK_PUBLIC_KEY. */
  readonly sign: Ed25519Sign;
  readonly randomBytes: (length: number) => Uint8Array;
}

/** Result of a payment. */
export interface Payment {
  readonly invoice: string;
  readonly scenario: Scenario;
  /** Whether the product is a test product. */
  readonly test: boolean;
  /** Status sent to the backend; null when the payment was cancelled, because no webhook is sent then. */
  readonly status: 'finalized' | 'failed' | null;
  readonly txHash: string | null;
  /** Number of deliveries of the webhook. */
  readonly attempts: number;
  /** Whether this payment settled the invoice; false when it was settled before. */
  readonly processed: boolean;
  readonly reason?: string;
}

export interface Payer {
  /**
   * Pays an invoice and sends the webhook. Paying again sends it again.
   *
   * @param scenario default: that of the test product, `paid` for other products
   * @throws Error with a message for people
   */
  readonly pay: (invoice: string, scenario?: Scenario) => Promise<Payment>;
}

/** Simulates the platform's payment service for a backend, without a blockchain: no money is moved. */
export function createPayer({ baseUrl, sign, randomBytes, ...delivery }: PayerDependencies): Payer {
  const backend = createBackendClient({ baseUrl, fetch: delivery.fetch });

  const lookUp = async (invoice: string): Promise<InvoiceStatement> => {
    const response = await backend.getInvoice({ path: { invoice } }).catch((error: unknown) => {
      if (!(error instanceof UndocumentedResponseError)) throw error;
      throw new Error(`${baseUrl} responded with ${error.status}: is it the mini-app backend?`, { cause: error });
    });
    if (response.status === 200) return response.body;
    throw new Error(
      `The invoice ${invoice} cannot be paid: the backend responded with ${response.status}, ${response.body.error}.`,
    );
  };

  return {
    pay: async (invoice, wanted) => {
      const statement = await lookUp(invoice);
      const scenario = wanted ?? statement.test ?? 'paid';
      // 64 bytes, the length of the signature that identifies a transaction on such chains.
      const webhook = paymentOutcome(statement, scenario, base58.encode(randomBytes(64)));
      const payment = { invoice, scenario, test: statement.test !== undefined };
      if (webhook === undefined) return { ...payment, status: null, txHash: null, attempts: 0, processed: false };

      const body = utf8(JSON.stringify(webhook));
      const { attempts, response } = await deliver(
        {
          url: `${baseUrl}/api/webhooks/payment`,
          body,
          headers: {
            'content-type': 'application/json',
            'x-webhook-signature': await signPaymentWebhook(body, sign),
            'x-webhook-version': '3',
          },
        },
        delivery,
      ).catch(explainRefusal);
      const { processed, reason } = (await response.json()) as components['schemas']['PaymentAcknowledgement'];
      const { status, txHash = null } = webhook;
      return { ...payment, status, txHash, attempts, processed, ...(reason && { reason }) };
    },
  };
}

function explainRefusal(error: unknown): never {
  if (!(error instanceof DeliveryRefusedError) || error.status !== 401) throw error;
  throw new Error(`${error.message}. Its WEBHOOK_PUBLIC_KEY does not match this payer's key.`, { cause: error });
}
