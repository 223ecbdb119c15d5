import { createBackendClient } from '../../generated/backend/client.ts';
import type { components } from '../../generated/backend/types.ts';
import { UndocumentedResponseError } from '../typed-contract/client.ts';
import { utf8 } from '../protocol/bytes.ts';
import type { Ed25519Sign } from '../protocol/proof-jwt.ts';
import { signPaymentWebhook } from '../protocol/webhook-signature.ts';
import { encodeBase58 } from './base58.ts';
import { deliver, type DeliveryDependencies, DeliveryRefusedError } from './deliver.ts';
import { type InvoiceStatement, paymentOutcome, type Scenario } from './payment-outcome.ts';

export interface PayerDependencies extends DeliveryDependencies {
  /** The backend's address, without a trailing slash. */
  readonly baseUrl: string;
  /** With the key whose public half the backend has as WEBHOOK_PUBLIC_KEY. */
  readonly sign: Ed25519Sign;
  readonly randomBytes: (length: number) => Uint8Array;
}

/** What came of paying. */
export interface Payment {
  readonly invoice: string;
  readonly scenario: Scenario;
  /** Whether nothing was really to be paid. */
  readonly test: boolean;
  /** What the backend was told; null when nothing, because the payment was cancelled. */
  readonly status: 'finalized' | 'failed' | null;
  readonly txHash: string | null;
  /** How often the webhook was sent. */
  readonly attempts: number;
  /** Whether it settled the invoice; false when the invoice was settled before. */
  readonly processed: boolean;
  readonly reason?: string;
}

export interface Payer {
  /**
   * Pays an invoice and tells the backend. Paying again tells it again.
   *
   * @param scenario default: the one of the test product, and `paid` for a real one
   * @throws Error that says what went wrong, for people
   */
  readonly pay: (invoice: string, scenario?: Scenario) => Promise<Payment>;
}

/** The platform's payment service as far as a backend sees it, with no chain behind it: no money is moved. */
export function createPayer({ baseUrl, sign, randomBytes, ...parts }: PayerDependencies): Payer {
  const backend = createBackendClient({ baseUrl, fetch: parts.fetch });

  const lookUp = async (invoice: string): Promise<InvoiceStatement> => {
    const response = await backend.getInvoice({ path: { invoice } }).catch((error: unknown) => {
      if (!(error instanceof UndocumentedResponseError)) throw error;
      throw new Error(`${baseUrl} answered ${error.status}: is it the mini-app backend?`, { cause: error });
    });
    if (response.status === 200) return response.body;
    throw new Error(
      `The invoice ${invoice} cannot be paid: the backend answered ${response.status}, ${response.body.error}.`,
    );
  };

  return {
    pay: async (invoice, wanted) => {
      const statement = await lookUp(invoice);
      const scenario = wanted ?? statement.test ?? 'paid';
      // As long as a signature, which is what names a transaction on such chains.
      const webhook = paymentOutcome(statement, scenario, encodeBase58(randomBytes(64)));
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
        parts,
      ).catch(explainRefusal);
      const { processed, reason } = (await response.json()) as components['schemas']['PaymentAcknowledgement'];
      const { status, txHash = null } = webhook;
      return { ...payment, status, txHash, attempts, processed, ...(reason && { reason }) };
    },
  };
}

function explainRefusal(error: unknown): never {
  if (!(error instanceof DeliveryRefusedError) || error.status !== 401) throw error;
  throw new Error(`${error.message}. Its WEBHOOK_PUBLIC_KEY is not that of this payer's key.`, { cause: error });
}
