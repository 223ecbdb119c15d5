// Written by `npm run generate` from the contract. Do not edit.

export interface paths {
    readonly "/api/me": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the signed-in user
         * @description The first authenticated request of a person creates the user, whichever operation it is for. Every call of this one updates `updatedAt`; the others do so once a minute.
         */
        readonly get: operations["getMe"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/invoices": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Create an invoice for a product
         * @description With an `Idempotency-Key` a repeated request returns the invoice of the first, for 24 hours and for this user; a request that arrives while the first is in progress waits for it. Payloads are compared as JSON values, so spacing does not matter. The key is checked before the product: a retry finds its invoice even if the product was withdrawn in between. A person has at most 20 pending invoices; an invoice stops counting when it is settled or expires.
         *
         *     An agent whose owner approved a payment (`payment` of [approvals](https://www.rfc-editor.org/rfc/rfc9396), asked for with this service as `resource`) sends the token of the approval: `productId`, `amount`, `token` and `payee` of the granted detail must be those of the invoice, `payee` being its `recipient`, and the detail is used once. A repeated request with the same `Idempotency-Key` returns the invoice without using another.
         */
        readonly post: operations["createInvoice"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/invoices/{invoice}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Look an invoice up by its number
         * @description For the payer. The number is random and known only to its recipients, so the request needs no further credentials; the response contains the amount and the status, and no information about the user. An invoice with the status `expired` must not be paid any more; it is deleted 30 days later.
         */
        readonly get: operations["getInvoice"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/transactions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the signed-in user's transactions, newest first
         * @description Entries with the same timestamp are ordered by `id`, the latest first. Follow `nextCursor` as `cursor` until it is null; a transaction that is written meanwhile does not shift the pages. A refund is a transaction of its own beside the paid one. With `Accept: text/csv` the page is CSV (RFC 4180) with the members of `Transaction` as columns and a header line; the next page is then in the `Link` header (RFC 8288).
         */
        readonly get: operations["listTransactions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/webhooks/payment": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Receive the outcome of a payment from the platform
         * @description Checks run in this order; the first one that fails determines the response.
         *
         *     1. `X-Webhook-Signature` is there.
         *     2. `X-Webhook-Version` is 3, or absent.
         *     3. The signature is 128 hex characters and verifies over the bytes of the body as they came, with one of the keys of
         *        `WEBHOOK_PUBLIC_KEY`.
         *     4. The body is a JSON object in UTF-8, and no member name occurs twice in one object.
         *     5. It is a `PaymentWebhook`: the members below have their shapes, others may be there and are kept. No text
         *        in it contains U+0000 or an unpaired surrogate, and nothing exceeds 64 levels: such a payload cannot be stored.
         *     6. The invoice exists.
         *     7. It matches the intent: `recipient`; `amount` and `network` when present; `test` is true if, and only if, the
         *        product is a test product; `token` is not a known name of another token (a slug of this contract, the address of
         *        its mint, or a name that `PAYMENT_TOKEN_NAMES` adds; an unknown name is accepted and logged); `decimals` when
         *        the token is named by its slug or not at all.
         *     8. It is consistent with what happened: a `finalized` invoice has not expired and its `txHash` paid no other
         *        invoice, and a `refunded` invoice was paid.
         *
         *     Then the intent is settled, together with the transaction, if it is still pending: `finalized` makes them
         *     completed and paid, `failed` makes them failed and failed. `refunded` writes a transaction of its own beside the
         *     paid one, once. Otherwise nothing changes, and the delivery is acknowledged.
         *
         *     A signed payload that fails check 6, 7 or 8, or that contradicts the settled outcome (`finalized` after `failed` or the
         *     reverse, a second payment or refund with another `txHash`), is stored once as a contradiction
         *     (`listContradictions`).
         */
        readonly post: operations["receivePaymentWebhook"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/admin/health": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the health of this service
         * @description For the operator console: requests and failures of the last five minutes, and how far background work is behind. Monitoring reads the metrics instead.
         */
        readonly get: operations["getServiceHealth"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/admin/contradictions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List signed webhooks that contradict what is known, newest first
         * @description Each payload is listed once, however often it was delivered. Resolved ones stay in the list with their resolution.
         */
        readonly get: operations["listContradictions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/admin/contradictions/{id}/resolve": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Resolve a contradiction
         * @description `settled` applies the payload as if it had matched: a `finalized` one makes the invoice completed and its transaction paid (instead of failed, if it had failed), a `refunded` one writes the refund. `refused` changes nothing but the state, for a payment that is paid back or was never made. Administrator and reason are recorded in the audit.
         */
        readonly post: operations["resolveContradiction"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/admin/users/{sub}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Export everything that is stored about a person
         * @description The user, all invoices and all transactions, the oldest first. The export is recorded in the audit.
         */
        readonly get: operations["getUserData"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Erase a person
         * @description Deletes the user, their unpaid invoices and their idempotency keys. Settled payments stay for the books under a random pseudonym that nothing connects to the person. The erasure is recorded in the audit under the pseudonym.
         */
        readonly delete: operations["deleteUser"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/.well-known/settled-hook-key": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the key that signs settled payments
         * @description The public key for `sendSettledPayment`. It stays the same when `MASTER_KEY` is rotated.
         */
        readonly get: operations["getSettledHookKey"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/.well-known/oauth-protected-resource": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read which tokens this service accepts
         * @description RFC 9728. Names the sign-in provider, and states that tokens may be bound to a key but need not be.
         */
        readonly get: operations["getProtectedResourceMetadata"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export interface webhooks {
    readonly paymentStatus: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Report the outcome of a payment to a backend
         * @description Sent once a payment or a refund is final. Any 2xx response ends the delivery. So does a 4xx other than 401, 408 and
         *     429, which means that the same delivery can never be accepted. Any other response, or none, is followed by another
         *     attempt after an increasing delay; a delivery may therefore arrive more than once. 401 is repeated because a
         *     receiver may not know a new key yet.
         *
         *     The example and the signature shown with it belong together: the signature is over the example as one line
         *     without spaces, members in the order shown, by the private key of RFC 8037 appendix A, whose public key in hex
         *     is `d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a`.
         */
        readonly post: operations["sendPaymentStatus"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly paymentSettled: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Report a settled payment to the app's server
         * @description Sent for every transaction to `SETTLED_HOOK_URL`: paid, failed or refunded. The event is written together with the
         *     transaction, so that no crash loses it. Any 2xx response ends the delivery. Any other response, or none within 10 s,
         *     is followed by another attempt after 5, 10, 20, 40, 80, 160 and 300 seconds, then every hour for 30 days. An event
         *     may arrive more than once, with the same `webhook-id`, which is the transaction's id.
         *
         *     Verify the Ed25519 signature in `X-Platform-Signature` over `<X-Platform-Timestamp>.<raw body>` with the key that
         *     `getSettledHookKey` returns. The event is also signed after the Standard Webhooks convention (`webhook-id`,
         *     `webhook-timestamp`, `webhook-signature`).
         */
        readonly post: operations["sendSettledPayment"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export interface components {
    schemas: {
        /**
         * @description `inv-` and a random UUID.
         * @example inv-4b2f6a1e-93c7-4d58-8e0a-1f6b7c2d9e34
         */
        readonly InvoiceNumber: string;
        /**
         * @description Recipient of the payment, a wallet on the network, or a provider address for payments in the platform's token.
         * @example 28p7y5GYc4maVvnEn4QF6Rp8CLNitLeAzCP6P5xoHftC
         */
        readonly Recipient: string;
        /**
         * @description In the token's smallest unit, as text because it may exceed what a JSON number carries exactly.
         * @example 990000
         */
        readonly Amount: string;
        /**
         * @description What is paid with, USDC or the platform's own token.
         * @example USDC
         * @enum {string}
         */
        readonly Token: "USDC" | "PLATFORM";
        /**
         * @description Where it is paid, a public chain or the platform's own network.
         * @example solana
         * @enum {string}
         */
        readonly Network: "solana" | "platform";
        /**
         * @description Outcome that the payment of a test product simulates.
         * @example paid
         * @enum {string}
         */
        readonly TestScenario: "paid" | "paid:failed" | "cancelled";
        /**
         * @description Status of an invoice for its payer. `expired` means that it was not paid in time.
         * @example pending
         * @enum {string}
         */
        readonly IntentStatus: "pending" | "completed" | "failed" | "expired";
        /**
         * @description How a payment ended, or that it was paid back.
         * @example paid
         * @enum {string}
         */
        readonly TransactionStatus: "paid" | "failed" | "refunded";
        /**
         * @description How the platform's payment service reports a payment. `refunded` follows `finalized`.
         * @example finalized
         * @enum {string}
         */
        readonly PaymentStatus: "finalized" | "failed" | "refunded";
        /**
         * @description Hash of the transaction on its chain.
         * @example 4xFtbyT6uKZmjM88hgB26FpWXM7HrfLu4Ysqt4zGfmLBUjS1AQuQPFoqsDQFVb9VPowLNKWBoqnpsfCAXeX5MBR2
         */
        readonly TransactionHash: string;
        /** @description A person, known by the `sub` of their tokens. */
        readonly User: {
            readonly id: components["schemas"]["Uuid"];
            /**
             * @description The `sub` of the person's tokens.
             * @example 5f3c9a1e7b2d4860a1c2e3f405162738
             */
            readonly platformId: string;
            readonly createdAt: components["schemas"]["Timestamp"];
            readonly updatedAt: components["schemas"]["Timestamp"];
        };
        /** @description The product to buy. Nothing else is accepted; the price comes from the catalog. */
        readonly CreateInvoiceRequest: {
            readonly productId: components["schemas"]["ProductId"];
        };
        /** @description Id of a product in the catalog. */
        readonly ProductId: string;
        /** @description The product, for display. */
        readonly Item: {
            /** @description Name of the product. */
            readonly title: string;
            /**
             * Format: uri
             * @description Picture of the product.
             */
            readonly iconUrl: string;
            /**
             * Format: int32
             * @description How many of it.
             */
            readonly quantity: number;
        };
        /** @description A payment intent as the host app needs it. `id` is the intent's own; `test` is there only for a test product. */
        readonly Invoice: {
            readonly invoice: components["schemas"]["InvoiceNumber"];
            readonly id: components["schemas"]["Uuid"];
            readonly recipient: components["schemas"]["Recipient"];
            readonly amount: components["schemas"]["Amount"];
            readonly token: components["schemas"]["Token"];
            readonly network: components["schemas"]["Network"];
            readonly item: components["schemas"]["Item"];
            readonly test?: components["schemas"]["TestScenario"];
            readonly expiresAt: components["schemas"]["Timestamp"];
        };
        /** @description An invoice and its status. */
        readonly InvoiceStatement: {
            readonly invoice: components["schemas"]["InvoiceNumber"];
            readonly id: components["schemas"]["Uuid"];
            readonly recipient: components["schemas"]["Recipient"];
            readonly amount: components["schemas"]["Amount"];
            readonly token: components["schemas"]["Token"];
            readonly network: components["schemas"]["Network"];
            readonly item: components["schemas"]["Item"];
            readonly test?: components["schemas"]["TestScenario"];
            readonly expiresAt: components["schemas"]["Timestamp"];
            readonly status: components["schemas"]["IntentStatus"];
        };
        /** @description Outcome of an invoice, or its refund. `test` is the text `true` for a test payment and null for a real one. */
        readonly Transaction: {
            readonly id: components["schemas"]["Uuid"];
            /** @description Hash of the transaction on its chain; null when the platform sent none. */
            readonly txHash: string | null;
            readonly status: components["schemas"]["TransactionStatus"];
            readonly amount: components["schemas"]["Amount"];
            readonly token: components["schemas"]["Token"];
            readonly network: components["schemas"]["Network"];
            readonly invoice: components["schemas"]["InvoiceNumber"];
            readonly productId: components["schemas"]["ProductId"];
            /**
             * Format: int32
             * @description How many of the product; null when an earlier version created the invoice and the catalog has no such product any more.
             */
            readonly quantity: number | null;
            /** @description `true` for a test payment; null for a real one. */
            readonly test: string | null;
            readonly createdAt: components["schemas"]["Timestamp"];
        };
        /** @description One page of transactions. */
        readonly TransactionPage: {
            readonly transactions: readonly components["schemas"]["Transaction"][];
            /** @description Pass it as `cursor` to get the next page; null when there is none. */
            readonly nextCursor: string | null;
        };
        /** @description One page of transactions, RFC 4180. A cell that a spreadsheet would run as a formula begins with an apostrophe. */
        readonly TransactionsCsv: string;
        /** @description The outcome of a payment. Later versions may add members; the whole payload is kept with the transaction. */
        readonly PaymentWebhook: {
            /** @description Number of the invoice. */
            readonly invoice: string;
            readonly recipient: components["schemas"]["Recipient"];
            readonly status: components["schemas"]["PaymentStatus"];
            readonly txHash?: components["schemas"]["TransactionHash"];
            readonly amount?: components["schemas"]["Amount"];
            /**
             * Format: int32
             * @description Number of decimal places of the amount.
             */
            readonly decimals?: number;
            /** @description What was paid with, in the payment service's words: the slug of the invoice, the address of the token's mint, or `native`. */
            readonly token?: string;
            /** @description Where it was paid. */
            readonly network?: string;
            /** @description True when nothing was really paid. */
            readonly test?: boolean;
        };
        /** @description A transaction as the app's server receives it. */
        readonly SettledPayment: {
            readonly id: components["schemas"]["Uuid"];
            readonly status: components["schemas"]["TransactionStatus"];
            /** @description The `sub` of the person's tokens. */
            readonly platformId: string;
            readonly invoice: components["schemas"]["InvoiceNumber"];
            readonly productId: components["schemas"]["ProductId"];
            /**
             * Format: int32
             * @description How many of the product; null when an earlier version created the invoice.
             */
            readonly quantity: number | null;
            readonly amount: components["schemas"]["Amount"];
            readonly token: components["schemas"]["Token"];
            readonly network: components["schemas"]["Network"];
            /** @description Hash of the transaction on its chain; null when the platform sent none. */
            readonly txHash: string | null;
            /** @description `true` for a test payment; null for a real one. */
            readonly test: string | null;
            readonly createdAt: components["schemas"]["Timestamp"];
        };
        /** @description The key that signs settled payments. */
        readonly SettledHookKey: {
            readonly publicKey: components["schemas"]["Ed25519PublicKeyHex"];
        };
        /** @description `reason` is present only when the invoice was settled before. */
        readonly PaymentAcknowledgement: {
            /** @description Always true. */
            readonly success: boolean;
            /** @description Whether this delivery settled the invoice. */
            readonly processed: boolean;
            /**
             * @description Always `already_processed`.
             * @constant
             */
            readonly reason?: "already_processed";
        };
        /**
         * @description Whether an administrator has decided.
         * @example open
         * @enum {string}
         */
        readonly ContradictionState: "open" | "resolved";
        /**
         * @description `settled`: the payload was applied; `refused`: it was not.
         * @example settled
         * @enum {string}
         */
        readonly ContradictionResolution: "settled" | "refused";
        /**
         * @description What the payload contradicts.
         *
         *     | cause | the payload |
         *     |---|---|
         *     | `recipient`, `amount`, `decimals`, `token`, `network`, `test` | has another value there than the invoice |
         *     | `unknown_invoice` | names an invoice that was never created, or was deleted after it expired |
         *     | `expired` | pays an invoice that had expired |
         *     | `tx_hash_used` | names a transaction that paid another invoice |
         *     | `finalized_after_failed` | pays an invoice whose payment had failed |
         *     | `failed_after_finalized` | reports a failure of a payment that was final |
         *     | `paid_twice` | pays a paid invoice with another transaction |
         *     | `refund_without_payment` | pays back an invoice that was not paid |
         *     | `refunded_twice` | pays back an invoice again, with another transaction |
         * @example finalized_after_failed
         * @enum {string}
         */
        readonly ContradictionCause: "recipient" | "amount" | "decimals" | "token" | "network" | "test" | "unknown_invoice" | "expired" | "tx_hash_used" | "finalized_after_failed" | "failed_after_finalized" | "paid_twice" | "refund_without_payment" | "refunded_twice";
        /** @description The webhook as it was signed; with all members, also those that this contract does not know. */
        readonly SignedPayload: {
            readonly [key: string]: unknown;
        };
        /** @description A signed webhook that contradicts what is known about its invoice. */
        readonly Contradiction: {
            readonly id: components["schemas"]["Uuid"];
            /** @description The number in the payload. */
            readonly invoice: string;
            /** @description The transaction that the payload names; null when it names none. */
            readonly txHash: string | null;
            readonly cause: components["schemas"]["ContradictionCause"];
            readonly payload: components["schemas"]["SignedPayload"];
            readonly state: components["schemas"]["ContradictionState"];
            /** @description Null while the state is `open`. */
            readonly resolution: string | null;
            /** @description Why the administrator decided so; null while the state is `open`. */
            readonly reason: string | null;
            /** @description Name of the administrator; null while the state is `open`. */
            readonly resolvedBy: string | null;
            readonly createdAt: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description Null while the state is `open`.
             */
            readonly resolvedAt: string | null;
        };
        /** @description One page of contradictions. */
        readonly ContradictionPage: {
            readonly contradictions: readonly components["schemas"]["Contradiction"][];
            /** @description Pass it as `cursor` to get the next page; null when there is none. */
            readonly nextCursor: string | null;
        };
        /** @description The decision about a contradiction. */
        readonly ResolveContradictionRequest: {
            readonly resolution: components["schemas"]["ContradictionResolution"];
            /** @description Why, for the audit. */
            readonly reason: string;
        };
        /** @description Everything that is stored about a person. */
        readonly UserData: {
            readonly user: components["schemas"]["User"];
            readonly invoices: readonly components["schemas"]["StoredInvoice"][];
            readonly transactions: readonly components["schemas"]["Transaction"][];
        };
        /** @description An invoice as it is stored. */
        readonly StoredInvoice: {
            readonly invoice: components["schemas"]["InvoiceNumber"];
            readonly productId: components["schemas"]["ProductId"];
            readonly amount: components["schemas"]["Amount"];
            readonly token: components["schemas"]["Token"];
            readonly network: components["schemas"]["Network"];
            readonly status: components["schemas"]["IntentStatus"];
            readonly createdAt: components["schemas"]["Timestamp"];
            readonly expiresAt: components["schemas"]["Timestamp"];
        };
        /** @description What an erasure changed. */
        readonly ErasedUser: {
            /**
             * Format: int32
             * @description Number of unpaid invoices that were deleted.
             */
            readonly deletedInvoices: number;
            /**
             * Format: int32
             * @description Number of transactions that now name a pseudonym.
             */
            readonly pseudonymizedTransactions: number;
        };
        /**
         * Error text
         * @description For people: what is wrong, with which value, and what to do.
         */
        readonly ErrorText: string;
        /**
         * @description Every failure has this body. `error` is stable: a program may compare it with the texts that the response lists.
         *     `details` is present when a request violates this contract (`Invalid request`).
         *
         *     | error | what to do |
         *     |---|---|
         *     | `Invalid request` | correct what `details` names |
         *     | `Invalid product` | use the id of a product in the catalog |
         *     | `Missing authorization token`, `Token expired`, `Invalid token` | sign in, or refresh the session |
         *     | `Invoice not found` | check the number |
         *     | `Idempotency-Key reused with a different payload` | use a fresh key |
         *     | `Too many pending invoices` | pay an invoice, or wait until one expires |
         *     | `Missing administrator key`, `Invalid administrator key` | send the key of an administrator of the provider |
         *     | `Contradiction not found`, `User not found` | check the id |
         *     | `No settled hook` | set `SETTLED_HOOK_URL` |
         *     | `Contradiction already resolved` | read its resolution |
         *     | `Contradiction cannot be settled: …` | resolve it with `refused`, after the reason that the text names |
         *     | `Missing webhook signature`, `Invalid signature` | sign the exact bytes of the body |
         *     | `Unsupported webhook version: …`, `Invalid payload`, `Payload does not match payment intent` | do not send it again |
         */
        readonly BackendError: {
            readonly error: components["schemas"]["ErrorText"];
            readonly details?: components["schemas"]["ViolationDetails"];
        };
        /** @description Violations of this contract in the request. */
        readonly ViolationDetails: {
            /** @description Violations of the request as a whole, for instance an unknown member. */
            readonly formErrors: readonly components["schemas"]["ErrorText"][];
            /** @description Violations of a member, a parameter or a header, by its name. */
            readonly fieldErrors: {
                readonly [key: string]: readonly components["schemas"]["ErrorText"][];
            };
        };
        /**
         * @description A UUID in lowercase.
         * @example 0193a6c0-7b1e-7c3a-9d55-0a1b2c3d4e5f
         */
        readonly Uuid: string;
        /**
         * Format: date-time
         * @description Timestamp in UTC, RFC 3339 with milliseconds and `Z`.
         * @example 2026-03-01T09:30:00.000Z
         */
        readonly Timestamp: string;
        /**
         * Service health
         * @description What the process that responds counted in its last minutes, and how far the background work of its service is behind. Of several processes, each has counts of its own; the metrics of operators add them.
         */
        readonly ServiceHealth: {
            readonly version: string;
            /**
             * Format: date-time
             * @description When the process started, RFC 3339.
             */
            readonly startedAt: string;
            /**
             * Format: int32
             * @description Seconds that the counts are about; fewer after a start.
             */
            readonly periodSeconds: number;
            /**
             * Format: int32
             * @description Completed requests, without those of operators.
             */
            readonly requests: number;
            /**
             * Format: int32
             * @description Requests that ended with a status of 500 or more.
             */
            readonly failures: number;
            /**
             * Format: double
             * @description Age of the oldest work in the outbox that is due and that no worker has claimed; null without an outbox, and when it cannot be read now.
             */
            readonly overdueSeconds: number | null;
        };
        /**
         * Ed25519 public key, hex
         * @description The 32 bytes of an Ed25519 public key in lowercase hex.
         * @example d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a
         */
        readonly Ed25519PublicKeyHex: string;
        /**
         * Protected resource metadata
         * @description Which provider's tokens a service accepts, and how to present them (RFC 9728 section 2).
         */
        readonly ProtectedResourceMetadata: {
            /**
             * Format: uri
             * @description This service's own address.
             */
            readonly resource: string;
            /** @description Issuers whose access tokens are accepted. */
            readonly authorization_servers: readonly string[];
            /** @description Scopes of this service. A token with `openid` alone has all rights; one with others has exactly those. */
            readonly scopes_supported?: readonly string[];
            /** @description Where a bearer token may be sent; empty when bearer tokens are not accepted. */
            readonly bearer_methods_supported: readonly string[];
            /** @description Signature algorithms accepted in a DPoP proof. */
            readonly dpop_signing_alg_values_supported: readonly string[];
            /** @description Whether every token must be bound to a key. */
            readonly dpop_bound_access_tokens_required: boolean;
            /** @description The service's name for people. */
            readonly resource_name: string;
            /**
             * Format: uri
             * @description Reference for developers.
             */
            readonly resource_documentation: string;
        };
    };
    responses: {
        /** @description The copy you have is current */
        readonly NotModified: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["PublicCache"];
                readonly ETag: components["headers"]["ETag"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The outcome is known, from this delivery or from an earlier one */
        readonly PaymentAcknowledged: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["PaymentAcknowledgement"];
            };
        };
        /** @description A parameter is malformed or out of range */
        readonly RequestInvalid: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["BackendError"];
            };
        };
        /** @description The body or the Idempotency-Key violates this contract (`Invalid request`, with details), or the catalog has no such product (`Invalid product`) */
        readonly InvoiceRefused: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["BackendError"];
            };
        };
        /** @description No token, an expired one, or one that is not valid here: another audience or issuer, not an access token, bound to a key and sent under Bearer, or under DPoP without a valid proof */
        readonly TokenRefused: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "WWW-Authenticate": components["headers"]["WWWAuthenticate"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["BackendError"];
            };
        };
        /** @description The token has scopes of the platform, but not `payments`; a token with `openid` alone has all rights. The challenge names the scope (RFC 6750 section 3.1) */
        readonly InsufficientScope: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "WWW-Authenticate": components["headers"]["WWWAuthenticate"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["BackendError"];
            };
        };
        /** @description The token has scopes of the platform, but not `payments`; or it is of an approval whose payment is another one */
        readonly InvoiceForbidden: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "WWW-Authenticate": components["headers"]["WWWAuthenticate"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["BackendError"];
            };
        };
        /** @description The delivery does not prove that it comes from the platform */
        readonly SignatureRefused: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["BackendError"];
            };
        };
        /** @description The delivery is of another version, is no payment webhook, or contradicts the payment intent. A version is quoted up to its first 64 characters. */
        readonly PaymentRefused: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["BackendError"];
            };
        };
        /** @description There is no such invoice */
        readonly InvoiceNotFound: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["BackendError"];
            };
        };
        /** @description No administrator's key, or one that the provider does not accept */
        readonly AdministratorRefused: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "WWW-Authenticate": components["headers"]["WWWAuthenticate"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["BackendError"];
            };
        };
        /** @description The administrator does not have the scope `payments` */
        readonly AdministratorLacksScope: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["BackendError"];
            };
        };
        /** @description There is no such contradiction */
        readonly ContradictionNotFound: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["BackendError"];
            };
        };
        /** @description It was resolved before, or its payment cannot be settled; the text says why */
        readonly ContradictionConflict: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["BackendError"];
            };
        };
        /** @description This backend reports settled payments to no server */
        readonly SettledHookNotFound: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["BackendError"];
            };
        };
        /** @description Nothing is stored about this person */
        readonly UserNotFound: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["BackendError"];
            };
        };
        /** @description The key was used for another payload, the person has 20 pending invoices, or the approval was used before */
        readonly InvoiceConflict: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["BackendError"];
            };
        };
        /** @description The body is larger than 128 KiB */
        readonly PayloadTooLarge: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["BackendError"];
            };
        };
        /** @description The content type is not JSON */
        readonly UnsupportedMediaType: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["BackendError"];
            };
        };
        /** @description Too many requests from this address; wait */
        readonly TooManyRequests: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Retry-After": components["headers"]["RetryAfter"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["BackendError"];
            };
        };
        /** @description An internal error; the logs contain it under the request id */
        readonly InternalError: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["BackendError"];
            };
        };
        /** @description Overloaded, starting or stopping, or the database or the sign-in provider's keys cannot be reached */
        readonly Unavailable: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Retry-After": components["headers"]["RetryAfter"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["BackendError"];
            };
        };
    };
    parameters: {
        /**
         * @description Only transactions with this status.
         * @example paid
         */
        readonly StatusFilter: components["schemas"]["TransactionStatus"];
        /**
         * @description Only transactions in this token.
         * @example USDC
         */
        readonly TokenFilter: components["schemas"]["Token"];
        /**
         * @description Only transactions at or after this time (RFC 3339).
         * @example 2026-03-01T00:00:00Z
         */
        readonly FromFilter: string;
        /**
         * @description Only transactions at or before this time (RFC 3339).
         * @example 2026-03-31T23:59:59.999Z
         */
        readonly ToFilter: string;
        /**
         * @description `true`: only test payments; `false`: only real ones.
         * @example false
         */
        readonly TestFilter: boolean;
        /**
         * @description The contradiction.
         * @example 019ca98f-10a4-7d2c-9f3e-4b5a6c7d8e9f
         */
        readonly ContradictionIdPath: components["schemas"]["Uuid"];
        /**
         * @description Only contradictions in this state; all by default.
         * @example open
         */
        readonly ContradictionStateFilter: components["schemas"]["ContradictionState"];
        /**
         * @description The `sub` of the person's tokens.
         * @example 5f3c9a1e7b2d4860a1c2e3f405162738
         */
        readonly SubPath: string;
        /**
         * @description The invoice's number.
         * @example inv-4b2f6a1e-93c7-4d58-8e0a-1f6b7c2d9e34
         */
        readonly InvoiceNumberPath: components["schemas"]["InvoiceNumber"];
        /**
         * @description Page size, 1 to 100, 50 by default.
         * @example 50
         */
        readonly Limit: number;
        /**
         * @description nextCursor of the page before.
         * @example MTc3MjM1NzQwMDAwMDowMTljYTk4ZQ
         */
        readonly Cursor: string;
        /**
         * @description Ed25519 signature by the platform over the bytes of the body: 128 hex characters in either case. Without it, or with anything else, the response is 401.
         * @example 9c268659246e9a3a0256011399b9c5a5c0eb2257379950942a7ca5c9e2c132bc2a33429763969b2029b684a98dd95229469b2c2748ae7fedc7a15463179d3a04
         */
        readonly WebhookSignature: string;
        /**
         * @description Version of the event. Only 3 is accepted; it is also the default.
         * @example 3
         */
        readonly WebhookVersion: string;
        /**
         * @description Makes a retry safe: the same key with the same payload replays the first response for 24 hours; with another payload it is rejected.
         * @example order-7041-attempt
         */
        readonly IdempotencyKey: string;
        /**
         * @description The `ETag` of the copy you have; when it is still the current one, the response is 304 without a body.
         * @example "9f2c1e7a"
         */
        readonly IfNoneMatch: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Budgets of the request, what is left of each, and the seconds until more is (draft-ietf-httpapi-ratelimit-headers-10).
         * @example "posts";r=0;t=1260
         */
        readonly RateLimit: string;
        /**
         * @description The size of each budget and the seconds of its window (draft-ietf-httpapi-ratelimit-headers-10).
         * @example "posts";q=10;w=3600
         */
        readonly RateLimitPolicy: string;
        /**
         * @description The response depends on `Accept`.
         * @example accept
         */
        readonly VaryAccept: string;
        /**
         * @description Address of the next page (`rel="next"`); only in CSV responses, and absent on the last page.
         * @example </api/transactions?cursor=MTc3MjM1NzQwMDAwMDowMTljYTk4ZQ>; rel="next"
         */
        readonly NextPageLink: string;
        /**
         * @description Identifies this request in the service's logs; quote it when you ask for help.
         * @example req-0193a6c07b1e7c3a
         */
        readonly RequestId: string;
        /**
         * @description The challenge that states how to authenticate (RFC 6750 section 3, RFC 9449 section 7.1). `scope` is what a client sends to authorize for a token that the operation accepts.
         * @example DPoP error="invalid_token", algs="EdDSA Ed25519 ES256", scope="openid"
         */
        readonly WWWAuthenticate: string;
        /**
         * @description Whole seconds to wait before the next attempt (RFC 9110 section 10.2.3).
         * @example 5
         */
        readonly RetryAfter: number;
        /**
         * @description The response contains secrets and must not be cached.
         * @example no-store
         */
        readonly NoStore: "no-store";
        /**
         * @description Any cache may keep this document for five minutes.
         * @example public, max-age=300
         */
        readonly PublicCache: "public, max-age=300";
        /**
         * @description Names this version of the document; send it back in `If-None-Match` to save the download.
         * @example "9f2c1e7a"
         */
        readonly ETag: string;
    };
    pathItems: never;
}
export type InvoiceNumber = components['schemas']['InvoiceNumber'];
export type Recipient = components['schemas']['Recipient'];
export type Amount = components['schemas']['Amount'];
export type Token = components['schemas']['Token'];
export type Network = components['schemas']['Network'];
export type TestScenario = components['schemas']['TestScenario'];
export type IntentStatus = components['schemas']['IntentStatus'];
export type TransactionStatus = components['schemas']['TransactionStatus'];
export type PaymentStatus = components['schemas']['PaymentStatus'];
export type TransactionHash = components['schemas']['TransactionHash'];
export type User = components['schemas']['User'];
export type CreateInvoiceRequest = components['schemas']['CreateInvoiceRequest'];
export type ProductId = components['schemas']['ProductId'];
export type Item = components['schemas']['Item'];
export type Invoice = components['schemas']['Invoice'];
export type InvoiceStatement = components['schemas']['InvoiceStatement'];
export type Transaction = components['schemas']['Transaction'];
export type TransactionPage = components['schemas']['TransactionPage'];
export type TransactionsCsv = components['schemas']['TransactionsCsv'];
export type PaymentWebhook = components['schemas']['PaymentWebhook'];
export type SettledPayment = components['schemas']['SettledPayment'];
export type SettledHookKey = components['schemas']['SettledHookKey'];
export type PaymentAcknowledgement = components['schemas']['PaymentAcknowledgement'];
export type ContradictionState = components['schemas']['ContradictionState'];
export type ContradictionResolution = components['schemas']['ContradictionResolution'];
export type ContradictionCause = components['schemas']['ContradictionCause'];
export type SignedPayload = components['schemas']['SignedPayload'];
export type Contradiction = components['schemas']['Contradiction'];
export type ContradictionPage = components['schemas']['ContradictionPage'];
export type ResolveContradictionRequest = components['schemas']['ResolveContradictionRequest'];
export type UserData = components['schemas']['UserData'];
export type StoredInvoice = components['schemas']['StoredInvoice'];
export type ErasedUser = components['schemas']['ErasedUser'];
export type ErrorText = components['schemas']['ErrorText'];
export type BackendError = components['schemas']['BackendError'];
export type ViolationDetails = components['schemas']['ViolationDetails'];
export type Uuid = components['schemas']['Uuid'];
export type Timestamp = components['schemas']['Timestamp'];
export type ServiceHealth = components['schemas']['ServiceHealth'];
export type Ed25519PublicKeyHex = components['schemas']['Ed25519PublicKeyHex'];
export type ProtectedResourceMetadata = components['schemas']['ProtectedResourceMetadata'];
export type ResponseNotModified = components['responses']['NotModified'];
export type ResponsePaymentAcknowledged = components['responses']['PaymentAcknowledged'];
export type ResponseRequestInvalid = components['responses']['RequestInvalid'];
export type ResponseInvoiceRefused = components['responses']['InvoiceRefused'];
export type ResponseTokenRefused = components['responses']['TokenRefused'];
export type ResponseInsufficientScope = components['responses']['InsufficientScope'];
export type ResponseInvoiceForbidden = components['responses']['InvoiceForbidden'];
export type ResponseSignatureRefused = components['responses']['SignatureRefused'];
export type ResponsePaymentRefused = components['responses']['PaymentRefused'];
export type ResponseInvoiceNotFound = components['responses']['InvoiceNotFound'];
export type ResponseAdministratorRefused = components['responses']['AdministratorRefused'];
export type ResponseAdministratorLacksScope = components['responses']['AdministratorLacksScope'];
export type ResponseContradictionNotFound = components['responses']['ContradictionNotFound'];
export type ResponseContradictionConflict = components['responses']['ContradictionConflict'];
export type ResponseSettledHookNotFound = components['responses']['SettledHookNotFound'];
export type ResponseUserNotFound = components['responses']['UserNotFound'];
export type ResponseInvoiceConflict = components['responses']['InvoiceConflict'];
export type ResponsePayloadTooLarge = components['responses']['PayloadTooLarge'];
export type ResponseUnsupportedMediaType = components['responses']['UnsupportedMediaType'];
export type ResponseTooManyRequests = components['responses']['TooManyRequests'];
export type ResponseInternalError = components['responses']['InternalError'];
export type ResponseUnavailable = components['responses']['Unavailable'];
export type ParameterStatusFilter = components['parameters']['StatusFilter'];
export type ParameterTokenFilter = components['parameters']['TokenFilter'];
export type ParameterFromFilter = components['parameters']['FromFilter'];
export type ParameterToFilter = components['parameters']['ToFilter'];
export type ParameterTestFilter = components['parameters']['TestFilter'];
export type ParameterContradictionIdPath = components['parameters']['ContradictionIdPath'];
export type ParameterContradictionStateFilter = components['parameters']['ContradictionStateFilter'];
export type ParameterSubPath = components['parameters']['SubPath'];
export type ParameterInvoiceNumberPath = components['parameters']['InvoiceNumberPath'];
export type ParameterLimit = components['parameters']['Limit'];
export type ParameterCursor = components['parameters']['Cursor'];
export type ParameterWebhookSignature = components['parameters']['WebhookSignature'];
export type ParameterWebhookVersion = components['parameters']['WebhookVersion'];
export type ParameterIdempotencyKey = components['parameters']['IdempotencyKey'];
export type ParameterIfNoneMatch = components['parameters']['IfNoneMatch'];
export type HeaderRateLimit = components['headers']['RateLimit'];
export type HeaderRateLimitPolicy = components['headers']['RateLimitPolicy'];
export type HeaderVaryAccept = components['headers']['VaryAccept'];
export type HeaderNextPageLink = components['headers']['NextPageLink'];
export type HeaderRequestId = components['headers']['RequestId'];
export type HeaderWwwAuthenticate = components['headers']['WWWAuthenticate'];
export type HeaderRetryAfter = components['headers']['RetryAfter'];
export type HeaderNoStore = components['headers']['NoStore'];
export type HeaderPublicCache = components['headers']['PublicCache'];
export type HeaderETag = components['headers']['ETag'];
export type $defs = Record<string, never>;
export interface operations {
    readonly getMe: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The user */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["User"];
                };
            };
            readonly 401: components["responses"]["TokenRefused"];
            readonly 403: components["responses"]["InsufficientScope"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly createInvoice: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Makes a retry safe: the same key with the same payload replays the first response for 24 hours; with another payload it is rejected.
                 * @example order-7041-attempt
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateInvoiceRequest"];
            };
        };
        readonly responses: {
            /** @description The invoice, to be paid in the host app */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Invoice"];
                };
            };
            readonly 400: components["responses"]["InvoiceRefused"];
            readonly 401: components["responses"]["TokenRefused"];
            readonly 403: components["responses"]["InvoiceForbidden"];
            readonly 409: components["responses"]["InvoiceConflict"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getInvoice: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The invoice's number.
                 * @example inv-4b2f6a1e-93c7-4d58-8e0a-1f6b7c2d9e34
                 */
                readonly invoice: components["parameters"]["InvoiceNumberPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The invoice and its status */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["InvoiceStatement"];
                };
            };
            readonly 400: components["responses"]["RequestInvalid"];
            readonly 404: components["responses"]["InvoiceNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listTransactions: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Page size, 1 to 100, 50 by default.
                 * @example 50
                 */
                readonly limit?: components["parameters"]["Limit"];
                /**
                 * @description nextCursor of the page before.
                 * @example MTc3MjM1NzQwMDAwMDowMTljYTk4ZQ
                 */
                readonly cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only transactions with this status.
                 * @example paid
                 */
                readonly status?: components["parameters"]["StatusFilter"];
                /**
                 * @description Only transactions in this token.
                 * @example USDC
                 */
                readonly token?: components["parameters"]["TokenFilter"];
                /**
                 * @description Only transactions at or after this time (RFC 3339).
                 * @example 2026-03-01T00:00:00Z
                 */
                readonly from?: components["parameters"]["FromFilter"];
                /**
                 * @description Only transactions at or before this time (RFC 3339).
                 * @example 2026-03-31T23:59:59.999Z
                 */
                readonly to?: components["parameters"]["ToFilter"];
                /**
                 * @description `true`: only test payments; `false`: only real ones.
                 * @example false
                 */
                readonly test?: components["parameters"]["TestFilter"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of transactions */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly Vary: components["headers"]["VaryAccept"];
                    readonly Link: components["headers"]["NextPageLink"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TransactionPage"];
                    readonly "text/csv": components["schemas"]["TransactionsCsv"];
                };
            };
            readonly 400: components["responses"]["RequestInvalid"];
            readonly 401: components["responses"]["TokenRefused"];
            readonly 403: components["responses"]["InsufficientScope"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly receivePaymentWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Ed25519 signature by the platform over the bytes of the body: 128 hex characters in either case. Without it, or with anything else, the response is 401.
                 * @example 9c268659246e9a3a0256011399b9c5a5c0eb2257379950942a7ca5c9e2c132bc2a33429763969b2029b684a98dd95229469b2c2748ae7fedc7a15463179d3a04
                 */
                readonly "X-Webhook-Signature"?: components["parameters"]["WebhookSignature"];
                /**
                 * @description Version of the event. Only 3 is accepted; it is also the default.
                 * @example 3
                 */
                readonly "X-Webhook-Version"?: components["parameters"]["WebhookVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description A missing body is treated like one that is not JSON. */
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["PaymentWebhook"];
            };
        };
        readonly responses: {
            readonly 200: components["responses"]["PaymentAcknowledged"];
            readonly 400: components["responses"]["PaymentRefused"];
            readonly 401: components["responses"]["SignatureRefused"];
            readonly 404: components["responses"]["InvoiceNotFound"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getServiceHealth: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The health of the process that responds */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ServiceHealth"];
                };
            };
            readonly 401: components["responses"]["AdministratorRefused"];
            readonly 403: components["responses"]["AdministratorLacksScope"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listContradictions: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Only contradictions in this state; all by default.
                 * @example open
                 */
                readonly state?: components["parameters"]["ContradictionStateFilter"];
                /**
                 * @description Page size, 1 to 100, 50 by default.
                 * @example 50
                 */
                readonly limit?: components["parameters"]["Limit"];
                /**
                 * @description nextCursor of the page before.
                 * @example MTc3MjM1NzQwMDAwMDowMTljYTk4ZQ
                 */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of contradictions */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ContradictionPage"];
                };
            };
            readonly 400: components["responses"]["RequestInvalid"];
            readonly 401: components["responses"]["AdministratorRefused"];
            readonly 403: components["responses"]["AdministratorLacksScope"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly resolveContradiction: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The contradiction.
                 * @example 019ca98f-10a4-7d2c-9f3e-4b5a6c7d8e9f
                 */
                readonly id: components["parameters"]["ContradictionIdPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ResolveContradictionRequest"];
            };
        };
        readonly responses: {
            /** @description The resolved contradiction */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Contradiction"];
                };
            };
            readonly 400: components["responses"]["RequestInvalid"];
            readonly 401: components["responses"]["AdministratorRefused"];
            readonly 403: components["responses"]["AdministratorLacksScope"];
            readonly 404: components["responses"]["ContradictionNotFound"];
            readonly 409: components["responses"]["ContradictionConflict"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getUserData: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The `sub` of the person's tokens.
                 * @example 5f3c9a1e7b2d4860a1c2e3f405162738
                 */
                readonly sub: components["parameters"]["SubPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The person's data */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["UserData"];
                };
            };
            readonly 400: components["responses"]["RequestInvalid"];
            readonly 401: components["responses"]["AdministratorRefused"];
            readonly 403: components["responses"]["AdministratorLacksScope"];
            readonly 404: components["responses"]["UserNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly deleteUser: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The `sub` of the person's tokens.
                 * @example 5f3c9a1e7b2d4860a1c2e3f405162738
                 */
                readonly sub: components["parameters"]["SubPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description What was erased */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErasedUser"];
                };
            };
            readonly 400: components["responses"]["RequestInvalid"];
            readonly 401: components["responses"]["AdministratorRefused"];
            readonly 403: components["responses"]["AdministratorLacksScope"];
            readonly 404: components["responses"]["UserNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getSettledHookKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The public key */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SettledHookKey"];
                };
            };
            readonly 404: components["responses"]["SettledHookNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getProtectedResourceMetadata: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The `ETag` of the copy you have; when it is still the current one, the response is 304 without a body.
                 * @example "9f2c1e7a"
                 */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Protected resource metadata */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["PublicCache"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ProtectedResourceMetadata"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly sendPaymentStatus: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Ed25519 signature over the bytes of the body, in hex.
                 * @example 9c268659246e9a3a0256011399b9c5a5c0eb2257379950942a7ca5c9e2c132bc2a33429763969b2029b684a98dd95229469b2c2748ae7fedc7a15463179d3a04
                 */
                readonly "X-Webhook-Signature": string;
                /**
                 * @description Version of this event.
                 * @example 3
                 */
                readonly "X-Webhook-Version": "3";
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PaymentWebhook"];
            };
        };
        readonly responses: {
            /** @description Accepted; the delivery ends */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Rejected permanently, except 401, 408 and 429: the delivery ends */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not accepted; another attempt follows */
            readonly "5XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly sendSettledPayment: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Ed25519 signature in hex.
                 * @example 9c268659246e9a3a0256011399b9c5a5c0eb2257379950942a7ca5c9e2c132bc2a33429763969b2029b684a98dd95229469b2c2748ae7fedc7a15463179d3a04
                 */
                readonly "X-Platform-Signature": string;
                /**
                 * @description Time of the attempt, Unix seconds.
                 * @example 1772371241
                 */
                readonly "X-Platform-Timestamp": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SettledPayment"];
            };
        };
        readonly responses: {
            /** @description Accepted; the delivery ends */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not accepted; another attempt follows */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not accepted; another attempt follows */
            readonly "5XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
