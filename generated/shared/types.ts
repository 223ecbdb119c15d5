// Written by `npm run generate` from the contract. Do not edit.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * Session address
         * @description Stable identifier of a person (the `sub` claim); the same on every sign-in, and for every application without pairwise subjects.
         * @example 5f3c9a1e7b2d4860a1c2e3f405162738
         */
        readonly SessionAddress: string;
        /**
         * Provider address
         * @description Identifier of an application at the sign-in provider, used as its `client_id`: 32 hex digits, or the URL of the metadata of an application that registered itself.
         * @example 00000006010000000000000000000001
         */
        readonly ProviderAddress: string;
        /**
         * Key thumbprint
         * @description RFC 7638 SHA-256 thumbprint of a public key, base64url without padding.
         * @example kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k
         */
        readonly Thumbprint: string;
        /**
         * Ed25519 public key
         * @description Public key as a JWK (RFC 8037 section 2).
         * @example {
         *       "kty": "OKP",
         *       "crv": "Ed25519",
         *       "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"
         *     }
         */
        readonly Ed25519Jwk: {
            /** @constant */
            readonly kty: "OKP";
            /** @constant */
            readonly crv: "Ed25519";
            /** @description The 32 bytes of the public key, base64url without padding. */
            readonly x: string;
        };
        /**
         * Ed25519 public key, hex
         * @description The 32 bytes of an Ed25519 public key in lowercase hex.
         * @example d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a
         */
        readonly Ed25519PublicKeyHex: string;
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
         * Format: int64
         * @description Timestamp in whole seconds since 1970-01-01T00:00:00Z.
         * @example 1772357400
         */
        readonly UnixSeconds: number;
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
        /**
         * Next cursor
         * @description Pass it as `cursor` to get the next page; null on the last one.
         * @example aG90OjExNC43MTc6MDE5Y2E4ZTI
         * @example null
         */
        readonly NextCursor: string | null;
        /**
         * Error text
         * @description For people: what is wrong, with which value, and what to do.
         */
        readonly ErrorText: string;
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
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type SessionAddress = components['schemas']['SessionAddress'];
export type ProviderAddress = components['schemas']['ProviderAddress'];
export type Thumbprint = components['schemas']['Thumbprint'];
export type Ed25519Jwk = components['schemas']['Ed25519Jwk'];
export type Ed25519PublicKeyHex = components['schemas']['Ed25519PublicKeyHex'];
export type Uuid = components['schemas']['Uuid'];
export type Timestamp = components['schemas']['Timestamp'];
export type UnixSeconds = components['schemas']['UnixSeconds'];
export type ProtectedResourceMetadata = components['schemas']['ProtectedResourceMetadata'];
export type NextCursor = components['schemas']['NextCursor'];
export type ErrorText = components['schemas']['ErrorText'];
export type ServiceHealth = components['schemas']['ServiceHealth'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
