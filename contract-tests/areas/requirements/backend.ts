import type { WrittenSection } from './section.ts';

/** Area D of the interface document. */
export const backendRequirements: readonly WrittenSection[] = [
  {
    section: 'What the service does',
    rows: [
      {
        says: 'Mini-app backend. Returns the authenticated user, creates payment intents from a product catalog, lists transactions, and receives signed payment status webhooks.',
        provenBy: [
          'backend: getMe creates the user on the first call and updates updatedAt on every call',
          'createInvoice: %s is what the catalog says',
          'payer: pays a real product, and pays it once',
        ],
      },
    ],
  },
  {
    section: 'Resources and their fields / Mini-app backend resources',
    rows: [
      'id | UUID | generated primary key',
      "platformId | text, unique | the sub claim of the user's token",
      {
        says: 'createdAt | timestamp | set on first authentication',
        provenBy: [
          'createdAt | timestamp | set on first authentication',
          'users: the first authentication sets createdAt, whatever becomes of the request: %s',
        ],
      },
      {
        says: 'updatedAt | timestamp | updated on each authentication',
        provenBy: [
          'updatedAt | timestamp | updated on each authentication',
          'users: updatedAt is updated on each authentication, but once a minute where nobody is told of it',
        ],
      },
      { says: 'id | UUID | generated primary key', provenBy: ['payment_intents: id | UUID | generated primary key'] },
      'invoice | text, unique | form inv-<uuid>',
      'senderPlatformId | text | payer',
      'recipientAddress | text | wallet or provider address',
      'amount | text | in smallest units',
      'token | text | USDC, or the platform token',
      'network | text | a public chain identifier, or the platform network',
      'productId | text | catalog product id',
      'status | text | pending, completed, failed',
      'createdAt | timestamp | set on creation',
      { says: 'id | UUID | generated primary key', provenBy: ['transactions: id | UUID | generated primary key'] },
      { says: 'senderPlatformId | text | payer', provenBy: ['transactions: senderPlatformId | text | payer'] },
      { says: 'recipientAddress | text', provenBy: ['transactions: recipientAddress | text'] },
      'txHash | text | on-chain hash',
      'status | text | paid, failed',
      { says: 'amount | text', provenBy: ['transactions: amount | text'] },
      { says: 'token | text', provenBy: ['transactions: token | text'] },
      { says: 'network | text', provenBy: ['transactions: network | text'] },
      'invoice | text | associated invoice',
      'test | text | the string true for test payments, NULL for real ones',
      'payload | JSON | full webhook payload kept for audit',
      {
        says: 'createdAt | timestamp | set on creation',
        provenBy: ['transactions: createdAt | timestamp | set on creation'],
      },
      {
        says: 'Product catalog entry: has an id, a recipient, an amount, a token, a network, and an item {title (string), iconUrl (string URL), quantity (integer)}; it may be marked as a test-scenario product.',
        provenBy: [
          'createInvoice: %s is what the catalog says',
          'catalog: has four products in USDC, four in the platform token, and a test product for every scenario',
        ],
      },
      {
        says: 'Configuration settings: DATABASE_URL (required), WEBHOOK_PUBLIC_KEY (Ed25519 public key, hex, 64 characters, required for webhook verification), PLATFORM_AUDIENCE (expected aud claim, the provider address), PLATFORM_JWKS_URL (optional; defaults to {sso_base_url}/oauth/jwks), RUN_MIGRATIONS (optional; true runs migrations on start; off by default), NEXT_PUBLIC_RECIPIENT_ADDRESS (public chain wallet for USDC and SOL payments), NEXT_PUBLIC_PLATFORM_RECIPIENT_ADDRESS (provider address;',
        provenBy: [
          'DATABASE_URL, RUN_MIGRATIONS (optional; true runs migrations on start; off by default)',
          'WEBHOOK_PUBLIC_KEY (Ed25519 public key, hex, 64 characters, required for webhook verification)',
          'PLATFORM_AUDIENCE (expected aud claim, the provider address), PLATFORM_JWKS_URL (optional; defaults to {sso_base_url}/oauth/jwks)',
          'a bad setting: exit 2, with every problem in one message',
        ],
      },
      {
        says: 'payments in the platform token always go to it).',
        provenBy: ['catalog: payments in the platform token always go to the platform recipient'],
      },
    ],
  },
  {
    section: 'States and transitions',
    rows: [
      {
        says: 'Payment statuses: intent pending, completed, failed; transaction paid, failed.',
        provenBy: [
          'payment webhook: finalized is completed and paid, failed is failed and failed',
          'status | text | pending, completed, failed',
          'status | text | paid, failed',
        ],
      },
      {
        says: 'a redelivered payment webhook for an already settled intent is acknowledged without reprocessing.',
        provenBy: ['payment webhook: a redelivery is acknowledged, and so is a late opposite; nothing changes'],
      },
    ],
  },
  {
    section: 'Endpoints / Mini-app backend (base {backend_base_url})',
    rows: [
      {
        says: 'GET | /api/me | Bearer | none | {id, platformId, createdAt, updatedAt}',
        provenBy: ['backend: getMe creates the user on the first call and updates updatedAt on every call'],
      },
      {
        says: 'POST | /api/invoices | Bearer | {productId: string matching a catalog id}; nothing else is accepted | {invoice, id, recipient, amount, token, network, item {title, iconUrl, quantity}, test (only for test-scenario products)}',
        provenBy: ['createInvoice: %s is what the catalog says', 'createInvoice: %s is an invalid request'],
      },
      {
        says: "GET | /api/transactions | Bearer | none | the authenticated user's transaction history; its item shape: not shown",
        provenBy: ['listTransactions: newest first, page by page, and only one’s own'],
      },
      {
        says: 'POST | /api/webhooks/payment | signature | payment status update | acknowledgement',
        provenBy: ['payment webhook: signature present → version → signature → JSON → shape → intent → contradiction'],
      },
      {
        says: 'recipient, amount, token and network of an invoice are derived on the server from the catalog entry; the client cannot set them.',
        provenBy: [
          'createInvoice: a price of one’s own is an invalid request',
          'createInvoice: a recipient of one’s own is an invalid request',
        ],
      },
    ],
  },
  {
    section: 'Authentication',
    rows: [
      {
        says: 'D user routes | Authorization: Bearer <ACCESS_TOKEN>; the token is verified against the provider key set (configurable URL) and its aud must equal the configured audience; the user is identified by sub',
        provenBy: [
          'backend: 401 Missing authorization token for %j, with a challenge for each scheme',
          'backend: the audience may be one of several',
          'provider: a new key is noticed by its first token',
        ],
      },
      {
        says: 'D payment webhook | Ed25519 signature verified against the configured public key',
        provenBy: ['X-Webhook-Signature: %s is 401'],
      },
    ],
  },
  {
    section: 'Events / Payment webhook (platform to the backend)',
    rows: [
      {
        says: 'The receiver verifies an Ed25519 signature against the configured public key, checks an X-Webhook-Version header, cross-validates the payload against the stored payment intent, and acknowledges redeliveries for settled intents without reprocessing.',
        provenBy: [
          'payment webhook: signature present → version → signature → JSON → shape → intent → contradiction',
          'X-Webhook-Version: %j is not',
          'payment webhook: %s contradicts the intent',
          'payment webhook: a redelivery is acknowledged, and so is a late opposite; nothing changes',
        ],
      },
      {
        says: 'The full payload is stored in transactions.payload.',
        provenBy: ['payload | JSON | full webhook payload kept for audit'],
      },
    ],
  },
  {
    section: 'Limits',
    rows: [
      {
        says: 'webhook public key | 64 hex characters | D',
        provenBy: ['settings: every problem is named at once', 'Ed25519 key: hex of %s is rejected'],
      },
    ],
  },
  {
    section: 'Versioning',
    rows: [
      {
        says: 'the payment webhook follows the version 3 contract, checked through the X-Webhook-Version header.',
        provenBy: ['X-Webhook-Version: %j is not'],
      },
      {
        says: 'the mini-app client packages are the v2 family.',
        provenBy: [],
        because: 'names packages outside of this interface',
      },
    ],
  },
];
