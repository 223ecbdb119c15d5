import { createBackendClient } from '../../generated/backend/client.ts';
import type { components } from '../../generated/backend/types.ts';
import { UndocumentedResponseError } from '../typed-contract/client.ts';
import { utf8 } from '../protocol/bytes.ts';
import type { Ed25519Sign } from '../protocol/proof-jwt.ts';
import { signPaymentWebhook } from '../protocol/webhook-signature.ts';
import { deliver, type Delivered, type DeliveryDependencies, DeliveryFailedError } from './deliver.ts';
import { sha512 } from '@noble/hashes/sha2.js';
import { base58 } from '@scure/base';

type Schemas = components['schemas'];
export type InvoiceStatement = Schemas['InvoiceStatement'];
type SimulatedWebhook = Schemas['PaymentWebhook'];

/**
 * Outcomes to simulate. `paid:failed`: the user pays, and the payment fails afterwards. `paid:refunded`: the payment is
 * paid back. `failed:paid`: a payment is reported as failed and then as finalized; an administrator resolves the contradiction.
 */
export const scenarios = ['paid', 'paid:failed', 'cancelled', 'paid:refunded', 'failed:paid'] as const;
export type Scenario = (typeof scenarios)[number];

export const isScenario = (text: string): text is Scenario => scenarios.some((known) => known === text);

/** Decimal places by token. */
const decimals: Readonly<Record<InvoiceStatement['token'], number>> = { USDC: 6, PLATFORM: 9 };

/** Statuses that the payment service reports, in order. */
const reports: Readonly<Record<Scenario, readonly SimulatedWebhook['status'][]>> = {
  paid: ['finalized'],
  'paid:failed': ['failed'],
  cancelled: [],
  'paid:refunded': ['finalized', 'refunded'],
  'failed:paid': ['failed', 'finalized'],
};

interface SimulatedPayment {
  readonly scenario: Scenario;
  /** Name of the token in the webhooks; default: the slug of the invoice. */
  readonly tokenName?: string | undefined;
}

/** Returns the payloads of the payment webhooks, in order; none for a cancelled payment. */
export function paymentWebhooks(
  { invoice, recipient, amount, token, network, test }: InvoiceStatement,
  { scenario, tokenName = token }: SimulatedPayment,
): readonly SimulatedWebhook[] {
  return reports[scenario].map((status) => ({
    invoice,
    recipient,
    status,
    ...(status !== 'failed' && { txHash: txHashOf(invoice, status) }),
    amount,
    decimals: decimals[token],
    token: tokenName,
    network,
    ...(test !== undefined && { test: true }),
  }));
}

/** Derives a hash that is the same for every repetition: 64 bytes, the length of a Solana transaction signature. */
const txHashOf = (invoice: string, status: SimulatedWebhook['status']): string =>
  base58.encode(sha512(utf8(`${status} ${invoice}`)));

interface PayerDependencies extends DeliveryDependencies {
  /** The backend's address, without a trailing slash. */
  readonly baseUrl: string;
  /** Signs with the private key of the backend's WEBHOOK_PUBLIC_KEY. */
  readonly sign: Ed25519Sign;
}

interface Payment {
  readonly invoice: string;
  readonly scenario: Scenario;
  /** Whether the product is a test product. */
  readonly test: boolean;
  /** Last status sent to the backend; null when the payment was cancelled, because no webhook is sent then. */
  readonly status: SimulatedWebhook['status'] | null;
  /** Transaction hash of the last webhook; null when that webhook has none. */
  readonly txHash: string | null;
  /** Number of delivery attempts for all webhooks. */
  readonly attempts: number;
  /** Whether the last webhook changed the invoice; false when it was settled before. */
  readonly processed: boolean;
  readonly reason?: string;
}

interface PayOptions {
  /** Default: that of the test product, `paid` for other products. */
  readonly scenario?: Scenario | undefined;
  /** Name of the token in the webhooks, for instance `native`; default: the slug of the invoice. */
  readonly tokenName?: string | undefined;
  /** Refuses an invoice that has expired, as a wallet does. By default it is paid late, which the backend does not accept. */
  readonly refusesExpired?: boolean | undefined;
}

/** Simulates the platform's payment service for a backend, without a blockchain: no money is moved. */
export function createPayer({ baseUrl, sign, ...delivery }: PayerDependencies): {
  /**
   * Pays an invoice and sends the webhooks. Paying again sends the same webhooks again.
   *
   * @throws Error with a message for the person who pays
   */
  readonly pay: (invoice: string, options?: PayOptions) => Promise<Payment>;
} {
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

  const send = async (webhook: SimulatedWebhook): Promise<Delivered> => {
    const body = utf8(JSON.stringify(webhook));
    const headers = {
      'content-type': 'application/json',
      'x-webhook-signature': await signPaymentWebhook(body, sign),
      'x-webhook-version': '3',
    };
    return deliver({ url: `${baseUrl}/api/webhooks/payment`, body, headers }, delivery).catch(explainRefusal);
  };

  return {
    pay: async (invoice, { scenario: requested, tokenName, refusesExpired = false } = {}) => {
      const statement = await lookUp(invoice);
      if (refusesExpired && statement.status === 'expired')
        throw new Error('This invoice was not paid in time, so it can no longer be paid. Nothing was paid now.');
      const scenario = requested ?? statement.test ?? 'paid';
      const test = statement.test !== undefined;
      let payment: Payment = { invoice, scenario, test, status: null, txHash: null, attempts: 0, processed: false };
      for (const webhook of paymentWebhooks(statement, { scenario, tokenName })) {
        const { attempts, response } = await send(webhook);
        const { processed, reason } = (await response.json()) as components['schemas']['PaymentAcknowledgement'];
        const { status, txHash = null } = webhook;
        const sent = payment.attempts + attempts;
        payment = { invoice, scenario, test, status, txHash, attempts: sent, processed, ...(reason && { reason }) };
      }
      return payment;
    },
  };
}

function explainRefusal(error: unknown): never {
  if (!(error instanceof DeliveryFailedError) || error.status !== 401) throw error;
  throw new Error(`${error.message} Its WEBHOOK_PUBLIC_KEY does not contain this payer's key.`, { cause: error });
}
