import type { WrittenSection } from './section.ts';

/** Area D of the interface document. */
export const backendRequirements: readonly WrittenSection[] = [
  {
    section: 'What the service does',
    serves: ['backend.getMe', 'backend.createInvoice', 'backend.listTransactions', 'backend.receivePaymentWebhook'],
    rows: [
      {
        says: 'Mini-app backend. Returns the authenticated user, creates payment intents from a product catalog, lists transactions, and receives signed payment status webhooks.',
        provenBy: [
          'backend: getMe creates the user on the first call and updates updatedAt on every call',
          'createInvoice: the invoice of %s has the payment of the catalog',
          'payer: pays an invoice once, and a repetition is already_processed',
        ],
      },
    ],
  },
  {
    section: 'Resources and their fields / Mini-app backend resources',
    rows: [
      {
        says: 'id | UUID | generated primary key',
        serves: ['backend.getMe'],
        provenBy: ['users: id | UUID | generated primary key'],
      },
      {
        says: "platformId | text, unique | the sub claim of the user's token",
        serves: ['backend.getMe'],
        provenBy: ["users: platformId | text, unique | the sub claim of the user's token"],
      },
      {
        says: 'createdAt | timestamp | set on first authentication',
        serves: ['backend.getMe'],
        provenBy: [
          'users: createdAt | timestamp | set on first authentication',
          'users: the first authentication sets createdAt, also when the request is rejected: %s',
        ],
      },
      {
        says: 'updatedAt | timestamp | updated on each authentication',
        serves: ['backend.getMe'],
        provenBy: [
          'users: updatedAt | timestamp | updated on each authentication',
          'users: updatedAt is updated on each getMe, and once a minute by other operations',
        ],
      },
      {
        says: 'id | UUID | generated primary key',
        serves: ['backend.createInvoice'],
        provenBy: ['payment_intents: id | UUID | generated primary key'],
      },
      {
        says: 'invoice | text, unique | form inv-<uuid>',
        serves: ['backend.createInvoice'],
        provenBy: ['payment_intents: invoice | text, unique | form inv-<uuid>'],
      },
      {
        says: 'senderPlatformId | text | payer',
        serves: ['backend.createInvoice'],
        provenBy: ['payment_intents: senderPlatformId | text | payer'],
      },
      {
        says: 'recipientAddress | text | wallet or provider address',
        serves: ['backend.createInvoice'],
        provenBy: ['payment_intents: recipientAddress | text | wallet or provider address'],
      },
      {
        says: 'amount | text | in smallest units',
        serves: ['backend.createInvoice'],
        provenBy: ['payment_intents: amount | text | in smallest units'],
      },
      {
        says: 'token | text | USDC, or the platform token',
        serves: ['backend.createInvoice'],
        provenBy: ['payment_intents: token | text | USDC, or the platform token'],
      },
      {
        says: 'network | text | a public chain identifier, or the platform network',
        serves: ['backend.createInvoice'],
        provenBy: ['payment_intents: network | text | a public chain identifier, or the platform network'],
      },
      {
        says: 'productId | text | catalog product id',
        serves: ['backend.createInvoice'],
        provenBy: ['payment_intents: productId | text | catalog product id'],
      },
      {
        says: 'status | text | pending, completed, failed',
        serves: ['backend.createInvoice', 'backend.receivePaymentWebhook'],
        provenBy: ['payment_intents: status | text | pending, completed, failed'],
      },
      {
        says: 'createdAt | timestamp | set on creation',
        serves: ['backend.createInvoice'],
        provenBy: ['payment_intents: createdAt | timestamp | set on creation'],
      },
      {
        says: 'id | UUID | generated primary key',
        serves: ['backend.receivePaymentWebhook'],
        provenBy: ['transactions: id | UUID | generated primary key'],
      },
      {
        says: 'senderPlatformId | text | payer',
        serves: ['backend.receivePaymentWebhook'],
        provenBy: ['transactions: senderPlatformId | text | payer'],
      },
      {
        says: 'recipientAddress | text',
        serves: ['backend.receivePaymentWebhook'],
        provenBy: ['transactions: recipientAddress | text'],
      },
      {
        says: 'txHash | text | on-chain hash',
        serves: ['backend.receivePaymentWebhook'],
        provenBy: ['transactions: txHash | text | on-chain hash'],
      },
      {
        says: 'status | text | paid, failed',
        serves: ['backend.receivePaymentWebhook'],
        provenBy: ['transactions: status | text | paid, failed'],
      },
      { says: 'amount | text', serves: ['backend.receivePaymentWebhook'], provenBy: ['transactions: amount | text'] },
      { says: 'token | text', serves: ['backend.receivePaymentWebhook'], provenBy: ['transactions: token | text'] },
      { says: 'network | text', serves: ['backend.receivePaymentWebhook'], provenBy: ['transactions: network | text'] },
      {
        says: 'invoice | text | associated invoice',
        serves: ['backend.receivePaymentWebhook'],
        provenBy: ['transactions: invoice | text | associated invoice'],
      },
      {
        says: 'test | text | the string true for test payments, NULL for real ones',
        serves: ['backend.receivePaymentWebhook'],
        provenBy: ['transactions: test | text | the string true for test payments, NULL for real ones'],
      },
      {
        says: 'payload | JSON | full webhook payload kept for audit',
        serves: ['backend.receivePaymentWebhook'],
        provenBy: ['transactions: payload | JSON | full webhook payload kept for audit'],
      },
      {
        says: 'createdAt | timestamp | set on creation',
        serves: ['backend.receivePaymentWebhook'],
        provenBy: ['transactions: createdAt | timestamp | set on creation'],
      },
      {
        says: 'Product catalog entry: has an id, a recipient, an amount, a token, a network, and an item {title (string), iconUrl (string URL), quantity (integer)}; it may be marked as a test-scenario product.',
        serves: ['backend.createInvoice'],
        provenBy: [
          'createInvoice: the invoice of %s has the payment of the catalog',
          'catalog: has four products in USDC, four in the platform token, and a test product for every scenario',
        ],
      },
      {
        says: 'Configuration settings: DATABASE_URL (required), WEBHOOK_PUBLIC_KEY (Ed25519 public key, hex, 64 characters, required for webhook verification), PLATFORM_AUDIENCE (expected aud claim, the provider address), PLATFORM_JWKS_URL (optional; defaults to {sso_base_url}/oauth/jwks), RUN_MIGRATIONS (optional; true runs migrations on start; off by default), NEXT_PUBLIC_RECIPIENT_ADDRESS (public chain wallet for USDC and SOL payments), NEXT_PUBLIC_PLATFORM_RECIPIENT_ADDRESS (provider address;',
        serves: ['backend'],
        provenBy: [
          'DATABASE_URL, RUN_MIGRATIONS (optional; true runs migrations on start; off by default)',
          'WEBHOOK_PUBLIC_KEY (Ed25519 public key, hex, 64 characters, required for webhook verification)',
          'PLATFORM_AUDIENCE (expected aud claim, the provider address), PLATFORM_JWKS_URL (optional; defaults to {sso_base_url}/oauth/jwks)',
          'settings: invalid values end the process with exit code 2 and are all listed in one message',
        ],
      },
      {
        says: 'payments in the platform token always go to it).',
        serves: ['backend.createInvoice'],
        provenBy: ['catalog: payments in the platform token always go to the platform recipient'],
      },
    ],
  },
  {
    section: 'States and transitions',
    serves: ['backend.receivePaymentWebhook'],
    rows: [
      {
        says: 'Payment statuses: intent pending, completed, failed; transaction paid, failed.',
        provenBy: [
          'payment webhook: finalized makes the intent completed and the transaction paid, failed makes both failed',
          'payment_intents: status | text | pending, completed, failed',
          'transactions: status | text | paid, failed',
        ],
      },
      {
        says: 'a redelivered payment webhook for an already settled intent is acknowledged without reprocessing.',
        provenBy: [
          'receivePaymentWebhook: a redelivery and a late opposite webhook are acknowledged and change nothing',
        ],
      },
    ],
  },
  {
    section: 'Endpoints / Mini-app backend (base {backend_base_url})',
    rows: [
      {
        says: 'GET | /api/me | Bearer | none | {id, platformId, createdAt, updatedAt}',
        serves: ['backend.getMe'],
        provenBy: ['backend: getMe creates the user on the first call and updates updatedAt on every call'],
      },
      {
        says: 'POST | /api/invoices | Bearer | {productId: string matching a catalog id}; nothing else is accepted | {invoice, id, recipient, amount, token, network, item {title, iconUrl, quantity}, test (only for test-scenario products)}',
        serves: ['backend.createInvoice'],
        provenBy: [
          'createInvoice: the invoice of %s has the payment of the catalog',
          'createInvoice: %s is an invalid request',
        ],
      },
      {
        says: "GET | /api/transactions | Bearer | none | the authenticated user's transaction history; its item shape: not shown",
        serves: ['backend.listTransactions'],
        provenBy: ['listTransactions: pages are newest first and have only the caller’s transactions'],
      },
      {
        says: 'POST | /api/webhooks/payment | signature | payment status update | acknowledgement',
        serves: ['backend.receivePaymentWebhook'],
        provenBy: [
          'receivePaymentWebhook: checks signature present → version → signature → JSON → schema → intent → contradiction',
        ],
      },
      {
        says: 'recipient, amount, token and network of an invoice are derived on the server from the catalog entry; the client cannot set them.',
        serves: ['backend.createInvoice'],
        provenBy: [
          'createInvoice: a price in the request is an invalid request',
          'createInvoice: a recipient in the request is an invalid request',
        ],
      },
    ],
  },
  {
    section: 'Authentication',
    rows: [
      {
        says: 'D user routes | Authorization: Bearer <ACCESS_TOKEN>; the token is verified against the provider key set (configurable URL) and its aud must equal the configured audience; the user is identified by sub',
        serves: ['backend.getMe', 'backend.createInvoice', 'backend.listTransactions'],
        provenBy: [
          'backend: the Authorization header %j is 401 Missing authorization token, with a challenge for each scheme',
          'backend: a token with several audiences is accepted when one is the backend',
          'backend: a token of a new provider key is accepted at once',
        ],
      },
      {
        says: 'D payment webhook | Ed25519 signature verified against the configured public key',
        serves: ['backend.receivePaymentWebhook'],
        provenBy: ['X-Webhook-Signature: %s is 401'],
      },
    ],
  },
  {
    section: 'Events / Payment webhook (platform to the backend)',
    serves: ['backend.receivePaymentWebhook', 'backend.sendPaymentStatus'],
    rows: [
      {
        says: 'The receiver verifies an Ed25519 signature against the configured public key, checks an X-Webhook-Version header, cross-validates the payload against the stored payment intent, and acknowledges redeliveries for settled intents without reprocessing.',
        provenBy: [
          'receivePaymentWebhook: checks signature present → version → signature → JSON → schema → intent → contradiction',
          'X-Webhook-Version: %j is rejected',
          'receivePaymentWebhook: %s contradicts the intent',
          'receivePaymentWebhook: a redelivery and a late opposite webhook are acknowledged and change nothing',
        ],
      },
      {
        says: 'The full payload is stored in transactions.payload.',
        serves: ['backend.receivePaymentWebhook'],
        provenBy: ['transactions: payload | JSON | full webhook payload kept for audit'],
      },
    ],
  },
  {
    section: 'Limits',
    serves: ['backend'],
    rows: [
      {
        says: 'webhook public key | 64 hex characters | D',
        provenBy: ['backend settings: all problems are reported at once', 'Ed25519 key: hex of %s is rejected'],
      },
    ],
  },
  {
    section: 'Versioning',
    serves: ['backend.receivePaymentWebhook'],
    rows: [
      {
        says: 'the payment webhook follows the version 3 contract, checked through the X-Webhook-Version header.',
        provenBy: ['X-Webhook-Version: %j is rejected'],
      },
      {
        says: 'the mini-app client packages are the v2 family.',
        serves: ['miniapp-bridge:createBridge'],
        provenBy: [],
        because: 'names packages outside of this interface',
      },
    ],
  },
];
