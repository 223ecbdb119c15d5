// Written by `npm run generate` from the contract. Do not edit.

export interface paths {
    readonly "/oauth/authorize": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Start a sign-in
         * @description Opens an authorization request and returns the link that a person has to approve.
         *
         *     Every attempt needs a fresh PKCE verifier: a `code_challenge` that was used before is rejected with
         *     `invalid_request` and the text `code challenge already used`. Only a confidential application with
         *     `requirePkce: false` may leave PKCE out, in a redirect mode and with a `nonce`.
         *
         *     With `response_mode=json` the response is JSON, and so is every rejection. With `response_mode=query`, which is
         *     the default when `redirect_uri` is sent, the browser is redirected to the same approval page, which in the end
         *     redirects to `redirect_uri` with `code`, `state` and `iss`, or with `error=access_denied`, `state` and `iss`.
         *     With `response_mode=form_post` a page of the provider submits the same parameters to `redirect_uri` in a form
         *     (OAuth 2.0 Form Post Response Mode).
         *     Then a rejection of this request is redirected in the same way with `error` and `error_description`, once
         *     `client_id` and `redirect_uri` are known to belong together (RFC 6749 section 4.1.2.1). Before that a browser
         *     gets an HTML page, and any other client JSON.
         *
         *     Unknown parameters are ignored, empty ones count as omitted, and repeated ones are rejected (RFC 6749 section
         *     3.1). A `request_uri` of a pushed request replaces all parameters but `client_id` (RFC 9126); `request`, any other
         *     `request_uri` and `registration` are rejected with `request_not_supported`,
         *     `request_uri_not_supported` and `registration_not_supported` (OpenID Connect Core section 3.1.2.6).
         *     A prefetch (`Sec-Purpose: prefetch`) starts nothing and gets 400.
         */
        readonly get: operations["authorize"];
        readonly put?: never;
        /**
         * Start a sign-in, by POST
         * @description The same as GET with the parameters in a form (OpenID Connect Core section 3.1.2.1); those of the query are
         *     ignored. The `Origin` of a form that leads to a redirect is not checked, because it is the application's page.
         */
        readonly post: operations["authorizeByPost"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/oauth/poll": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Get the status of a sign-in
         * @description Returns the current status at once. Poll every 5 seconds.
         *
         *     Polling too often still returns 200 `pending`, with a longer `Retry-After`. An authorized
         *     code that is not redeemed in time turns into `expired`.
         */
        readonly post: operations["pollAuthorization"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/oauth/token": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Exchange a code for tokens, or refresh them
         * @description `grant_type` decides which fields count.
         *
         *     **Client authentication.** A public client (`none`) sends `client_id`; PKCE and, for bound sessions, the proof
         *     protect it. A client with a secret sends it as `client_secret_basic` (the header `Authorization: Basic`, both
         *     parts form-encoded) or `client_secret_post`, whichever of them it is registered with, and never both. A client of
         *     `private_key_jwt` authenticates in no other way (RFC 7523: `iss` and `sub` are the client_id, `aud` the issuer or
         *     this endpoint, `exp` at most an hour ahead, `jti` works once). Basic with an empty secret is a public client.
         *
         *     **Binding.** A proof on the exchange binds the tokens to its key, whether or not authorize announced the key
         *     with `dpop_jkt`. From then on every refresh needs a proof by the same key. A rejected proof, or a required
         *     nonce, uses up neither the code nor the refresh token. The first exchange with a proof makes the key the owner's for
         *     good: for another owner, or after it was reported stolen, the exchange is `invalid_grant` with a `reason`.
         *
         *     **Code.** Redeeming a code a second time is 409 and revokes every token that came from it.
         *
         *     **Refresh.** Each refresh replaces the refresh token, and restarts its 30 days. A replaced token that is used
         *     again revokes the whole family. Only a repeated request, after a lost response, gets the same successor: with
         *     the same key until that successor is used, and for 10 seconds when the session is not bound to a key.
         *     `auth_time` and `cnf` stay, `nonce` is dropped.
         *
         *     **Helpers.** An agent lets a helper act with fewer rights by token exchange (RFC 8693). `subject_token` is a
         *     delegation: a JWT of the type `delegation+jwt` that the agent's key signed, with the key in `jwk` of its header
         *     and the claims `iss` (thumbprint of the agent's key), `sub` (the owner), `cnf.jkt` (the helper's key), `scope`
         *     (at least one scope besides `openid`), `resource` and `client_id` (optional), `iat`, `exp` (at most 24 hours after `iat`) and
         *     `jti`. The proof is by the helper's key. The tokens have the rights that both the agent and the delegation
         *     have, name the chain of agents in `act`, the current one outermost and at most three, and are never refreshed:
         *     the same exchange works again until the delegation ends. Revoking the agent, the delegation or the owner ends
         *     them within 5 seconds.
         *
         *     **Approvals.** An agent that asked its owner (CIBA) polls with `auth_req_id`: `authorization_pending` until the person
         *     decided, `access_denied` or `expired_token` with an `approval_receipt` when the answer is no, or tokens that carry the
         *     granted `authorization_details`, or those of them that the poll selects, and no other right, for 300 seconds at most.
         *
         *     **Lifetimes.** Access token 900 s, id_token 3600 s, refresh token 30 days; a helper's tokens end with their
         *     delegation at the latest.
         */
        readonly post: operations["exchangeToken"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/oauth/par": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Push an authorization request
         * @description RFC 9126. The application sends the parameters of authorize here, directly and authenticated, and then sends the browser to
         *     authorize with `client_id` and the `request_uri` of the response. It works once, within 60 seconds, for this application only;
         *     parameters beside it do not count. A DPoP proof binds the request to its key, like `dpop_jkt` (RFC 9449 section 10.1).
         */
        readonly post: operations["createPushedAuthorization"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/oauth/register": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Register an application that asks for itself
         * @description RFC 7591, when the setting `CLIENT_REGISTRATION` is `open` (discovery then has `registration_endpoint`). The application
         *     signs people in and reaches services only by their scopes; an administrator may raise it. One that is not used for 30 days
         *     is deleted. With `CLIENT_REGISTRATION=metadata` or `open` an application needs no registration when its `client_id` is the
         *     https URL of its metadata (Client ID Metadata Document).
         */
        readonly post: operations["createClientRegistration"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/oauth/device_authorization": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Start the sign-in of a device without a browser
         * @description RFC 8628. The device shows `user_code` and `verification_uri`, or `verification_uri_complete` as a QR code, and polls the
         *     token endpoint every `interval` seconds. A device that polls faster gets `slow_down`, and its interval grows by 5 seconds.
         *     Confidential clients authenticate as at the token endpoint. A DPoP proof on the polls binds the tokens.
         */
        readonly post: operations["createDeviceAuthorization"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/oauth/bc-authorize": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Ask a connected person to approve something
         * @description OpenID Connect Client-Initiated Backchannel Authentication (CIBA) Core 1.0, in poll and ping mode. The person is asked in
         *     their inbox, and by a push. The application then polls the token endpoint with `auth_req_id`, at most every `interval`
         *     seconds; one in ping mode gets a notification at its endpoint once there is a decision.
         *
         *     What is asked stands in `authorization_details` (RFC 9396), in `binding_message`, or in both. A detail is of one of the
         *     provider's types or of one that the application registered (`createDetailType`). The tokens carry the
         *     granted details and no other right, live 300 seconds at most, are bound to the asking key, are never refreshed, and end
         *     with the session of the agent that asked. Every decision, yes or no, has a receipt.
         *
         *     Only an application or agent that the person connected before may ask: any other hint is `unknown_user_id`. A public
         *     client proves the key of its session with DPoP, here and at the token endpoint. A request beyond the person's budget is
         *     accepted and ends at once, without asking anybody.
         */
        readonly post: operations["createBackchannelAuthentication"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/oauth/authorization-details-types/{type}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the JSON Schema of a type of authorization details
         * @description The types are those of `authorization_details_types_supported` in the metadata (RFC 9396 section 10), and those that applications registered (`createDetailType`). The metadata does not list the latter: only their application uses them.
         */
        readonly get: operations["getAuthorizationDetailsType"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/oauth/userinfo": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Return the user of an access token
         * @description A token that is bound to a key needs the scheme `DPoP` and a proof with `ath`; an unbound one the scheme `Bearer`.
         */
        readonly get: operations["getUserInfo"];
        readonly put?: never;
        /**
         * Return the user of an access token, by POST
         * @description The same as GET (OpenID Connect Core section 5.3.1). A body is ignored.
         */
        readonly post: operations["getUserInfoByPost"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/oauth/jwks": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the keys that verify tokens
         * @description Lists the current key, the next one before it signs anything, and former ones for a year, as id_tokens are verified long after they expired. A revoked key is gone: read the set again when its `Cache-Control` expires. Read it once more when a `kid` is unknown.
         */
        readonly get: operations["getJwks"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/oauth/jwks/history": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read every key that ever signed
         * @description For proofs that outlive the key set: old id_tokens and attestations. A signature counts only when it was made between `from` and `until`, and never by a key with `revoked`, because a thief of that key can choose any date. Access tokens are verified with the key set alone.
         */
        readonly get: operations["getJwksHistory"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/oauth/keys/{jkt}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Tell whether an agent's key is revoked
         * @description For everybody who reads a signature by an agent. `revoked` means that no live session has the key and one was revoked. A commit attested before `revokedAt` stays valid; the reason `rotated` means that the agent took a new key, and earlier signatures by the old key stay trusted. A key that the provider never saw is `unknown`, as is one whose sessions only expired. A key whose owner reported it stolen stays `revoked` and has `compromisedSince`: nothing that it signed counts, except what was attested before that time.
         *     The response never names the owner. Who knows the owner from an id_token sends `sub`; for any other owner than that of the key the status is `unknown`.
         */
        readonly get: operations["getKeyStatus"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/oauth/attestations": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Attest that an agent had something now
         * @description Signs that this key, authorized by this person, presented this digest at this time. Git commits and audit trails
         *     keep the attestation beside what they prove: it still verifies after the key was revoked, with the provider's key
         *     set or its history.
         *
         *     The JWT has the type `attestation+jwt` and the claims iss, sub (the person), cnf.jkt (the agent's key), digest,
         *     purpose, iat and jti. It never expires.
         */
        readonly post: operations["createAttestation"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/oauth/delegations": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the delegations that an agent made
         * @description Delegations of the calling key that a helper used or that were revoked, and that have not expired, the most recent first. An agent has at most 100 helpers at a time.
         */
        readonly get: operations["listDelegations"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/oauth/delegations/{delegationId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Take a delegation back
         * @description Ends the tokens of the helper, and of its helpers, within 5 seconds, and refuses further exchanges. Works before the helper used the delegation, too. Repeating it changes nothing.
         */
        readonly delete: operations["revokeDelegation"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/agents/{jkt}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the card of an agent
         * @description What a service that receives a signed request can tell people about the agent. There is none for an agent that is not bound to an owner now, or was revoked.
         */
        readonly get: operations["getAgentCard"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/agents/{jkt}/.well-known/http-message-signatures-directory": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the key that an agent signs requests with
         * @description The directory that `Signature-Agent` of a request names (Web Bot Auth, draft-ietf-webbotauth-httpsig-protocol-00). The response is signed by the provider's key, which the provider's own directory lists, over `"@authority";req` and `content-digest` with the tag `http-message-signatures-directory`. There is none for an agent that is not bound to an owner now, or was revoked.
         */
        readonly get: operations["getAgentDirectory"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/.well-known/http-message-signatures-directory": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the key that signs the directories of agents
         * @description The provider's own Ed25519 key. The response is signed like the directories of agents.
         */
        readonly get: operations["getProviderDirectory"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/oauth/status-lists/{listId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read which sessions are revoked
         * @description Token Status List (draft-ietf-oauth-status-list-17). The claim `status.status_list` of an access token names a
         *     list and an index in it; a set bit means that the session was revoked, or that it took another index because
         *     its access tokens were revoked. One list covers 1,048,576 sessions, and is a few hundred bytes long, as an index
         *     is marked only while its access tokens could still be live: for the lifetime of an access token and five minutes
         *     more.
         *
         *     Read the list in the background, every 2 seconds, and verify tokens against the copy. Lists of several processes
         *     of the provider may arrive in any order: the claims iat and then seq, an integer, order them. Ignore a list that
         *     is older than the copy, and unite the marks of two that are equal. seq is epoch × 2^32 + counter, less than 2^53:
         *     the counter grows with the transactions of the database, and the epoch rises when the database was restored or
         *     another server took over.
         */
        readonly get: operations["getStatusList"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/oauth/revoke": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Revoke a token
         * @description RFC 7009. A refresh token ends its session, with every access token and the helpers below it. An access token ends with every access token that its session was issued before, at once here and within 5 seconds at services that read the status list: the session takes another index, and the refresh token lives on. A token that is unknown, expired or already revoked is 200 as well: it is of no use either way. Confidential clients authenticate as at the token endpoint.
         */
        readonly post: operations["revokeToken"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/oauth/introspect": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Tell a resource server whether a token is active
         * @description RFC 7662, for confidential clients: they authenticate as at the token endpoint. A client reads the access tokens that name it as audience and its own refresh tokens; one with the reach `platform` reads every access token for the platform. Any other token is not active. The platform's services verify tokens themselves, with the status list.
         */
        readonly post: operations["introspectToken"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/.well-known/openid-configuration": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Describe the provider (OpenID Connect)
         * @description OpenID Connect Discovery 1.0 section 4.
         */
        readonly get: operations["getOpenIdConfiguration"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/.well-known/assetlinks.json": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Name the Android apps that open the provider's links
         * @description Digital Asset Links. The apps of the setting `ANDROID_APP_LINKS` open approval links and share the passkeys of the provider; without it the list is empty.
         */
        readonly get: operations["getAndroidAppLinks"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/.well-known/apple-app-site-association": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Name the Apple apps that open the provider's links
         * @description Associated Domains. The apps of the setting `APPLE_APP_IDS` open approval links and share the passkeys of the provider; without it the lists are empty.
         */
        readonly get: operations["getAppleAppLinks"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/.well-known/oauth-authorization-server": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Describe the provider (OAuth 2.0)
         * @description RFC 8414 section 3. The same document as the OpenID Connect one.
         */
        readonly get: operations["getAuthorizationServerMetadata"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/owner": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Show the caller's identity
         * @description The session address, and the authenticators that can act for it, the oldest first.
         */
        readonly get: operations["getOwner"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete the caller's identity
         * @description Deletes the owner with all passkeys and devices, ends the browser sessions, and disconnects every application. This cannot be undone, and the session address is never reused. A browser sends an assertion for `delete_owner`.
         */
        readonly delete: operations["deleteOwner"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/owner/profile/picture": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Upload the caller's picture
         * @description Replaces the picture of the profile. The provider decodes the picture, scales it to at most 192 × 192 pixels and encodes it again, so that no metadata remains, and serves it at `/pictures/{digest}` of its origin. To delete it, change `pictureUrl` of the profile to null.
         */
        readonly put: operations["setOwnerPicture"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/owner/profile": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Show the caller's profile
         * @description What applications with the scope `profile` see of the owner beside the subject.
         */
        readonly get: operations["getOwnerProfile"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /**
         * Change the caller's profile
         * @description Changes the members that are given; null deletes one. Applications with the scope `profile` receive the change at userinfo and with their next id_token.
         */
        readonly patch: operations["updateOwnerProfile"];
        readonly trace?: never;
    };
    readonly "/api/v1/owner/devices": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Enrol the device that signs this request
         * @description The key that signs the request is the key that is enrolled. A new key gets a new owner, or joins the owner of `link`; a key that is enrolled already gets the response of its first enrolment again, with 200, and nothing changes. A key of another owner cannot join: the link stays usable.
         */
        readonly post: operations["createDevice"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/owner/devices/{jkt}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete one of the caller's devices
         * @description Its key can no longer approve requests or act for the owner, and what it opened ends: device links and ceremonies that are not finished, and approvals whose code was not redeemed. Sessions that it approved stay, unless `disconnectApproved` is set. The last passkey or device is kept; `deleteOwner` deletes it with everything else. A browser sends an assertion for `delete_device`.
         */
        readonly delete: operations["deleteDevice"];
        readonly options?: never;
        readonly head?: never;
        /**
         * Rename one of the caller's devices
         * @description The name is the owner's own and is not shown to other people.
         */
        readonly patch: operations["updateDevice"];
        readonly trace?: never;
    };
    readonly "/api/v1/owner/passkeys/registration-options": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Begin to create a passkey
         * @description Returns what the browser needs for `navigator.credentials.create`. The passkey will belong to the owner of the device that signs the request, or of the browser that is signed in; without either, to a new owner. A session that has ended and a device that is not enrolled are rejected, so that a new owner is never created by mistake. A signed-in browser also sends an assertion for `create_passkey`. With `link` the passkey joins the owner of the link without a sign-in. The challenge works once.
         */
        readonly post: operations["createPasskeyRegistrationOptions"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/owner/passkeys/assertion-options": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Begin to confirm an action with a passkey
         * @description Returns what the browser needs for `navigator.credentials.get`. The session cookie only identifies the person; the actions listed here also need a fresh assertion with user verification. The challenge is bound to the caller and to this action (for `approve_request` to the request, its application and its key), works once and expires after 2 minutes. Devices need no assertion: their signature covers the action.
         */
        readonly post: operations["createPasskeyAssertionOptions"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/owner/passkeys": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Store a new passkey and sign in with it
         * @description Accepts the authenticator's response. Its challenge identifies the requested options, and so the owner; a new owner is created only now. The caller is the one who requested the options. The response starts a session with the new passkey. The `Origin` is checked, unless a device sends none.
         */
        readonly post: operations["createPasskey"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/owner/passkeys/{credentialId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete one of the caller's passkeys
         * @description It can no longer sign in, and what it opened ends: the browsers that signed in with it, with the application sessions started in them, device links and ceremonies that are not finished, and approvals whose code was not redeemed. Sessions that it approved on another device stay, unless `disconnectApproved` is set. The last passkey or device is kept; `deleteOwner` deletes it with everything else. A browser sends an assertion for `delete_passkey`.
         */
        readonly delete: operations["deletePasskey"];
        readonly options?: never;
        readonly head?: never;
        /**
         * Rename one of the caller's passkeys
         * @description The name is the owner's own and is not shown to other people.
         */
        readonly patch: operations["updatePasskey"];
        readonly trace?: never;
    };
    readonly "/api/v1/owner/session/options": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Begin to sign in with a passkey
         * @description Returns what the browser needs for `navigator.credentials.get`. It names no credential, so that it does not reveal which users exist; the browser offers the passkeys it has. The challenge works once. With `requestId` it is bound to that authorization request, and `createOwnerSession` repeats it.
         */
        readonly post: operations["createPasskeySignInOptions"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/owner/session": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Sign in with a passkey
         * @description Accepts the response of the browser's authenticator and signs the browser in for 12 hours. An unknown passkey and a wrong signature are rejected with the same error. On the approval page of the platform's own applications, in the browser that sent the request, `requestId` makes the sign-in the first approval of the application: the decision needs no further assertion.
         */
        readonly post: operations["createOwnerSession"];
        /**
         * Sign the browser out
         * @description Ends this browser's session and the application sessions that were started in it: their refresh tokens get `invalid_grant` at once. Agents and applications that were approved on another device stay connected.
         */
        readonly delete: operations["deleteOwnerSession"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/owner/device-links": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Create a link with which another device joins the caller
         * @description The owner shows the link as a QR code to one further device, within 5 minutes. It works once: for a device key (`createDevice` with `link`), or for a passkey of the browser that opens it (`createPasskeyRegistrationOptions` with `link`). A new link replaces an open one. A browser sends an assertion for `create_device_link`.
         */
        readonly post: operations["createDeviceLink"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/owner/device-links/{deviceLinkId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Show whether a device has joined with a link
         * @description Polled by the page that shows the QR code.
         */
        readonly get: operations["getDeviceLink"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Withdraw a link
         * @description The link stops working. A device that has joined with it stays.
         */
        readonly delete: operations["deleteDeviceLink"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/owner/recovery-codes": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Show how many recovery codes are left
         * @description The codes themselves are never shown again.
         */
        readonly get: operations["getRecoveryCodes"];
        readonly put?: never;
        /**
         * Create ten recovery codes
         * @description Each code adds one passkey at `/recover`, once, when no passkey or device is left. The codes are shown only now; the provider keeps a keyed hash. All earlier codes stop working. A browser sends an assertion for `create_recovery_codes`.
         */
        readonly post: operations["createRecoveryCodes"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/owner/recovery/options": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Begin to recover an identity
         * @description Accepts a recovery code and returns what the browser needs for `navigator.credentials.create`. The code is not used yet: a person who closes the prompt tries again with the same code. Attempts are limited per address, and wrong codes over all addresses.
         */
        readonly post: operations["createRecoveryOptions"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/owner/recovery": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Recover an identity with a new passkey
         * @description Stores the passkey for the owner of the recovery code, uses the code up, ends all browser sessions of the owner and withdraws open links. It creates no session: the person then signs in with the new passkey. Every page tells the owner about the recovery until `deleteRecoveryNotice`.
         */
        readonly post: operations["createRecovery"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/owner/recovery-notice": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Confirm that the recovery was one's own
         * @description The pages stop telling about it. Without a notice nothing changes.
         */
        readonly delete: operations["deleteRecoveryNotice"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/owner/browser-sessions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the signed-in browsers
         * @description The caller's live browser sessions, the most recently started first.
         */
        readonly get: operations["listBrowserSessions"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Sign out of all browsers
         * @description Ends all browser sessions of the caller, this one included, and the application sessions that were started in them. Agents and applications that were approved on another device stay connected. A browser sends an assertion for `delete_browser_sessions`.
         */
        readonly delete: operations["deleteBrowserSessions"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/owner/browser-sessions/{browserSessionId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Sign out of one browser
         * @description Ends one browser session of the caller, with the application sessions that were started in it; its cookie stops working at once.
         */
        readonly delete: operations["deleteBrowserSession"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/owner/activity": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List what happened to the caller's identity
         * @description Sign-ins, approvals, rejections, revocations, and changes of authenticators, the newest first. Events are kept for 400 days.
         */
        readonly get: operations["listOwnerActivity"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/owner/activity/export": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Download the profile and the activity log
         * @description The profile and the events of `listOwnerActivity` in one JSON file, the newest first; at most 10,000.
         */
        readonly get: operations["getOwnerActivityExport"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/owner/notices": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the changes of the caller's credentials that they have not seen
         * @description Events of `listOwnerActivity` that open or close a way to act for the caller: passkeys, devices, recovery codes, stolen keys and the operator console. The newest 20, the newest first, since the last call of `setOwnerNoticesSeen`; those of the caller's first sign-in are not listed.
         */
        readonly get: operations["getOwnerNotices"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/owner/push-key": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the key with which the owner's app subscribes to pushes
         * @description The VAPID public key of the notification service (RFC 8292); 503 where the provider sends no pushes.
         */
        readonly get: operations["getOwnerPushKey"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/owner/push-subscriptions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Turn pushes of the provider on in the owner's app
         * @description The notification service then tells this browser of requests of agents and of important changes, of nothing else. Repeating it renews the registration; it ends when the browser ends its subscription.
         */
        readonly post: operations["createPushSubscription"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/owner/notices/seen": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Record which changes the caller has seen
         * @description Changes up to `through` are not listed by `getOwnerNotices` any more. An earlier event than one recorded before alters nothing.
         */
        readonly put: operations["setOwnerNoticesSeen"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/owner/requests/{requestId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Show which application asks for a sign-in
         * @description Everything that an approver must be shown before deciding (RFC 10027). A request that is decided or expired is still shown for a while, with its status.
         */
        readonly get: operations["getAuthorizationRequest"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/owner/requests/{requestId}/decision": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Approve or reject a sign-in
         * @description Works once per request: the first decision is final. The body repeats the application and the key that the approver saw; a device's signature covers them, the request and the time. A browser that approves sends an assertion for `approve_request`; declining needs none. A browser that did not send the request also sends the comparison code of the other screen.
         */
        readonly post: operations["decideAuthorizationRequest"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/owner/requests": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List what agents asked the caller to approve
         * @description The newest first, kept for 30 days. `getAuthorizationRequest` reads one of them, and `decideAuthorizationRequest` decides it.
         */
        readonly get: operations["listOwnerRequests"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/owner/request-budget": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read how often each agent may ask the caller
         * @description The budget holds for each agent; it is 10 requests an hour and 50 a day until the owner sets another.
         */
        readonly get: operations["getRequestBudget"];
        /**
         * Set how often each agent may ask the caller
         * @description A request beyond the budget asks nobody and ends at once. With 0 no agent may ask. Mandates do not count.
         */
        readonly put: operations["setRequestBudget"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/owner/mandates": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List what agents may do without asking again
         * @description Mandates that are neither revoked nor over, the newest first.
         */
        readonly get: operations["listMandates"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/owner/mandates/{mandateId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Revoke a mandate
         * @description The agent has to ask again. Tokens that it got by the mandate live 300 seconds at most.
         */
        readonly delete: operations["revokeMandate"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/owner/sessions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the connected applications and agents
         * @description The caller's live sessions, the most recently created first.
         */
        readonly get: operations["listConnectedSessions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/owner/sessions/{sessionId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Disconnect one session
         * @description Its refresh tokens and access tokens stop working at once at this provider. Services that read the status list, as the platform's do, reject them within 5 seconds; others when the last one expires, 15 minutes later at most.
         */
        readonly delete: operations["revokeConnectedSession"];
        readonly options?: never;
        readonly head?: never;
        /**
         * Rename a connection
         * @description The name is the owner's own and is not shown to other people. Null returns to the names that are known.
         */
        readonly patch: operations["updateConnectedSession"];
        readonly trace?: never;
    };
    readonly "/api/v1/owner/sessions/{sessionId}/pause": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Pause one agent or application
         * @description Until it is resumed, it gets no tokens and asks for no approval, and neither do its helpers: their token requests are `access_denied` with the reason `agent_paused`. Access tokens that they hold end as if the session was revoked, and what it asked and nobody decided expires. The session and its refresh token stay, and expire as before. Pausing a paused session alters nothing.
         */
        readonly post: operations["pauseConnectedSession"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/owner/sessions/{sessionId}/resume": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Resume a paused agent or application
         * @description The same session goes on, with the helpers that were paused with it: its refresh token works again, without a new approval. Access tokens from before the pause stay invalid. Resuming a session that is not paused alters nothing.
         */
        readonly post: operations["resumeConnectedSession"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/owner/keys/{jkt}/compromise": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Report a key as stolen
         * @description For good: all sessions of the key and of its helpers end, it can never be bound again, and what it signed counts only if the provider attested it before `since`. A further report can only move `since` to an earlier time. The agent needs a new key.
         */
        readonly post: operations["reportCompromisedKey"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/owner/end-preview": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Count what an action would end
         * @description Numbers of live sessions that end with a browser, passkey, device, session, application, stolen key or identity, so that a page can say it before the person confirms. They are 0 for what the caller does not have.
         */
        readonly get: operations["getEndPreview"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/owner/clients/{clientId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Disconnect an application
         * @description Ends all of the caller's sessions with this application. With none, `revoked` is 0.
         */
        readonly delete: operations["revokeConnectedClient"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/owner/applications": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the caller's sign-in applications
         * @description Applications of which the caller is an owner or a member, the most recently created first.
         */
        readonly get: operations["listApplications"];
        readonly put?: never;
        /**
         * Register a sign-in application
         * @description The caller becomes its owner. The same rules hold as for `createProvider`; its reach is `sign-in` until an administrator grants a request (`createReachRequest`). With `client_secret_basic` or `client_secret_post` the response contains the client secret, once. A person works on at most 50 applications.
         */
        readonly post: operations["createApplication"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/owner/applications/{clientId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Show a sign-in application
         * @description An application of which the caller is neither owner nor member does not exist for them.
         */
        readonly get: operations["getApplication"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete a sign-in application
         * @description Ends all sign-ins with it, its secrets, invites and resources. Nobody can sign in with it again, and its id is never used again. Owners only.
         */
        readonly delete: operations["deleteApplication"];
        readonly options?: never;
        readonly head?: never;
        /**
         * Change a sign-in application
         * @description Fields that are left out stay as they are; lists are replaced whole. The name of an application with the reach `platform` was approved by an administrator, who alone changes it.
         */
        readonly patch: operations["updateApplication"];
        readonly trace?: never;
    };
    readonly "/api/v1/owner/applications/{clientId}/icon": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Set the icon of a sign-in application
         * @description It stands beside the name of the application. The provider decodes the picture, scales it to at most 192 × 192 pixels and encodes it again, so that no metadata remains, and serves it itself (`iconUrl`). Null removes it. The icon of an application with the reach `platform` was seen by an administrator, who alone changes it.
         */
        readonly put: operations["setApplicationIcon"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/owner/applications/{clientId}/secrets": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Create a second client secret
         * @description Both secrets work until one is revoked, so that a rotation interrupts nobody. A body is ignored.
         */
        readonly post: operations["createApplicationSecret"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/owner/applications/{clientId}/secrets/{secretId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Revoke a secret of one's own application
         * @description It stops working at once. Sessions of the application go on with its other secret.
         */
        readonly delete: operations["revokeApplicationSecret"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/owner/applications/{clientId}/members": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read who works on an application
         * @description Owners and members, in the order in which they joined. An application has at most 50.
         */
        readonly get: operations["getApplicationMembers"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/owner/applications/{clientId}/members/{sub}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Change the role of a member
         * @description People join by an invite (`createApplicationInvite`). An application always has an owner. Owners only.
         */
        readonly put: operations["setApplicationMember"];
        readonly post?: never;
        /**
         * Remove a member
         * @description Owners remove anyone; a member may leave. What they lose ends with the next request. Invites that they created end too. The last owner stays.
         */
        readonly delete: operations["deleteApplicationMember"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/owner/applications/{clientId}/invites": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the open invites of an application
         * @description Invites that are neither used, revoked nor expired, the most recent first. An application has at most 20. Owners only.
         */
        readonly get: operations["getApplicationInvites"];
        readonly put?: never;
        /**
         * Invite a person by a link
         * @description The link works once, for 7 days. The first person who opens it and signs in becomes a member; with `sub`, only that person can. The link is not shown again. Owners only.
         */
        readonly post: operations["createApplicationInvite"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/owner/applications/{clientId}/invites/{inviteId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Revoke an invite to an application
         * @description The link can no longer be used. Who joined by it stays. Owners only.
         */
        readonly delete: operations["revokeApplicationInvite"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/owner/application-memberships": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Join an application by an invite
         * @description Uses up the invite. A person who is a member already keeps their role and the invite.
         */
        readonly post: operations["createApplicationMembership"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/owner/applications/{clientId}/reach-requests": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Ask for the reach platform
         * @description An administrator decides. Until then `reachRequest` of the application is `pending`. Owners only.
         */
        readonly post: operations["createReachRequest"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/owner/applications/{clientId}/resources": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the resources of an application
         * @description Origins for which tokens of every application can be issued (RFC 8707), with the state of their proof.
         */
        readonly get: operations["getResources"];
        readonly put?: never;
        /**
         * Add a resource
         * @description The origin must serve its metadata (RFC 9728) at `/.well-known/oauth-protected-resource`, with itself as `resource`, this issuer among `authorization_servers`, and the application as `platform_client_id`. An origin belongs to the one application that its metadata names. It is checked every day: when the proof is missing the resource is `warned`, and after three days `suspended`; tokens are no longer issued for it until it is proven again. An application has at most 5. Owners only.
         */
        readonly post: operations["createResource"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/owner/applications/{clientId}/resources/{resourceId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Remove a resource
         * @description Tokens are no longer issued for it; those that were issued last until they expire. Owners only.
         */
        readonly delete: operations["deleteResource"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/owner/applications/{clientId}/resources/{resourceId}/check": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Check the proof of a resource now
         * @description Instead of waiting for the daily check. A body is ignored.
         */
        readonly post: operations["testResource"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/owner/applications/{clientId}/detail-types": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the types of authorization details of an application
         * @description Types that the application can use in `authorization_details` beside the provider's own (RFC 9396).
         */
        readonly get: operations["getDetailTypes"];
        readonly put?: never;
        /**
         * Register a type of authorization details
         * @description The application, and no other, can then ask people to approve details of the type `<client_id>:<name>`. The schema is
         *     flat: members are text, whole numbers and truth values, without `pattern` and `$ref`; further members are refused. A
         *     detail has at most 2,000 characters of JSON.
         *
         *     The approver reads the sentence in their language, else the English one, marked as the words of the application, and
         *     every member with its value. In a sentence `{member}` stands for a value, each at most once. Sentences and values have
         *     no control characters and none that change the direction of text.
         *
         *     `usedOnce` says to services that a granted detail of the type is good for one action. Tokens are the same: the service
         *     that acts remembers the `jti` in the transaction of the action (`createGrantedDetails` of the SDK).
         *
         *     A type never changes: remove it and register it again. What was asked before keeps its sentence. An application has at
         *     most 20. Owners only.
         */
        readonly post: operations["createDetailType"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/owner/applications/{clientId}/detail-types/{name}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Remove a type of authorization details
         * @description New requests cannot use it. What was asked, and granted, before stays as it is. Owners only.
         */
        readonly delete: operations["deleteDetailType"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/providers": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the applications
         * @description All applications, disabled ones included, the most recently created first.
         */
        readonly get: operations["listProviders"];
        readonly put?: never;
        /**
         * Register an application
         * @description The provider address is drawn at random and never changes. With `client_secret_basic` or `client_secret_post` the response contains the client secret, once. `private_key_jwt` needs either `jwks` or `jwksUri`.
         */
        readonly post: operations["createProvider"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/providers/{providerAddress}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Show an application
         * @description Disabled ones included.
         */
        readonly get: operations["getProvider"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /**
         * Change an application
         * @description Members that are left out stay as they are; lists are replaced whole.
         */
        readonly patch: operations["updateProvider"];
        readonly trace?: never;
    };
    readonly "/api/v1/providers/{providerAddress}/disable": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Disable an application
         * @description It can no longer start sign-ins, open ones cannot be finished, and its sessions end. Disabling twice changes nothing. A body is ignored.
         */
        readonly post: operations["disableProvider"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/providers/{providerAddress}/secrets": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Make a second client secret
         * @description To replace a secret: make a second one, configure the application with it, then revoke the former one. Both work in between; an application has at most two. A body is ignored.
         */
        readonly post: operations["createProviderSecret"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/providers/{providerAddress}/secrets/{secretId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Revoke a client secret
         * @description It stops working at once. Sessions of the application go on with its other secret.
         */
        readonly delete: operations["revokeProviderSecret"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/reach-requests": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the requests for a higher reach
         * @description The most recent first; with `status` those in one state.
         */
        readonly get: operations["listReachRequests"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/reach-requests/{reachRequestId}/decision": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Decide a request for a higher reach
         * @description `approved` gives the application the reach `platform`: it can act for people at the services of the platform, and its name counts as verified. The people who work on it read the reason.
         */
        readonly post: operations["decideReachRequest"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/signing-keys": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Rotate the signing key
         * @description The new key is published at once and signs ten minutes later, when every cached key set knows it; the former key stays published for a year after that, as id_tokens are verified long after they expired. While a new key waits, another call changes nothing and returns the waiting key. A leaked key is revoked instead. A body is ignored.
         */
        readonly post: operations["rotateSigningKey"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/signing-keys/{kid}/revoke": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Revoke a signing key
         * @description For a leaked key: it no longer signs, is removed from the key set, and every token that it signed is rejected, by verifiers as soon as they read the key set again (its `Cache-Control`). When it was the current key, another one signs at once. Revoking twice changes nothing. A body is ignored.
         */
        readonly post: operations["revokeSigningKey"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/administrators": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the administrators
         * @description Expired and revoked ones included, the most recently created first. Keys are never shown again.
         */
        readonly get: operations["listAdministrators"];
        readonly put?: never;
        /**
         * Create an administrator
         * @description Returns the key, which is stored as a hash and never shown again. Only the bootstrap key creates administrators, so that no administrator can raise their own scopes.
         */
        readonly post: operations["createAdministrator"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/administrators/current": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Show who presents this key
         * @description For other services: they pass on the key that they were sent, and learn whose it is and with which scopes. A service may cache the response for 5 seconds.
         */
        readonly get: operations["getCurrentAdministrator"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/administrators/{administratorId}/revoke": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Revoke an administrator's key
         * @description The key is rejected at once, by other services within 5 seconds. Revoking twice changes nothing. A body is ignored.
         */
        readonly post: operations["revokeAdministrator"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/owners": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Search the owners
         * @description All owners, or those that `search` finds, the most recently created first. `search` is the beginning of a session address, of the owner's name or of the name of an authenticator, or a whole key thumbprint or passkey id.
         */
        readonly get: operations["listOwners"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/owners/{sub}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Show an owner
         * @description With authenticators and the number of live sessions.
         */
        readonly get: operations["getOwnerBySub"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Erase an owner
         * @description Revokes all sessions and deletes the owner with all authenticators. In the audit a pseudonym takes the place of the session address, and network addresses and identifiers of devices are removed. This cannot be undone.
         */
        readonly delete: operations["deleteOwnerBySub"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/owners/{sub}/suspend": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Suspend an owner
         * @description The owner can neither sign in nor approve, all sessions are revoked, and all browsers are signed out. Their authenticators stay. Suspending twice changes nothing.
         */
        readonly post: operations["suspendOwner"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/owners/{sub}/resume": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Resume a suspended owner
         * @description The owner can sign in again. Sessions that the suspension revoked stay revoked. Resuming twice changes nothing. A body is ignored.
         */
        readonly post: operations["resumeOwner"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/owners/{sub}/sessions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the applications and agents of an owner
         * @description The owner's live sessions, the most recently created first. What the owner calls a connection is not shown to administrators: `name` is null.
         */
        readonly get: operations["listOwnerSessions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/owners/{sub}/sessions/{sessionId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Disconnect one session of an owner
         * @description Its tokens stop working at once at this provider, and within 5 seconds at services that read the status list.
         */
        readonly delete: operations["revokeOwnerSession"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/owners/{sub}/browser-sessions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the browsers in which an owner is signed in
         * @description The most recently started first. `current` is false.
         */
        readonly get: operations["listOwnerBrowserSessions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/owners/{sub}/sessions/revoke": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * End all sessions of an owner
         * @description Disconnects all applications and agents and signs out all browsers; the owner may sign in again. With no session, nothing changes. A body is ignored.
         */
        readonly post: operations["revokeOwnerSessions"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/owners/{sub}/console-scopes": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Let an owner into the operator console
         * @description Replaces the scopes that the owner has in the console, until the grant expires; an empty list ends the access. Audit events name the grant by `name`.
         */
        readonly put: operations["setConsoleScopes"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/console-grants": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the owners who may use the operator console
         * @description Expired grants included, the most recently granted first.
         */
        readonly get: operations["listConsoleGrants"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/console-access": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read whether the caller may open the operator console
         * @description For the console application, before `createConsoleSession`. An owner without access gets a 200 that says so. The audit records it like a refused session.
         */
        readonly get: operations["getConsoleAccess"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/console-sessions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Open the operator console
         * @description Exchanges an access token of the console application, whose owner was granted the console, for an administrator's key. The token has to come from a sign-in with `acr_values=open_console`, which the owner confirmed with a passkey or device at most 600 seconds ago (`auth_time`); a silent sign-in never does. The key expires 600 seconds after the confirmation. The key has the scopes of the grant as they are when it is used; it ends at once when the grant, the owner's sign-in or the owner ends. A body is ignored.
         */
        readonly post: operations["createConsoleSession"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/console-sessions/current": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Leave the operator console
         * @description The console key that the request presents stops working at once, at other services within 5 seconds.
         */
        readonly delete: operations["deleteConsoleSession"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/settings": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Show the settings
         * @description The settings with which this process of the provider was started, in the order of `npm run config`. Secrets are masked. Settings change in the environment, never here.
         */
        readonly get: operations["getSettings"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/invites": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the invites
         * @description Used, expired and revoked ones included, the most recently created first. Codes are never shown again.
         */
        readonly get: operations["listInvites"];
        readonly put?: never;
        /**
         * Create an invite
         * @description Returns a code that lets one new owner enrol, also where `REGISTRATION` is `invite`. The code is stored as a hash and never shown again. Where `REGISTRATION` is `closed`, it is refused.
         */
        readonly post: operations["createInvite"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/invites/{inviteId}/revoke": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Revoke an invite
         * @description It can no longer be used. A used invite stays used, and its owner stays. Revoking twice changes nothing. A body is ignored.
         */
        readonly post: operations["revokeInvite"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/service-health": {
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
    readonly "/api/v1/audit": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Search the audit
         * @description Security events of the provider, the newest first. They are kept for 400 days and cannot be changed. Of an erased owner, events name a pseudonym; `sub` finds them by the former session address too. `ownerName` and `applicationName` are the names of today.
         */
        readonly get: operations["listAuditEvents"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/audit/export": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Export the audit
         * @description All matching events up to now as JSON lines, the oldest first: each line is an `AuditEvent`. The response is streamed; one that breaks off is incomplete. Every export is recorded in the audit.
         */
        readonly get: operations["getAuditExport"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description OAuth response type. Only the authorization code flow exists.
         * @enum {string}
         */
        readonly AuthorizationResponseType: "code";
        /**
         * @description `json`: the application shows the link and polls. `query`: the browser is redirected. `form_post`: a page submits the response as a form.
         * @enum {string}
         */
        readonly ResponseMode: "json" | "query" | "form_post";
        /** @description The application's provider address, as a request names it. */
        readonly RequestedClientId: string;
        /** @description Scope tokens separated by single spaces; `openid` is among them. */
        readonly RequestedScope: string;
        /** @description A service of the platform (RFC 8707 section 2). */
        readonly ResourceUri: string;
        /** @description base64url SHA-256 of the PKCE verifier, without padding (RFC 7636 section 4.2). */
        readonly CodeChallenge: string;
        /**
         * @description PKCE method (RFC 7636 section 4.3).
         * @enum {string}
         */
        readonly CodeChallengeMethod: "S256";
        /** @description The application's `state`, 1 to 4,096 printable ASCII characters (RFC 6749 appendix A.5). */
        readonly State: string;
        /** @description The application's `nonce`, 1 to 512 printable ASCII characters. */
        readonly Nonce: string;
        /**
         * Format: uri
         * @description An absolute URI without a fragment.
         */
        readonly RedirectUri: string;
        /**
         * Key thumbprint
         * @description RFC 7638 SHA-256 thumbprint of a public key, base64url without padding.
         * @example kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k
         */
        readonly Thumbprint: string;
        /** @description `none` alone, or any of `login`, `consent` and `select_account`, separated by single spaces. */
        readonly Prompt: string;
        /** @description Seconds, as a decimal number. */
        readonly MaxAge: string;
        /** @description An id_token of this provider (JWS compact serialization). */
        readonly IdTokenHint: string;
        /** @description Text that does not change the response. */
        readonly SignInHint: string;
        /** @description Language tags (BCP 47) separated by spaces. Unknown ones are skipped. */
        readonly UiLocales: string;
        /** @description What an agent calls itself, 1 to 80 characters of any script; no control characters, no invisible or direction-changing characters, no white space at either end. Not trustworthy. */
        readonly AgentName: string;
        /**
         * Format: uri
         * @description An address on the provider that any phone camera and browser opens; https outside of development.
         */
        readonly DeepLink: string;
        /**
         * Format: int64
         * @description Timestamp in whole seconds since 1970-01-01T00:00:00Z.
         * @example 1772357400
         */
        readonly UnixSeconds: number;
        /** @description Short code that the asking screen and the approving screen both show; they must be equal (RFC 10027). No vowels and no digits, so that it is easy to read aloud. For device authorization it is the `user_code`. */
        readonly ComparisonCode: string;
        readonly AuthorizeResponse: {
            readonly deep_link: components["schemas"]["DeepLink"];
            /** @description For the poll endpoint only; never show it. */
            readonly polling_code: string;
            /** @description When the sign-in ends undecided, in Unix seconds; 5 minutes ahead by default, 10 at most. */
            readonly expired_at: components["schemas"]["UnixSeconds"];
            readonly comparison_code?: components["schemas"]["ComparisonCode"];
        };
        /**
         * @description Error code, stable and for programs; each response lists the ones it uses. The set is open: treat a
         *     code that you do not know by the HTTP status.
         *
         *     | code | what to do |
         *     |---|---|
         *     | `invalid_request`, `unsupported_response_type`, `invalid_scope`, `invalid_target`, `unsupported_grant_type` | correct the request |
         *     | `invalid_client` | use the provider address of a registered application that is not disabled, with its credentials |
         *     | `secret_limit`, `secret_not_used` | revoke a secret first; the application has another method |
         *     | `access_denied` | register the `Origin` for the application, or ask the administrator for one |
         *     | `invalid_redirect_uri`, `invalid_client_metadata` | correct the metadata of the application |
         *     | `name_reserved` | choose another name |
         *     | `name_taken`, `name_verified`, `icon_verified` | choose another name; ask the operator |
         *     | `application_refused`, `application_owner_required` | use the portal or the command line; ask an owner of the application |
         *     | `application_limit`, `application_invite_limit`, `member_limit`, `last_application_owner`, `already_member` | delete or revoke one first; make another member an owner; nothing |
         *     | `application_invite_refused` | ask for a new invite |
         *     | `reach_request_pending`, `reach_request_decided`, `reach_not_possible` | wait; read the decision; register another application |
         *     | `resource_not_proven`, `resource_reserved`, `resource_limit` | correct the metadata of the origin; use another origin; remove one first |
         *     | `own_application` | change the settings of the platform |
         *     | `unauthorized_client` | redirect a browser to authorize: an application of the platform itself signs in by no other way |
         *     | `same_browser_required` | approve in the browser that asks |
         *     | `login_required`, `consent_required` | send the person to authorize without `prompt=none` |
         *     | `request_not_supported`, `request_uri_not_supported`, `registration_not_supported` | send plain parameters |
         *     | `invalid_grant`, `expired_token` | start a new sign-in |
         *     | `invalid_authorization_details`, `invalid_binding_message` | correct what is asked |
         *     | `unknown_user_id` | ask a person who connected the application with this key |
         *     | `invalid_request_uri` | push the request again |
         *     | `authorization_pending`, `slow_down` | poll again after the interval; after `slow_down` 5 seconds later than before |
         *     | `invalid_dpop_proof`, `invalid_device_proof` | make a fresh proof for this request |
         *     | `use_dpop_nonce` | repeat the request with the nonce of the `DPoP-Nonce` header in the proof |
         *     | `invalid_token`, `unauthorized` | send valid credentials |
         *     | `insufficient_scope` | use a key with the scope that the operation names |
         *     | `insufficient_user_authentication` | confirm with a passkey again: authorize with `max_age=600` |
         *     | `console_access_denied` | ask an administrator for access to the console |
         *     | `not_a_console_session` | use `revokeAdministrator` |
         *     | `unknown_device` | enroll the device first |
         *     | `owner_suspended`, `registration_closed` | ask the operator |
         *     | `invite_required`, `invite_refused` | ask for an invite |
         *     | `origin_refused` | send the request from a page of the provider |
         *     | `passkey_refused`, `assertion_required` | ask for new options and confirm with a passkey |
         *     | `passkey_exists`, `passkey_limit`, `last_authenticator` | sign in with the passkey; delete one; add one first |
         *     | `device_link_expired` | create a new link |
         *     | `device_of_another_owner`, `browser_of_another_owner`, `device_limit` | use a new key; sign out; delete a device first |
         *     | `recovery_code_refused` | use another recovery code |
         *     | `request_mismatch` | show the request again: its application or key is another one |
         *     | `comparison_required` | send the code that the other screen shows |
         *     | `owner_mismatch` | sign in as the person of `id_token_hint` |
         *     | `parent_paused` | resume the agent that it helps |
         *     | `key_of_another_owner`, `key_compromised` | let the owner of the key approve; use a new key |
         *     | `already_decided`, `comparison_failed`, `request_expired`, `request_not_found` | ask for a new sign-in |
         *     | `not_found`, `passkey_not_found`, `device_not_found`, `session_not_found`, `key_not_found`, `browser_session_not_found`, `device_link_not_found`, `provider_not_found`, `secret_not_found`, `signing_key_not_found`, `administrator_not_found`, `status_list_not_found`, `mandate_not_found` | check the id |
         *     | `owner_not_found`, `owner_session_not_found`, `invite_not_found`, `application_not_found`, `member_not_found`, `application_invite_not_found`, `reach_request_not_found`, `resource_not_found` | check the session address or the id |
         *     | `guess_limit` | wait `Retry-After` seconds before the next code or key |
         *     | `temporarily_unavailable` | wait `Retry-After` seconds, then send the request again |
         *     | `server_error` | try later; quote `X-Request-Id` when you report it |
         * @example invalid_grant
         */
        readonly SsoErrorCode: string;
        /** @description For people: what is wrong, with which value, and what to do. Printable ASCII without double quote and backslash (RFC 6749 section 5.2). */
        readonly ErrorDescription: string;
        /**
         * @description Why a key cannot be bound, or its agent gets no tokens. The set is open.
         *
         *     | reason | what to do |
         *     |---|---|
         *     | `key_of_another_owner` | the key was bound to another owner before: let that owner approve, or use a new key |
         *     | `key_compromised` | the owner reported the key stolen: use a new key |
         *     | `agent_paused` | the owner paused the agent: keep the refresh token and ask later |
         * @example key_of_another_owner
         */
        readonly KeyRefusal: string;
        readonly Jwt: string;
        /** @description Every failure has this body (RFC 6749 section 5.2). */
        readonly SsoError: {
            readonly error: components["schemas"]["SsoErrorCode"];
            readonly error_description: components["schemas"]["ErrorDescription"];
            /** @description Present when the key or the agent of the request is refused; for programs. */
            readonly reason?: components["schemas"]["KeyRefusal"];
            /** @description Present when a request of an agent was rejected or expired; a JWT of the type `approval-receipt+jwt`. */
            readonly approval_receipt?: components["schemas"]["Jwt"];
        };
        /**
         * @description ResponseMode as a field of a form.
         * @example query
         */
        readonly FormResponseMode: string;
        /** @description A JSON array of authorization details (RFC 9396 section 2). */
        readonly AuthorizationDetailsText: string;
        /** @description The parameters of authorize as a form. */
        readonly AuthorizeForm: {
            /**
             * @description Always `code`.
             * @constant
             */
            readonly response_type: "code";
            readonly response_mode?: components["schemas"]["FormResponseMode"];
            readonly client_id: components["schemas"]["RequestedClientId"];
            readonly scope?: components["schemas"]["RequestedScope"];
            readonly resource?: components["schemas"]["ResourceUri"];
            readonly code_challenge?: components["schemas"]["CodeChallenge"];
            /**
             * @description Always `S256`.
             * @constant
             */
            readonly code_challenge_method?: "S256";
            readonly state?: components["schemas"]["State"];
            readonly nonce?: components["schemas"]["Nonce"];
            readonly redirect_uri?: components["schemas"]["RedirectUri"];
            readonly dpop_jkt?: components["schemas"]["Thumbprint"];
            readonly agent_name?: components["schemas"]["AgentName"];
            readonly prompt?: components["schemas"]["Prompt"];
            readonly max_age?: components["schemas"]["MaxAge"];
            readonly id_token_hint?: components["schemas"]["IdTokenHint"];
            readonly login_hint?: components["schemas"]["SignInHint"];
            readonly ui_locales?: components["schemas"]["UiLocales"];
            readonly acr_values?: components["schemas"]["SignInHint"];
            readonly authorization_details?: components["schemas"]["AuthorizationDetailsText"];
        };
        readonly PollRequest: {
            /** @description From the response of authorize. A malformed code is treated as unknown, with 404. */
            readonly polling_code: string;
        };
        /**
         * @description State of a sign-in as the application sees it.
         * @enum {string}
         */
        readonly PollStatus: "pending" | "authorized" | "rejected" | "expired";
        readonly PollResponse: {
            readonly status: components["schemas"]["PollStatus"];
            /** @description Present only when the status is `authorized`. */
            readonly authorization_code?: string;
            /** @description Present on every status but `pending`. Must equal the one sent to authorize. */
            readonly state?: components["schemas"]["State"];
            /**
             * Format: uri
             * @description The issuer (RFC 9207), present on every status but `pending`.
             */
            readonly iss?: string;
            /** @description Present on `rejected` when the provider refused the key of the request. */
            readonly reason?: components["schemas"]["KeyRefusal"];
        };
        /** @description The application, as sent to authorize. Required unless the credentials name it; then it must be the same. */
        readonly FormClientId: string;
        /** @description For `client_secret_post`. A client that sends it authenticates in no other way. */
        readonly FormClientSecret: string;
        /** @description For `private_key_jwt`, a JWT that the client signs (RFC 7523 section 2.2). */
        readonly FormClientAssertion: string;
        /** @description `urn:ietf:params:oauth:client-assertion-type:jwt-bearer`; required with `client_assertion`. */
        readonly FormClientAssertionType: string;
        /** @description Selects some of the granted details for the token (RFC 9396 section 6): a JSON array of them, each with all its members. Left out, the token carries all. No later token carries the others. What was not granted is `invalid_authorization_details`, and uses nothing up. */
        readonly SelectedDetailsText: components["schemas"]["AuthorizationDetailsText"];
        /** @description The first exchange, of a code that a sign-in ended with. */
        readonly AuthorizationCodeGrant: {
            /**
             * @description Always `authorization_code`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly grant_type: "authorization_code";
            /** @description From the poll endpoint or the redirect. Works once. */
            readonly code: string;
            readonly client_id?: components["schemas"]["FormClientId"];
            readonly client_secret?: components["schemas"]["FormClientSecret"];
            readonly client_assertion?: components["schemas"]["FormClientAssertion"];
            readonly client_assertion_type?: components["schemas"]["FormClientAssertionType"];
            /** @description The PKCE verifier whose hash was sent to authorize: 43 to 128 unreserved characters (RFC 7636 section 4.1). Left out when authorize had no `code_challenge`; in every other case a missing, superfluous or wrong one is `invalid_grant`. */
            readonly code_verifier?: string;
            /** @description Selects one service among what was approved (RFC 8707 section 2.2). */
            readonly resource?: components["schemas"]["ResourceUri"];
            /** @description Exactly as sent to authorize; left out when it was left out there. */
            readonly redirect_uri?: string;
            readonly authorization_details?: components["schemas"]["SelectedDetailsText"];
        };
        /** @description A later exchange, of the latest refresh token. */
        readonly RefreshTokenGrant: {
            /**
             * @description Always `refresh_token`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly grant_type: "refresh_token";
            /** @description The latest one received. Works once. */
            readonly refresh_token: string;
            readonly client_id?: components["schemas"]["FormClientId"];
            readonly client_secret?: components["schemas"]["FormClientSecret"];
            readonly client_assertion?: components["schemas"]["FormClientAssertion"];
            readonly client_assertion_type?: components["schemas"]["FormClientAssertionType"];
            /** @description A part of what was approved (RFC 6749 section 6); never more. Left out, all of it. */
            readonly scope?: string;
            /** @description Selects one service among what was approved (RFC 8707 section 2.2). */
            readonly resource?: components["schemas"]["ResourceUri"];
            /** @description Accepted from clients that send it, and not used. */
            readonly redirect_uri?: string;
        };
        /** @description A poll of a device that waits for its person (RFC 8628 section 3.4). */
        readonly DeviceCodeGrant: {
            /**
             * @description Always `urn:ietf:params:oauth:grant-type:device_code`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly grant_type: "urn:ietf:params:oauth:grant-type:device_code";
            /** @description From the device authorization endpoint. Works once. */
            readonly device_code: string;
            /** @description Selects one service among what was approved (RFC 8707 section 2.2). */
            readonly resource?: components["schemas"]["ResourceUri"];
            readonly client_id?: components["schemas"]["FormClientId"];
            readonly client_secret?: components["schemas"]["FormClientSecret"];
            readonly client_assertion?: components["schemas"]["FormClientAssertion"];
            readonly client_assertion_type?: components["schemas"]["FormClientAssertionType"];
        };
        /** @description An exchange of a delegation for tokens of a helper (RFC 8693 section 2.1). */
        readonly TokenExchangeGrant: {
            /**
             * @description Always `urn:ietf:params:oauth:grant-type:token-exchange`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly grant_type: "urn:ietf:params:oauth:grant-type:token-exchange";
            /** @description The delegation, signed by the key of the agent that the helper helps. */
            readonly subject_token: string;
            /** @description `urn:ietf:params:oauth:token-type:jwt`; any other is rejected with `invalid_request`. */
            readonly subject_token_type: string;
            /** @description `urn:ietf:params:oauth:token-type:access_token`, which is also the default; any other is rejected with `invalid_request`. */
            readonly requested_token_type?: string;
            /** @description Rejected with `invalid_request`; the proof names the actor. */
            readonly actor_token?: string;
            /** @description Rejected with `invalid_request`. */
            readonly actor_token_type?: string;
            /** @description Rejected with `invalid_target`; `resource` names a service. */
            readonly audience?: string;
            /** @description Selects one service among what the delegation allows (RFC 8707 section 2.2). */
            readonly resource?: components["schemas"]["ResourceUri"];
            /** @description A part of what the delegation allows, never more. Left out, all of it. */
            readonly scope?: string;
            readonly client_id?: components["schemas"]["FormClientId"];
            readonly client_secret?: components["schemas"]["FormClientSecret"];
            readonly client_assertion?: components["schemas"]["FormClientAssertion"];
            readonly client_assertion_type?: components["schemas"]["FormClientAssertionType"];
        };
        /** @description A poll for the decision of a person (CIBA Core section 10.1). */
        readonly BackchannelGrant: {
            /**
             * @description Always `urn:openid:params:grant-type:ciba`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly grant_type: "urn:openid:params:grant-type:ciba";
            /** @description From the backchannel authentication endpoint. Works once. */
            readonly auth_req_id: string;
            readonly authorization_details?: components["schemas"]["SelectedDetailsText"];
            readonly client_id?: components["schemas"]["FormClientId"];
            readonly client_secret?: components["schemas"]["FormClientSecret"];
            readonly client_assertion?: components["schemas"]["FormClientAssertion"];
            readonly client_assertion_type?: components["schemas"]["FormClientAssertionType"];
        };
        /** @description `grant_type` is checked first; any other one is rejected with `unsupported_grant_type`. */
        readonly TokenRequest: components["schemas"]["AuthorizationCodeGrant"] | components["schemas"]["RefreshTokenGrant"] | components["schemas"]["DeviceCodeGrant"] | components["schemas"]["TokenExchangeGrant"] | components["schemas"]["BackchannelGrant"];
        /**
         * @description `DPoP` when the tokens are bound to a key.
         * @enum {string}
         */
        readonly TokenType: "Bearer" | "DPoP";
        /** @description `openid`, or also `profile` and `email`, and scopes that limit the tokens to what they name. */
        readonly GrantedScope: string;
        /** @description `payment`, `action`, `delegation`, or the client id and the name of a registered type, joined by a colon. */
        readonly DetailTypeId: string;
        /** @description One thing to approve. `type` is one of the provider's own, whose members `OwnDetail` describes, or one that the application registered, `<client_id>:<name>`, with the members of its schema (`getAuthorizationDetailsType`). */
        readonly AuthorizationDetail: {
            readonly type: components["schemas"]["DetailTypeId"];
        };
        /** @description What was asked, or granted (RFC 9396 section 2). */
        readonly AuthorizationDetails: readonly components["schemas"]["AuthorizationDetail"][];
        readonly TokenResponse: {
            /** @description JWT of type `at+jwt` (RFC 9068), signed RS256. `aud` is the application, and with the reach `platform` also the issuer; with a `resource` it is the application and that service. */
            readonly access_token: components["schemas"]["Jwt"];
            /** @description JWT with the person's claims, signed RS256; `aud` is the application. */
            readonly id_token?: components["schemas"]["Jwt"];
            /** @description Opaque. Replaces the former one. A token exchange gives none. */
            readonly refresh_token?: string;
            /** @description Type of `access_token` after a token exchange (RFC 8693 section 2.2.1), always `urn:ietf:params:oauth:token-type:access_token`. */
            readonly issued_token_type?: string;
            /** @description `DPoP` when the tokens are bound to a key. A client that sent a proof and reads `Bearer` must stop. */
            readonly token_type: components["schemas"]["TokenType"];
            /**
             * Format: int32
             * @description Lifetime of the access token in seconds.
             */
            readonly expires_in: number;
            /** @description Present when it is not what was asked for (RFC 6749 section 5.1), and after a token exchange. */
            readonly scope?: components["schemas"]["GrantedScope"];
            /** @description What the person granted and the access token carries (RFC 9396 section 7); with the grants `authorization_code` and `urn:openid:params:grant-type:ciba`. */
            readonly authorization_details?: components["schemas"]["AuthorizationDetails"];
            /** @description The decision, a JWT of the type `approval-receipt+jwt`; only with the grant `urn:openid:params:grant-type:ciba`. */
            readonly approval_receipt?: components["schemas"]["Jwt"];
        };
        /** @description The parameters of authorize with the credentials of the client. */
        readonly PushedAuthorizationForm: {
            /**
             * @description Always `code`.
             * @constant
             */
            readonly response_type: "code";
            readonly response_mode?: components["schemas"]["FormResponseMode"];
            readonly client_id?: components["schemas"]["FormClientId"];
            readonly client_secret?: components["schemas"]["FormClientSecret"];
            readonly client_assertion?: components["schemas"]["FormClientAssertion"];
            readonly client_assertion_type?: components["schemas"]["FormClientAssertionType"];
            readonly scope?: components["schemas"]["RequestedScope"];
            readonly code_challenge?: components["schemas"]["CodeChallenge"];
            /**
             * @description Always `S256`.
             * @constant
             */
            readonly code_challenge_method?: "S256";
            readonly state?: components["schemas"]["State"];
            readonly nonce?: components["schemas"]["Nonce"];
            readonly redirect_uri?: components["schemas"]["RedirectUri"];
            readonly dpop_jkt?: components["schemas"]["Thumbprint"];
            readonly agent_name?: components["schemas"]["AgentName"];
            readonly prompt?: components["schemas"]["Prompt"];
            readonly max_age?: components["schemas"]["MaxAge"];
            readonly id_token_hint?: components["schemas"]["IdTokenHint"];
            readonly login_hint?: components["schemas"]["SignInHint"];
            readonly ui_locales?: components["schemas"]["UiLocales"];
            readonly acr_values?: components["schemas"]["SignInHint"];
            readonly authorization_details?: components["schemas"]["AuthorizationDetailsText"];
            readonly resource?: components["schemas"]["ResourceUri"];
        };
        /** @description RFC 9126 section 2.2. */
        readonly PushedAuthorization: {
            /** @description For authorize, with `client_id` and nothing else. Works once. */
            readonly request_uri: string;
            /**
             * Format: int32
             * @description Seconds until it expires.
             */
            readonly expires_in: number;
        };
        /** @description Metadata of an application (RFC 7591 section 2). Unknown members are ignored. Members have no type here, because violations have error codes of their own. */
        readonly ClientRegistration: {
            /** @description Up to 20 URIs, with the rules of `RedirectUris`. Required for `authorization_code`. */
            readonly redirect_uris?: unknown;
            /** @description What approvers are shown. */
            readonly client_name?: unknown;
            /** @description A `ClientAuthMethod`; `client_secret_basic` when missing. */
            readonly token_endpoint_auth_method?: unknown;
            /** @description Among `authorization_code`, `refresh_token` and the device grant. */
            readonly grant_types?: unknown;
            /** @description Only `code`. */
            readonly response_types?: unknown;
            /** @description Public keys, for `private_key_jwt`. */
            readonly jwks?: unknown;
            /** @description Where the public keys are published, instead of `jwks`: https on a public host. The provider fetches them when an assertion needs them, and keeps a copy as long as Cache-Control says, at least a minute and at most a day. */
            readonly jwks_uri?: unknown;
            /** @description Where a logout may return to, with the rules of `RedirectUris`. */
            readonly post_logout_redirect_uris?: unknown;
            /** @description Where logout tokens are sent. */
            readonly backchannel_logout_uri?: unknown;
            /** @description Whether it needs `sid`. */
            readonly backchannel_logout_session_required?: unknown;
            /** @description Whether its tokens are always bound to a key (RFC 9449 section 5.2). */
            readonly dpop_bound_access_tokens?: unknown;
            /** @description A `SubjectType`; `public` when missing. */
            readonly subject_type?: unknown;
            /** @description A `SectorIdentifierUri`. */
            readonly sector_identifier_uri?: unknown;
        } & {
            readonly [key: string]: unknown;
        };
        /**
         * Provider address
         * @description Identifier of an application at the sign-in provider, used as its `client_id`: 32 hex digits, or the URL of the metadata of an application that registered itself.
         * @example 00000006010000000000000000000001
         */
        readonly ProviderAddress: string;
        /**
         * Secret of 256 bits
         * @description 32 bytes, at least 244 of their bits random, base64url without padding. The provider keeps only its SHA-256.
         */
        readonly Secret: string;
        /** @description A name for people, 1 to 80 characters of any script; no control characters, no invisible or direction-changing characters but the joiners of letters and emoji, no white space at either end. */
        readonly DisplayName: string;
        /**
         * Format: uri
         * @description https, http on a loopback host, or an app's own scheme with a dot in its name (RFC 8252 section 7.1). No user name, no fragment and no wildcard for a host: addresses are compared whole (RFC 9700 section 4.1.3).
         */
        readonly RegisteredRedirectUri: string;
        /** @description Where the redirect modes may return to. On a loopback host any port counts as equal. */
        readonly RedirectUris: readonly components["schemas"]["RegisteredRedirectUri"][];
        /**
         * @description How the application authenticates at the token endpoint (OpenID Connect Core section 9). `none`: a public client, such as a browser or native app.
         * @enum {string}
         */
        readonly ClientAuthMethod: "none" | "client_secret_basic" | "client_secret_post" | "private_key_jwt";
        /**
         * @description Whether the application knows a person by the session address (`public`), or by an identifier of its own (`pairwise`, OpenID Connect Core section 8), with which applications of other sites cannot recognise the person. Its sector is the host of the redirect URIs; an application on people's own devices is a sector of its own. `pairwise` needs the reach `sign-in`, excludes the platform's scopes, and is decided once (`public` when missing): with another subject every person would be a stranger.
         * @enum {string}
         */
        readonly SubjectType: "public" | "pairwise";
        /** @description RSA of at least 2048 bits, EC on P-256 or OKP Ed25519, without private members. Unknown members are not kept. */
        readonly ClientJwk: {
            /** @description Key type. */
            readonly kty: string;
            /** @description Names the key in assertions. */
            readonly kid?: string;
            /** @description The only algorithm of this key. */
            readonly alg?: string;
            /** @description Always `sig`. */
            readonly use?: string;
            /** @description Curve. */
            readonly crv?: string;
            /** @description Coordinate or key. */
            readonly x?: string;
            /** @description Coordinate. */
            readonly y?: string;
            /** @description Modulus. */
            readonly n?: string;
            /** @description Exponent. */
            readonly e?: string;
        } & {
            readonly [key: string]: unknown;
        };
        /** @description Public keys of an application (RFC 7517 section 5). */
        readonly ClientKeySet: {
            readonly keys: readonly components["schemas"]["ClientJwk"][];
        };
        /** @description Where a logout that the application starts may return to (OpenID Connect RP-Initiated Logout), with the same rules as `redirectUris`, but compared character by character. */
        readonly PostLogoutRedirectUris: readonly components["schemas"]["RegisteredRedirectUri"][];
        /** @description What was registered (RFC 7591 section 3.2.1). */
        readonly RegisteredClient: {
            readonly client_id: components["schemas"]["ProviderAddress"];
            /**
             * Format: int64
             * @description Seconds since 1970.
             */
            readonly client_id_issued_at: number;
            /** @description Only this response contains it; the provider keeps its SHA-256. */
            readonly client_secret?: components["schemas"]["Secret"];
            /**
             * Format: int64
             * @description Always 0: it does not expire.
             */
            readonly client_secret_expires_at?: number;
            readonly client_name: components["schemas"]["DisplayName"];
            readonly redirect_uris: components["schemas"]["RedirectUris"];
            readonly grant_types: readonly string[];
            readonly response_types: readonly string[];
            readonly token_endpoint_auth_method: components["schemas"]["ClientAuthMethod"];
            /** @description Present when its tokens are always bound to a key. */
            readonly dpop_bound_access_tokens?: boolean;
            readonly subject_type?: components["schemas"]["SubjectType"];
            /** Format: uri */
            readonly sector_identifier_uri?: string;
            readonly jwks?: components["schemas"]["ClientKeySet"];
            /** Format: uri */
            readonly jwks_uri?: string;
            readonly post_logout_redirect_uris?: components["schemas"]["PostLogoutRedirectUris"];
            /** Format: uri */
            readonly backchannel_logout_uri?: string;
            readonly backchannel_logout_session_required?: boolean;
        };
        /** @description Unknown parameters are ignored. */
        readonly DeviceAuthorizationForm: {
            readonly client_id?: components["schemas"]["FormClientId"];
            readonly client_secret?: components["schemas"]["FormClientSecret"];
            readonly client_assertion?: components["schemas"]["FormClientAssertion"];
            readonly client_assertion_type?: components["schemas"]["FormClientAssertionType"];
            /** @description The only service that the access token is for (RFC 8707). */
            readonly resource?: components["schemas"]["ResourceUri"];
            /** @description Scopes separated by single spaces, `openid` among them; `openid` when it is left out. */
            readonly scope?: components["schemas"]["RequestedScope"];
            /** @description Thumbprint of the key that the tokens will be bound to; only a proof by this key fetches them. */
            readonly dpop_jkt?: components["schemas"]["Thumbprint"];
            readonly agent_name?: components["schemas"]["AgentName"];
        };
        /** @description RFC 8628 section 3.2. */
        readonly DeviceAuthorization: {
            /** @description For the token endpoint only; never show it. */
            readonly device_code: components["schemas"]["Secret"];
            /** @description What the device shows and the person types. */
            readonly user_code: components["schemas"]["ComparisonCode"];
            /**
             * Format: uri
             * @description Where the person types the code.
             */
            readonly verification_uri: string;
            /**
             * Format: uri
             * @description The same with the code, for a QR code; there the person picks the code among three.
             */
            readonly verification_uri_complete: string;
            /**
             * Format: int32
             * @description Seconds until the codes expire.
             */
            readonly expires_in: number;
            /**
             * Format: int32
             * @description Seconds between polls.
             */
            readonly interval: number;
        };
        /** @description Unknown parameters are ignored (CIBA Core section 7.1). */
        readonly BackchannelAuthenticationForm: {
            readonly client_id?: components["schemas"]["FormClientId"];
            readonly client_secret?: components["schemas"]["FormClientSecret"];
            readonly client_assertion?: components["schemas"]["FormClientAssertion"];
            readonly client_assertion_type?: components["schemas"]["FormClientAssertionType"];
            /** @description Contains `openid`, which is also the default. The tokens have no other scope than the granted details. */
            readonly scope?: components["schemas"]["RequestedScope"];
            /** @description The person, by the `sub` that the application knows. */
            readonly login_hint?: string;
            /** @description The person, by an id_token that this provider issued to the application. It may have expired. */
            readonly id_token_hint?: string;
            /** @description Not supported; rejected with `invalid_request`. */
            readonly login_hint_token?: string;
            /** @description Not supported; rejected with `invalid_request`. */
            readonly request?: string;
            /** @description A sentence of at most 60 characters for the person, without control characters and without characters that change the direction of text; otherwise `invalid_binding_message`. */
            readonly binding_message?: string;
            /** @description Seconds for which the person can decide, 1 to 600. Default 300. */
            readonly requested_expiry?: string;
            /** @description In ping mode the bearer token of the notification, 22 to 1,024 characters of a token (RFC 6750 section 2.1). */
            readonly client_notification_token?: string;
            /** @description A JSON array of 1 to 8 authorization details (RFC 9396 section 2). */
            readonly authorization_details?: string;
            /** @description The service that the access token is for (RFC 8707). Without one it is for the application alone. */
            readonly resource?: components["schemas"]["ResourceUri"];
            readonly agent_name?: components["schemas"]["AgentName"];
        };
        /** @description CIBA Core section 7.3. */
        readonly BackchannelAuthentication: {
            /** @description For the token endpoint, with the grant `urn:openid:params:grant-type:ciba`. 256 random bits. */
            readonly auth_req_id: components["schemas"]["Secret"];
            /**
             * Format: int32
             * @description Seconds until the request expires.
             */
            readonly expires_in: number;
            /**
             * Format: int32
             * @description Seconds between polls.
             */
            readonly interval: number;
        };
        /** @description Whether a granted detail of the type is good for one action only. */
        readonly UsedOnce: boolean;
        readonly DetailTemplate: string;
        /** @description The sentence of a type by language; `{member}` stands for a value. */
        readonly DetailTemplates: {
            readonly en: components["schemas"]["DetailTemplate"];
            readonly de?: components["schemas"]["DetailTemplate"];
            readonly ja?: components["schemas"]["DetailTemplate"];
        };
        readonly AuthorizationDetailsType: {
            readonly type: components["schemas"]["DetailTypeId"];
            readonly usedOnce: components["schemas"]["UsedOnce"];
            /** @description The templates of a registered type; left out for the provider's own types, whose sentences are the pages'. */
            readonly sentences?: components["schemas"]["DetailTemplates"];
            /** @description JSON Schema (2020-12) of a detail of this type. */
            readonly schema: {
                readonly [key: string]: unknown;
            };
        };
        /**
         * Session address
         * @description Stable identifier of a person (the `sub` claim); the same on every sign-in, and for every application without pairwise subjects.
         * @example 5f3c9a1e7b2d4860a1c2e3f405162738
         */
        readonly SessionAddress: string;
        /** @description A name that an owner chose for applications, 1 to 64 characters; otherwise as `DisplayName`. */
        readonly OwnerName: string;
        /** @description The picture of an owner: at the provider when it was uploaded, otherwise where the owner said. The provider does not fetch it; applications load it from there. */
        readonly PictureUrl: string;
        readonly UserInfoResponse: {
            readonly sub: components["schemas"]["SessionAddress"];
            /** @description The `client_id` that the access token was issued to. */
            readonly aud?: components["schemas"]["ProviderAddress"];
            /** @description What the person calls themselves, with the scope `profile`; absent when they chose nothing. */
            readonly name?: components["schemas"]["OwnerName"];
            /** @description The picture that the person chose, with the scope `profile`; absent when they chose none. */
            readonly picture?: components["schemas"]["PictureUrl"];
            /** @description `sub`, with the scope `profile`: a name that the person chose identifies nobody. */
            readonly preferred_username?: components["schemas"]["SessionAddress"];
            /**
             * Format: email
             * @description A made-up address, with the scope `email` of an application with `emailPseudonym`. It receives no mail.
             */
            readonly email?: string;
            /** @description Always false. */
            readonly email_verified?: boolean;
        };
        /** @description An RSA public key (RFC 7518 section 6.3.1) of 2048 bits or more. */
        readonly RsaPublicJwk: {
            /** @constant */
            readonly kty: "RSA";
            /** @constant */
            readonly use: "sig";
            /** @constant */
            readonly alg: "RS256";
            /** @description The key's own RFC 7638 thumbprint. */
            readonly kid: components["schemas"]["Thumbprint"];
            /** @description Modulus, base64url; 342 characters are 2048 bits. */
            readonly n: string;
            /** @description Exponent, base64url; `AQAB` is 65537. */
            readonly e: string;
            /**
             * Format: int64
             * @description When the key stops signing, in Unix seconds; present once that is known. Access tokens by a key that stopped longer ago than they live are refused; id_tokens and attestations of old proofs still verify.
             */
            readonly until?: number;
        };
        readonly JsonWebKeySet: {
            readonly keys: readonly components["schemas"]["RsaPublicJwk"][];
        };
        /** @description Present on a key that an administrator revoked; nothing that it signed counts any more. */
        readonly JwkRevocation: {
            /**
             * Format: int64
             * @description Unix seconds.
             */
            readonly revoked_at: number;
        };
        /** @description An RSA public key (RFC 7518 section 6.3.1) with the period in which it signs. */
        readonly FormerJwk: {
            /** @constant */
            readonly kty: "RSA";
            /** @constant */
            readonly use: "sig";
            /** @constant */
            readonly alg: "RS256";
            /** @description The key's own RFC 7638 thumbprint. */
            readonly kid: components["schemas"]["Thumbprint"];
            /** @description Modulus, base64url. */
            readonly n: string;
            /** @description Exponent, base64url. */
            readonly e: string;
            /**
             * Format: int64
             * @description When the key starts or started to sign, in Unix seconds.
             */
            readonly from: number;
            /**
             * Format: int64
             * @description When the key stops or stopped signing, in Unix seconds; left out while that is not known.
             */
            readonly until?: number;
            readonly revoked?: components["schemas"]["JwkRevocation"];
        };
        /** @description A key set (RFC 7517 section 5) of all times. */
        readonly JsonWebKeyHistory: {
            readonly keys: readonly components["schemas"]["FormerJwk"][];
        };
        /**
         * @description `active`: a live session has the key. `revoked`: none has, and one was revoked. `unknown`: neither.
         * @enum {string}
         */
        readonly AgentKeyStatus: "active" | "revoked" | "unknown";
        /**
         * @description Why a session was revoked; present on `revoked`. The set is open.
         *
         *     | reason | what happened |
         *     |---|---|
         *     | `owner` | the person disconnected the agent |
         *     | `client` | the agent gave up its session |
         *     | `rotated` | the agent took a new key; what the old one signed stays trusted |
         *     | `reuse`, `code_reuse` | a refresh token or code was used twice: it may have been stolen |
         *     | `provider_disabled` | an administrator disabled the application |
         *     | `owner_suspended`, `owner_deleted` | the person's identity was suspended or deleted |
         *     | `logout` | the person signed out of the application |
         *     | `administrator` | an administrator ended the session |
         *     | `browser_signed_out` | the browser that the sign-in was started in was signed out there |
         *     | `ended` | the person ended that browser from elsewhere |
         *     | `authenticator_deleted` | the passkey or device that opened that browser, or that approved the sign-in, was deleted |
         *     | `recovery` | the person used a recovery code |
         *     | `parent_ended` | the session of the agent that this key helps ended |
         *     | `reach_narrowed` | an administrator restricted the application to its own backend |
         *     | `compromised` | the owner reported the key stolen; it can never be bound again |
         */
        readonly RevocationReason: string;
        readonly KeyStatus: {
            readonly jkt: components["schemas"]["Thumbprint"];
            readonly status: components["schemas"]["AgentKeyStatus"];
            /**
             * Format: date-time
             * @description When the provider first bound a session to the key; left out when it never did.
             */
            readonly since?: string;
            /**
             * Format: date-time
             * @description When a session with the key was last revoked. Present on `revoked`.
             */
            readonly revokedAt?: string;
            readonly reason?: components["schemas"]["RevocationReason"];
            /**
             * Format: date-time
             * @description Present when the owner reported the key stolen: what it signed counts only if it was attested before this time.
             */
            readonly compromisedSince?: string;
        };
        readonly CreateAttestationRequest: {
            /** @description SHA-256 of what is attested, base64url without padding. */
            readonly digest: string;
            /** @description What the digest is of, such as `commit` (a git commit) or `anchor` (an audit trail). */
            readonly purpose: string;
        };
        readonly CreateAttestationResponse: {
            /** @description A JWT of type `attestation+jwt`, signed RS256. */
            readonly attestation: components["schemas"]["Jwt"];
        };
        /** @description `jti` of a delegation; unique among those of one key. */
        readonly DelegationId: string;
        /**
         * Format: date-time
         * @description Timestamp in UTC, RFC 3339 with milliseconds and `Z`.
         * @example 2026-03-01T09:30:00.000Z
         */
        readonly Timestamp: string;
        /** @description Fewer rights that an agent gave to a helper. One that no helper used before it was revoked has no `jkt`. */
        readonly Delegation: {
            readonly delegationId: components["schemas"]["DelegationId"];
            /** @description The helper's key. */
            readonly jkt?: components["schemas"]["Thumbprint"];
            /** @description What the helper may do. */
            readonly scope?: components["schemas"]["GrantedScope"];
            /** @description The only service that the helper's tokens are for. */
            readonly resource?: components["schemas"]["ResourceUri"];
            /** @description Whether the delegation, the helper or the agent was revoked. */
            readonly revoked: boolean;
            /** @description The helper's last exchange. */
            readonly lastUsedAt?: components["schemas"]["Timestamp"];
            readonly expiresAt: components["schemas"]["Timestamp"];
        };
        /**
         * Next cursor
         * @description Pass it as `cursor` to get the next page; null on the last one.
         * @example aG90OjExNC43MTc6MDE5Y2E4ZTI
         * @example null
         */
        readonly NextCursor: string | null;
        readonly DelegationPage: {
            readonly delegations: readonly components["schemas"]["Delegation"][];
            readonly hasMore: boolean;
            readonly nextCursor: components["schemas"]["NextCursor"];
        };
        /** @description Signature-agent card. */
        readonly AgentCard: {
            /** @description What the agent calls itself, in its own words and not trustworthy; else the name of its application. */
            readonly client_name: string;
            /**
             * Format: uri
             * @description Issuer that bound the agent to its owner.
             */
            readonly provider: string;
            /** @description Pseudonym of the person, the same for all of their agents. */
            readonly owner: components["schemas"]["SessionAddress"];
            /**
             * @description Always `active`; other agents have no card.
             * @constant
             */
            readonly status: "active";
            /**
             * Format: uri
             * @description Directory with the agent's key.
             */
            readonly jwks_uri: string;
        };
        readonly DirectoryKey: {
            /** @constant */
            readonly kty: "OKP";
            /** @constant */
            readonly crv: "Ed25519";
            /** @description The public key. */
            readonly x: string;
            /** @description RFC 7638 thumbprint; `keyid` of signatures. */
            readonly kid: components["schemas"]["Thumbprint"];
            /** @constant */
            readonly use: "sig";
            /** @constant */
            readonly alg: "EdDSA";
        };
        /** @description Ed25519 keys that sign messages, as a JWK set. */
        readonly KeyDirectory: {
            readonly keys: readonly components["schemas"]["DirectoryKey"][];
        };
        /** @description A signed status list (draft-ietf-oauth-status-list-17 section 5.1) with the claims iss, sub (the list's own address), iat, exp, ttl, status_list and seq (the order of lists with the same iat). */
        readonly StatusListToken: string;
        readonly RevocationRequest: {
            /** @description A refresh token or an access token. */
            readonly token: string;
            /** @description `refresh_token` or `access_token`; only a hint, anything else is ignored. */
            readonly token_type_hint?: string;
            /** @description `rotated` with a refresh token and a proof by the session's key: the agent has a new key, and the status of the old one says so. Anything else is ignored. */
            readonly reason?: string;
            readonly client_id?: components["schemas"]["FormClientId"];
            readonly client_secret?: components["schemas"]["FormClientSecret"];
            readonly client_assertion?: components["schemas"]["FormClientAssertion"];
            readonly client_assertion_type?: components["schemas"]["FormClientAssertionType"];
        };
        /** @description An empty object, for clients that parse every response (RFC 7009 section 2.2 ignores the body). */
        readonly RevocationResponse: Record<string, never>;
        readonly IntrospectionRequest: {
            /** @description An access token or a refresh token. */
            readonly token: string;
            /** @description `refresh_token` or `access_token`; only a hint, anything else is ignored. */
            readonly token_type_hint?: string;
            readonly client_id?: components["schemas"]["FormClientId"];
            readonly client_secret?: components["schemas"]["FormClientSecret"];
            readonly client_assertion?: components["schemas"]["FormClientAssertion"];
            readonly client_assertion_type?: components["schemas"]["FormClientAssertionType"];
        };
        /** @description The key that the token is bound to (RFC 7800); a resource server requires a proof by it. */
        readonly TokenConfirmation: {
            readonly jkt: components["schemas"]["Thumbprint"];
        };
        /** @description The agent that acts, by the thumbprint of its key, and in `act` the one that it helps, three at most (RFC 8693 section 4.1). Left out of tokens that an owner approved directly. */
        readonly Actor: {
            readonly sub: components["schemas"]["Thumbprint"];
            /** @description The agent that this one helps. */
            readonly act?: components["schemas"]["Actor"];
        };
        /** @description RFC 7662 section 2.2; an inactive token has `active` alone. */
        readonly IntrospectionResponse: {
            readonly active: boolean;
            /** Format: uri */
            readonly iss?: string;
            readonly sub?: components["schemas"]["SessionAddress"];
            /** @description Audience of an access token. */
            readonly aud?: readonly string[];
            readonly client_id?: string;
            readonly scope?: string;
            readonly token_type?: components["schemas"]["TokenType"];
            readonly jti?: string;
            /** Format: int64 */
            readonly iat?: number;
            /** Format: int64 */
            readonly exp?: number;
            readonly cnf?: components["schemas"]["TokenConfirmation"];
            readonly act?: components["schemas"]["Actor"];
            readonly authorization_details?: components["schemas"]["AuthorizationDetails"];
        };
        /** @description Names that a standard registers. Later versions of the provider may list more. */
        readonly MetadataNames: readonly string[];
        /** @description Provider metadata (OpenID Connect Discovery 1.0 section 3, RFC 8414 section 2). */
        readonly ProviderMetadata: {
            /**
             * Format: uri
             * @description An origin, without a slash at the end.
             */
            readonly issuer: string;
            /** Format: uri */
            readonly authorization_endpoint: string;
            /** Format: uri */
            readonly token_endpoint: string;
            /** Format: uri */
            readonly userinfo_endpoint: string;
            /** Format: uri */
            readonly jwks_uri: string;
            /** Format: uri */
            readonly device_authorization_endpoint: string;
            /** Format: uri */
            readonly backchannel_authentication_endpoint: string;
            readonly backchannel_token_delivery_modes_supported: components["schemas"]["MetadataNames"];
            /** @description Always false. */
            readonly backchannel_user_code_parameter_supported: boolean;
            readonly authorization_details_types_supported: components["schemas"]["MetadataNames"];
            /** Format: uri */
            readonly end_session_endpoint: string;
            /** Format: uri */
            readonly pushed_authorization_request_endpoint: string;
            /** @description Always false. */
            readonly require_pushed_authorization_requests: boolean;
            /**
             * Format: uri
             * @description Present when applications may register themselves (RFC 7591).
             */
            readonly registration_endpoint?: string;
            /** @description Whether a `client_id` may be the URL of a Client ID Metadata Document. */
            readonly client_id_metadata_document_supported?: boolean;
            /** Format: uri */
            readonly revocation_endpoint: string;
            /** Format: uri */
            readonly introspection_endpoint: string;
            readonly introspection_endpoint_auth_methods_supported: components["schemas"]["MetadataNames"];
            readonly introspection_endpoint_auth_signing_alg_values_supported: components["schemas"]["MetadataNames"];
            /**
             * Format: uri
             * @description Extension of this platform.
             */
            readonly poll_endpoint: string;
            readonly response_types_supported: components["schemas"]["MetadataNames"];
            readonly response_modes_supported: components["schemas"]["MetadataNames"];
            readonly grant_types_supported: components["schemas"]["MetadataNames"];
            readonly subject_types_supported: components["schemas"]["MetadataNames"];
            readonly scopes_supported: components["schemas"]["MetadataNames"];
            readonly claims_supported: components["schemas"]["MetadataNames"];
            readonly id_token_signing_alg_values_supported: components["schemas"]["MetadataNames"];
            readonly token_endpoint_auth_methods_supported: components["schemas"]["MetadataNames"];
            readonly token_endpoint_auth_signing_alg_values_supported: components["schemas"]["MetadataNames"];
            readonly revocation_endpoint_auth_methods_supported: components["schemas"]["MetadataNames"];
            readonly revocation_endpoint_auth_signing_alg_values_supported: components["schemas"]["MetadataNames"];
            readonly code_challenge_methods_supported: components["schemas"]["MetadataNames"];
            readonly dpop_signing_alg_values_supported: components["schemas"]["MetadataNames"];
            /** @description Always true (RFC 9207). */
            readonly authorization_response_iss_parameter_supported: boolean;
            /** @description Always false. */
            readonly request_parameter_supported: boolean;
            /** @description Always false. */
            readonly request_uri_parameter_supported: boolean;
            /** @description Always false. */
            readonly claims_parameter_supported: boolean;
            /** @description Always true. */
            readonly backchannel_logout_supported: boolean;
            /** @description Always true. */
            readonly backchannel_logout_session_supported: boolean;
            readonly acr_values_supported: components["schemas"]["MetadataNames"];
            readonly prompt_values_supported: components["schemas"]["MetadataNames"];
            /** @description Languages of the pages (BCP 47). */
            readonly ui_locales_supported: readonly string[];
        };
        readonly AndroidApp: {
            /**
             * @description Always `android_app`.
             * @constant
             */
            readonly namespace: "android_app";
            readonly package_name: string;
            readonly sha256_cert_fingerprints: readonly string[];
        };
        readonly AndroidAppLink: {
            readonly relation: readonly string[];
            readonly target: components["schemas"]["AndroidApp"];
        };
        readonly AndroidAppLinks: readonly components["schemas"]["AndroidAppLink"][];
        readonly AppleAppIds: readonly string[];
        readonly AppleLinkedApps: {
            readonly appIDs: components["schemas"]["AppleAppIds"];
            /** @description Paths that the apps open. */
            readonly components: readonly {
                readonly [key: string]: string;
            }[];
        };
        readonly AppleUniversalLinks: {
            readonly details: readonly components["schemas"]["AppleLinkedApps"][];
        };
        readonly AppleWebCredentials: {
            readonly apps: components["schemas"]["AppleAppIds"];
        };
        readonly AppleAppLinks: {
            readonly applinks: components["schemas"]["AppleUniversalLinks"];
            readonly webcredentials: components["schemas"]["AppleWebCredentials"];
        };
        /** @description Id of a passkey, 1 to 1023 bytes, base64url. */
        readonly CredentialId: string;
        /**
         * Format: date-time
         * @description Timestamp in UTC, RFC 3339 with milliseconds and `Z`; null when it has not happened.
         */
        readonly NullableTimestamp: string | null;
        readonly Passkey: {
            /**
             * @description Always `passkey`.
             * @constant
             */
            readonly kind: "passkey";
            readonly credentialId: components["schemas"]["CredentialId"];
            readonly name: components["schemas"]["DisplayName"];
            readonly createdAt: components["schemas"]["Timestamp"];
            readonly lastUsedAt: components["schemas"]["NullableTimestamp"];
        };
        readonly LinkedDevice: {
            /**
             * @description Always `device`.
             * @constant
             */
            readonly kind: "device";
            readonly jkt: components["schemas"]["Thumbprint"];
            readonly name: components["schemas"]["DisplayName"];
            readonly createdAt: components["schemas"]["Timestamp"];
            readonly lastUsedAt: components["schemas"]["NullableTimestamp"];
        };
        /**
         * Format: int32
         * @description Recovery codes that were not used yet.
         */
        readonly RecoveryCodeCount: number;
        /** @description A person, known here only by a session address. */
        readonly Owner: {
            readonly sub: components["schemas"]["SessionAddress"];
            readonly createdAt: components["schemas"]["Timestamp"];
            readonly passkeys: readonly components["schemas"]["Passkey"][];
            readonly devices: readonly components["schemas"]["LinkedDevice"][];
            readonly recoveryCodesLeft: components["schemas"]["RecoveryCodeCount"];
            /** @description When a recovery code was last used, until the owner confirms it; null otherwise. */
            readonly recoveredAt: components["schemas"]["NullableTimestamp"];
        };
        /** @description Extension members, as each extension defines them. */
        readonly WebAuthnExtensions: {
            readonly [key: string]: unknown;
        };
        readonly AuthenticatorAssertionResponseJSON: {
            readonly clientDataJSON: string;
            readonly authenticatorData: string;
            readonly signature: string;
            readonly userHandle?: string;
        };
        readonly AuthenticationResponseJSON: {
            readonly id: components["schemas"]["CredentialId"];
            readonly rawId: components["schemas"]["CredentialId"];
            /** @constant */
            readonly type: "public-key";
            readonly authenticatorAttachment?: string;
            readonly clientExtensionResults: components["schemas"]["WebAuthnExtensions"];
            readonly response: components["schemas"]["AuthenticatorAssertionResponseJSON"];
        };
        readonly OwnerConfirmationRequest: {
            /** @description Required from a browser; the assertion for the options of this action. Devices omit it. */
            readonly assertion?: components["schemas"]["AuthenticationResponseJSON"];
        };
        readonly SetOwnerPictureRequest: {
            /** @description A PNG or JPEG of at most 45,000 bytes and 1024 × 1024 pixels, base64url without padding. Interlaced PNGs are refused. */
            readonly picture: string;
        };
        /** @description An `OwnerName`, or null. */
        readonly NullableOwnerName: string | null;
        /** @description What an owner tells applications with the scope `profile`. */
        readonly OwnerProfile: {
            /** @description The claim `name`; null for none. */
            readonly displayName: components["schemas"]["NullableOwnerName"];
            /** @description The claim `picture`; null for none. */
            readonly pictureUrl: string | null;
        };
        /** @description An https URL of an image, or null. */
        readonly NullablePictureUrl: string | null;
        readonly UpdateOwnerProfileRequest: {
            readonly displayName?: components["schemas"]["NullableOwnerName"];
            readonly pictureUrl?: components["schemas"]["NullablePictureUrl"];
        };
        /**
         * @description Four groups of four digits and letters without I, L, O and U. Upper and lower case are equal, hyphens and spaces may be left out, and O counts as 0, I and L as 1.
         * @example 7KQ2-M9XV-4TDN-W3HB
         */
        readonly InviteCode: string;
        readonly CreateDeviceRequest: {
            readonly name: components["schemas"]["DisplayName"];
            /** @description Needed for a new owner where `REGISTRATION` is `invite`; ignored otherwise. */
            readonly invite?: components["schemas"]["InviteCode"];
            /** @description The secret at the end of a link of `createDeviceLink`; the device joins its owner. */
            readonly link?: components["schemas"]["Secret"];
        };
        readonly EnrolledDevice: {
            readonly sub: components["schemas"]["SessionAddress"];
            readonly jkt: components["schemas"]["Thumbprint"];
            readonly name: components["schemas"]["DisplayName"];
            readonly createdAt: components["schemas"]["Timestamp"];
        };
        readonly DeleteAuthenticatorRequest: {
            /** @description Required from a browser; the assertion for the options of this action. Devices omit it. */
            readonly assertion?: components["schemas"]["AuthenticationResponseJSON"];
            /** @description Also ends every session that it approved, those of agents too. Default false. */
            readonly disconnectApproved?: boolean;
        };
        readonly UpdateAuthenticatorRequest: {
            /** @description The new name. */
            readonly name: components["schemas"]["DisplayName"];
        };
        readonly CreatePasskeyRegistrationOptionsRequest: {
            /** @description What the person calls this passkey; browsers show it when they offer it. */
            readonly name: components["schemas"]["DisplayName"];
            /** @description Required from a signed-in browser; the assertion for the options of `create_passkey`. Devices omit it. */
            readonly assertion?: components["schemas"]["AuthenticationResponseJSON"];
            /** @description Needed for a new owner where `REGISTRATION` is `invite`; ignored otherwise. It is used when the passkey is stored. */
            readonly invite?: components["schemas"]["InviteCode"];
            /** @description The secret at the end of a link of `createDeviceLink`; the passkey joins its owner. */
            readonly link?: components["schemas"]["Secret"];
            /** @description Binds the challenge to the authorization request at whose page a new owner enrols. */
            readonly requestId?: components["schemas"]["Secret"];
        };
        readonly PublicKeyCredentialRpEntity: {
            /** @description Host name of the provider. */
            readonly id: string;
            /** @description Name of the provider for people. */
            readonly name: string;
        };
        readonly PublicKeyCredentialUserEntityJSON: {
            /** @description 1 to 64 bytes, base64url. */
            readonly id: string;
            /** @description Name of the passkey. */
            readonly name: string;
            /** @description Name that browsers show. */
            readonly displayName: string;
        };
        readonly PublicKeyCredentialParameters: {
            /**
             * @description Always `public-key`.
             * @constant
             */
            readonly type: "public-key";
            /**
             * Format: int32
             * @description COSE algorithm number.
             */
            readonly alg: number;
        };
        /** @description How the authenticator can be reached; an open list of words. */
        readonly AuthenticatorTransports: readonly string[];
        readonly PublicKeyCredentialDescriptorJSON: {
            /** @constant */
            readonly type: "public-key";
            readonly id: components["schemas"]["CredentialId"];
            readonly transports?: components["schemas"]["AuthenticatorTransports"];
        };
        /**
         * @description Whether the authenticator is part of the device.
         * @enum {string}
         */
        readonly AuthenticatorAttachment: "platform" | "cross-platform";
        /**
         * @description How strongly the provider asks for a property of the authenticator.
         * @enum {string}
         */
        readonly AuthenticatorRequirement: "discouraged" | "preferred" | "required";
        readonly AuthenticatorSelectionCriteria: {
            readonly authenticatorAttachment?: components["schemas"]["AuthenticatorAttachment"];
            readonly residentKey: components["schemas"]["AuthenticatorRequirement"];
            /** @description The same as `residentKey` for older browsers. */
            readonly requireResidentKey?: boolean;
            readonly userVerification: components["schemas"]["AuthenticatorRequirement"];
        };
        /**
         * @description Kind of authenticator.
         * @enum {string}
         */
        readonly CredentialHint: "security-key" | "client-device" | "hybrid";
        /** @description Kinds of authenticators to offer first. */
        readonly CredentialHints: readonly components["schemas"]["CredentialHint"][];
        /**
         * @description Whether the authenticator attests its make.
         * @enum {string}
         */
        readonly AttestationConveyance: "none" | "indirect" | "direct" | "enterprise";
        readonly PublicKeyCredentialCreationOptionsJSON: {
            readonly rp: components["schemas"]["PublicKeyCredentialRpEntity"];
            readonly user: components["schemas"]["PublicKeyCredentialUserEntityJSON"];
            readonly challenge: string;
            readonly pubKeyCredParams: readonly components["schemas"]["PublicKeyCredentialParameters"][];
            /**
             * Format: int32
             * @description Milliseconds.
             */
            readonly timeout: number;
            readonly excludeCredentials: readonly components["schemas"]["PublicKeyCredentialDescriptorJSON"][];
            readonly authenticatorSelection: components["schemas"]["AuthenticatorSelectionCriteria"];
            readonly hints?: components["schemas"]["CredentialHints"];
            readonly attestation: components["schemas"]["AttestationConveyance"];
            readonly attestationFormats?: readonly string[];
            readonly extensions?: components["schemas"]["WebAuthnExtensions"];
        };
        readonly PasskeyRegistrationOptions: {
            readonly publicKey: components["schemas"]["PublicKeyCredentialCreationOptionsJSON"];
            /** @description When the challenge stops working. */
            readonly expiresAt: components["schemas"]["Timestamp"];
        };
        /**
         * @description What the person confirms. `approve_request` needs `requestId`, `delete_passkey` needs `credentialId`, `delete_device` needs `jkt`.
         * @enum {string}
         */
        readonly ConfirmedAction: "approve_request" | "create_passkey" | "delete_passkey" | "delete_device" | "create_device_link" | "create_recovery_codes" | "delete_browser_sessions" | "delete_owner";
        readonly CreatePasskeyAssertionOptionsRequest: {
            readonly action: components["schemas"]["ConfirmedAction"];
            /** @description The secret of the deep link whose request is approved. */
            readonly requestId?: components["schemas"]["Secret"];
            /** @description The passkey that is deleted. */
            readonly credentialId?: components["schemas"]["CredentialId"];
            /** @description The device that is deleted. */
            readonly jkt?: components["schemas"]["Thumbprint"];
        };
        readonly PublicKeyCredentialRequestOptionsJSON: {
            readonly challenge: string;
            /**
             * Format: int32
             * @description Milliseconds.
             */
            readonly timeout: number;
            /** @description Host name of the provider. */
            readonly rpId: string;
            readonly allowCredentials: readonly components["schemas"]["PublicKeyCredentialDescriptorJSON"][];
            readonly userVerification: components["schemas"]["AuthenticatorRequirement"];
            readonly hints?: components["schemas"]["CredentialHints"];
            readonly extensions?: components["schemas"]["WebAuthnExtensions"];
        };
        readonly PasskeySignInOptions: {
            readonly publicKey: components["schemas"]["PublicKeyCredentialRequestOptionsJSON"];
            /** @description When the challenge stops working. */
            readonly expiresAt: components["schemas"]["Timestamp"];
        };
        readonly AuthenticatorAttestationResponseJSON: {
            readonly clientDataJSON: string;
            readonly attestationObject: string;
            readonly authenticatorData?: string;
            readonly transports?: components["schemas"]["AuthenticatorTransports"];
            /** Format: int32 */
            readonly publicKeyAlgorithm?: number;
            readonly publicKey?: string;
        };
        readonly RegistrationResponseJSON: {
            readonly id: components["schemas"]["CredentialId"];
            readonly rawId: components["schemas"]["CredentialId"];
            /** @constant */
            readonly type: "public-key";
            readonly authenticatorAttachment?: string;
            readonly clientExtensionResults: components["schemas"]["WebAuthnExtensions"];
            readonly response: components["schemas"]["AuthenticatorAttestationResponseJSON"];
        };
        readonly CreatePasskeyRequest: {
            readonly credential: components["schemas"]["RegistrationResponseJSON"];
            /** @description The `requestId` that the options were created with. A new owner approves the platform's own application with it, as in `createOwnerSession`. */
            readonly requestId?: components["schemas"]["Secret"];
        };
        readonly RegisteredPasskey: {
            readonly sub: components["schemas"]["SessionAddress"];
            readonly passkey: components["schemas"]["Passkey"];
            /** @description When the browser has to sign in again. */
            readonly expiresAt: components["schemas"]["Timestamp"];
        };
        readonly CreatePasskeySignInOptionsRequest: {
            /** @description Binds the challenge to the authorization request at whose page the person signs in. */
            readonly requestId?: components["schemas"]["Secret"];
        };
        readonly CreateOwnerSessionRequest: {
            readonly credential: components["schemas"]["AuthenticationResponseJSON"];
            /** @description The `requestId` that the options were created with. */
            readonly requestId?: components["schemas"]["Secret"];
        };
        readonly SignedInOwner: {
            readonly sub: components["schemas"]["SessionAddress"];
            /** @description When the browser has to sign in again. */
            readonly expiresAt: components["schemas"]["Timestamp"];
        };
        /**
         * @description A UUID in lowercase.
         * @example 0193a6c0-7b1e-7c3a-9d55-0a1b2c3d4e5f
         */
        readonly Uuid: string;
        /**
         * Format: uri
         * @description An address on the provider that any phone camera opens; the software phone joins with it too.
         */
        readonly DeviceLinkAddress: string;
        readonly CreatedDeviceLink: {
            readonly deviceLinkId: components["schemas"]["Uuid"];
            readonly link: components["schemas"]["DeviceLinkAddress"];
            readonly expiresAt: components["schemas"]["Timestamp"];
        };
        /**
         * @description Whether a device has joined with the link.
         * @enum {string}
         */
        readonly DeviceLinkStatus: "pending" | "linked" | "expired";
        /** @description A `DisplayName`, or null. */
        readonly NullableDisplayName: string | null;
        readonly DeviceLink: {
            readonly deviceLinkId: components["schemas"]["Uuid"];
            readonly status: components["schemas"]["DeviceLinkStatus"];
            /** @description Name of the device or passkey that joined; null before, and when it was deleted. */
            readonly name: components["schemas"]["NullableDisplayName"];
            readonly expiresAt: components["schemas"]["Timestamp"];
        };
        readonly RecoveryCodeStatus: {
            readonly remaining: components["schemas"]["RecoveryCodeCount"];
            /** @description When the codes were created; null when there are none. */
            readonly createdAt: components["schemas"]["NullableTimestamp"];
        };
        /** @description 80 random bits in Crockford's Base32, in groups of four. */
        readonly RecoveryCode: string;
        readonly RecoveryCodes: {
            readonly codes: readonly components["schemas"]["RecoveryCode"][];
            readonly createdAt: components["schemas"]["Timestamp"];
        };
        readonly CreateRecoveryOptionsRequest: {
            /** @description The recovery code, in any case, with or without hyphens and spaces. */
            readonly code: string;
            /** @description What the person calls the new passkey. */
            readonly name: components["schemas"]["DisplayName"];
        };
        readonly Recovery: {
            readonly sub: components["schemas"]["SessionAddress"];
            readonly passkey: components["schemas"]["Passkey"];
            readonly remaining: components["schemas"]["RecoveryCodeCount"];
        };
        /** @description Where the asking application or browser is. */
        readonly RequestPlace: {
            /** @description IPv4 or IPv6. */
            readonly ipAddress: string;
            /** @description As the client names itself, cut to 256 characters; not trustworthy. */
            readonly userAgent: string | null;
        };
        /** @description A browser that is signed in as the owner. */
        readonly BrowserSession: {
            readonly browserSessionId: components["schemas"]["Uuid"];
            /** @description Where it was last used; absent when it was not recorded. */
            readonly place?: components["schemas"]["RequestPlace"];
            /** @description When the person signed in with a passkey. */
            readonly createdAt: components["schemas"]["Timestamp"];
            /** @description Accurate to a minute. */
            readonly lastUsedAt: components["schemas"]["Timestamp"];
            /** @description When the session ends; no use moves it. */
            readonly expiresAt: components["schemas"]["Timestamp"];
            /** @description Whether it is the session of this request. */
            readonly current: boolean;
        };
        readonly BrowserSessionPage: {
            readonly browserSessions: readonly components["schemas"]["BrowserSession"][];
            readonly hasMore: boolean;
            readonly nextCursor: components["schemas"]["NextCursor"];
        };
        /**
         * @description What happened. The set is open: show an event that you do not know by its name.
         *
         *     | event | meaning |
         *     |---|---|
         *     | `browser_signed_in`, `browser_signed_out` | a browser signed in with a passkey, or was signed out |
         *     | `sign_in_approved`, `sign_in_rejected` | a request of an application was approved or rejected |
         *     | `tokens_issued` | the application received its tokens and is connected |
         *     | `session_revoked`, `access_token_revoked` | an application was disconnected, or one of its tokens |
         *     | `key_compromised` | the owner reported a key as stolen |
         *     | `agent_paused`, `agent_resumed` | the owner paused an agent or application, or resumed it |
         *     | `session_renamed` | the owner renamed a connection |
         *     | `approval_requested` | an agent asked the owner |
         *     | `approval_granted`, `approval_rejected` | the owner decided a request of an agent |
         *     | `mandate_revoked` | the owner revoked a mandate |
         *     | `delegation_accepted`, `delegation_revoked` | a helper of an agent received its first tokens, or the agent took its rights back |
         *     | `code_reused`, `refresh_token_reused` | a stolen or repeated code or token was used; its connection ended |
         *     | `passkey_registered`, `passkey_renamed`, `passkey_removed` | a passkey was added, renamed or removed |
         *     | `passkey_refused` | an assertion with a passkey of the owner was not accepted |
         *     | `device_enrolled`, `device_renamed`, `device_removed` | a device was added, renamed or removed |
         *     | `device_link_created` | a link for another device was shown |
         *     | `profile_updated` | the owner changed what applications with the scope `profile` see |
         *     | `recovery_codes_created`, `owner_recovered` | recovery codes were created; one of them added a passkey |
         *     | `recovery_confirmed` | the owner confirmed a recovery |
         *     | `console_scopes_set`, `console_opened` | an administrator changed the owner's access to the operator console; the owner opened it |
         *     | `provider_created`, `provider_updated`, `application_deleted` | the owner registered, changed or deleted a sign-in application |
         *     | `client_secret_created`, `client_secret_revoked` | the owner changed its secrets |
         *     | `application_invite_created`, `application_invite_revoked` | the owner invited somebody to work on it, or took the invitation back |
         *     | `application_joined` | the owner joined an application |
         *     | `application_member_set`, `application_member_removed` | a role was changed, or somebody no longer works on an application |
         *     | `reach_requested` | the owner asked for a higher reach |
         *     | `detail_type_added`, `detail_type_removed` | the owner registered what an application can ask people to approve, or removed it |
         *     | `resource_added`, `resource_removed` | the owner changed for which origins tokens are issued |
         * @example sign_in_approved
         */
        readonly OwnerActivityKind: string;
        /** @description An application by its address and current name. */
        readonly NamedApplication: {
            readonly clientId: components["schemas"]["ProviderAddress"];
            readonly name: components["schemas"]["DisplayName"];
        };
        /** @description Something that happened to the identity. */
        readonly OwnerActivityEvent: {
            readonly eventId: string;
            readonly at: components["schemas"]["Timestamp"];
            readonly event: components["schemas"]["OwnerActivityKind"];
            /** @description The application concerned; absent without one. */
            readonly application?: components["schemas"]["NamedApplication"];
            /** @description Where it came from; absent for events of the provider itself. */
            readonly place?: components["schemas"]["RequestPlace"];
            /** @description Facts of this event, such as the name of the passkey or the reason. */
            readonly details: {
                readonly [key: string]: string;
            };
        };
        readonly OwnerActivityPage: {
            readonly events: readonly components["schemas"]["OwnerActivityEvent"][];
            readonly hasMore: boolean;
            readonly nextCursor: components["schemas"]["NextCursor"];
        };
        readonly OwnerActivityExport: {
            readonly sub: components["schemas"]["SessionAddress"];
            readonly profile: components["schemas"]["OwnerProfile"];
            readonly exportedAt: components["schemas"]["Timestamp"];
            /** @description False when there are more than 10,000 events; then the file has the newest. */
            readonly complete: boolean;
            readonly events: readonly components["schemas"]["OwnerActivityEvent"][];
        };
        readonly OwnerNotices: {
            readonly notices: readonly components["schemas"]["OwnerActivityEvent"][];
        };
        /** @description An uncompressed P-256 point, base64url without padding. */
        readonly PushPublicKey: string;
        readonly OwnerPushKey: {
            readonly publicKey: components["schemas"]["PushPublicKey"];
        };
        /** @description What the `PushSubscription` of a browser contains (W3C Push API). */
        readonly CreatePushSubscriptionRequest: {
            /** @description The key that the browser subscribed with. */
            readonly publicKey: components["schemas"]["PushPublicKey"];
            /**
             * Format: uri
             * @description Endpoint of the browser's push service; https and public.
             */
            readonly endpoint: string;
            /** @description Public key of the browser. */
            readonly p256dh: components["schemas"]["PushPublicKey"];
            /** @description Secret of the subscription, 16 bytes as base64url without padding. */
            readonly auth: string;
        };
        readonly SeenNotices: {
            /** @description The newest event that the caller has seen. */
            readonly through: string;
        };
        /**
         * @description State of a sign-in as the approving person sees it.
         * @enum {string}
         */
        readonly AuthorizationRequestStatus: "pending" | "approved" | "rejected" | "expired";
        /** @description What the agent calls itself, in its own words and not trustworthy; null when it gave no name. */
        readonly NullableAgentName: string | null;
        /**
         * Format: uri
         * @description The icon of the application, which the provider serves itself; null without one.
         */
        readonly IconUrl: string | null;
        /**
         * @description `sign-in`: tokens are for the application itself, which signs people in and calls its own backend. `platform`: they are accepted by the platform's services too, so that the application can act for people there.
         * @enum {string}
         */
        readonly Reach: "sign-in" | "platform";
        /** @description Thumbprint (RFC 7638) of the key that the session is, or will be, bound to; null when there is none. */
        readonly NullableThumbprint: string | null;
        /** @description The thumbprint in groups of four characters, for people to compare; null without a key. */
        readonly NullableKeyFingerprint: string | null;
        /**
         * @description What an approval by this caller needs. `none`: this browser sent the request. `required`: the `comparisonCode` that the other screen shows. `optional`: the same, or, for applications that show no code, `withoutComparison`; a device may omit it.
         * @enum {string}
         */
        readonly ApprovalComparison: "none" | "optional" | "required";
        readonly DetailSentence: string;
        /** @description What a detail of a registered type asks, in the words of its application, by language, with the values filled in; text in quotation marks is a value. Empty for the provider's own types. */
        readonly DetailSentences: {
            readonly en?: components["schemas"]["DetailSentence"];
            readonly de?: components["schemas"]["DetailSentence"];
            readonly ja?: components["schemas"]["DetailSentence"];
        };
        /** @description In the order of the details; left out when none is of a registered type. */
        readonly DetailSentencesList: readonly components["schemas"]["DetailSentences"][];
        readonly AuthorizationRequest: {
            readonly status: components["schemas"]["AuthorizationRequestStatus"];
            readonly applicationName: components["schemas"]["DisplayName"];
            readonly agentName: components["schemas"]["NullableAgentName"];
            readonly clientId: components["schemas"]["ProviderAddress"];
            /** @description Icon of the application; null without one. */
            readonly iconUrl?: components["schemas"]["IconUrl"];
            /** @description True when no administrator registered the application; its name is its own claim. */
            readonly selfRegistered?: boolean;
            /** @description Host of the application's metadata document, the only part of it that is certain; null without one. */
            readonly metadataHost?: string | null;
            readonly scope: components["schemas"]["GrantedScope"];
            readonly reach?: components["schemas"]["Reach"];
            /** @description The only service that the tokens are for; null when the application chooses later. */
            readonly resource?: string | null;
            /** @description What approving allows, in words that continue "It can". Show all of them. */
            readonly permissions?: readonly string[];
            /** @description The same permissions in the same order as codes, for approvers in other languages: `sign_in`, `act` (for the owner at the `services`), or a scope such as `profile`. Show the words of `permissions` for a code that you do not know. */
            readonly permissionCodes?: readonly string[];
            /** @description Names of the services at which the permission `act` holds; empty without it. */
            readonly services?: readonly string[];
            /** @description `json`: the application polls. `query`: the asking browser is sent to `redirectUri`. */
            readonly responseMode: components["schemas"]["ResponseMode"];
            /** Format: uri */
            readonly redirectUri: string | null;
            readonly dpopJkt: components["schemas"]["NullableThumbprint"];
            readonly keyFingerprint: components["schemas"]["NullableKeyFingerprint"];
            /** @description Whether the application, or the service, needs tokens that are bound to a key, and the application will prove its key when it fetches them. */
            readonly keyFollows?: boolean;
            /** @description The code that the requesting screen shows. Only a device receives it; null for a browser. */
            readonly comparisonCode: string | null;
            readonly comparison: components["schemas"]["ApprovalComparison"];
            /** @description Three codes, of which the requesting screen shows one; empty when `comparison` is `none` and for devices. */
            readonly comparisonChoices: readonly components["schemas"]["ComparisonCode"][];
            /** @description False when a browser approves without a further passkey assertion: an application of the platform itself that the owner approved before, in the browser that sent the request. */
            readonly assertionRequired?: boolean;
            /** @description True when the person must confirm with a click even without an assertion: the navigation to an application of the platform itself began on a page of another site. */
            readonly clickRequired?: boolean;
            /** @description True when this caller can only decline: an application of the platform itself is approved in the browser that sent the request, and nowhere else. */
            readonly sameBrowserRequired?: boolean;
            /** @description Whether the request came from another network than this one; approvers are warned. */
            readonly differentNetwork: boolean;
            /**
             * Format: int32
             * @description For how long the application stays connected after its last use.
             */
            readonly sessionSeconds: number;
            readonly place: components["schemas"]["RequestPlace"];
            readonly requestedAt: components["schemas"]["Timestamp"];
            readonly expiresAt: components["schemas"]["Timestamp"];
            readonly decidedAt: components["schemas"]["NullableTimestamp"];
            /** @description What an agent that asks for an approval says itself; left out for a sign-in. */
            readonly bindingMessage?: string | null;
            /** @description What is asked to be approved beside the permissions (RFC 9396); left out when nothing is. */
            readonly authorizationDetails?: readonly components["schemas"]["AuthorizationDetail"][];
            readonly detailSentences?: components["schemas"]["DetailSentencesList"];
        };
        /**
         * @description What the person decides.
         * @enum {string}
         */
        readonly DecisionChoice: "approve" | "reject";
        /** @description An amount in the smallest unit of the token for a payment, a count for an action. */
        readonly MandateLimit: string;
        /**
         * @description The time in which the limit holds; it begins with the mandate. `once` is the whole life of the mandate.
         * @enum {string}
         */
        readonly MandatePeriod: "day" | "week" | "month" | "once";
        /** @description "Always for this agent, up to a limit": later requests with the same detail are approved without asking, until the limit of the period is reached. A payment is the same with the same token and payee, an action with the same action and target. This approval counts. Only for a request with one detail of the type `payment` or `action`. */
        readonly CreateMandateRequest: {
            readonly limit: components["schemas"]["MandateLimit"];
            readonly period: components["schemas"]["MandatePeriod"];
            /** @description At most a year ahead. */
            readonly endsAt: components["schemas"]["Timestamp"];
        };
        readonly DecisionRequest: {
            readonly decision: components["schemas"]["DecisionChoice"];
            /** @description The application that the approver was shown. */
            readonly clientId: components["schemas"]["ProviderAddress"];
            readonly dpopJkt: components["schemas"]["NullableThumbprint"];
            /** @description Required when a browser approves; the assertion for the options of `createPasskeyAssertionOptions` for this request. */
            readonly assertion?: components["schemas"]["AuthenticationResponseJSON"];
            /** @description The code that the requesting screen shows. A wrong one rejects the request. */
            readonly comparisonCode?: components["schemas"]["ComparisonCode"];
            /** @description The person confirms that the requesting screen shows no code; only where `comparison` is `optional`. */
            readonly withoutComparison?: boolean;
            /** @description Only with `approve`, for a request of an agent. */
            readonly mandate?: components["schemas"]["CreateMandateRequest"];
            /** @description Only with `reject`, for a request of an agent. Its further requests of the next 24 hours ask nobody. */
            readonly quietToday?: boolean;
        };
        /**
         * @description What the person decided.
         * @enum {string}
         */
        readonly DecisionStatus: "approved" | "rejected";
        readonly DecisionResult: {
            readonly status: components["schemas"]["DecisionStatus"];
            /** @description The owner who decided. */
            readonly sub: components["schemas"]["SessionAddress"];
            readonly clientId: components["schemas"]["ProviderAddress"];
            readonly dpopJkt: components["schemas"]["NullableThumbprint"];
            readonly decidedAt: components["schemas"]["Timestamp"];
        };
        /**
         * @description State of a request of an agent.
         * @enum {string}
         */
        readonly OwnerRequestState: "pending" | "approved" | "rejected" | "expired";
        /** @description The application that asks. */
        readonly RequestingClient: {
            readonly clientId: components["schemas"]["ProviderAddress"];
            readonly name: components["schemas"]["DisplayName"];
            /** @description Its icon; null without one. */
            readonly iconUrl?: components["schemas"]["IconUrl"];
        };
        /** @description The key that asks, and what the agent calls itself; null where it has none. */
        readonly RequestingAgent: {
            readonly jkt: components["schemas"]["NullableThumbprint"];
            readonly name: components["schemas"]["NullableAgentName"];
        };
        /**
         * @description Who decided. `mandate`: a rule that the person set earlier. `timeout`: no decision was made in time, or before the session of the agent ended. `budget`: no person was asked, because the limit of requests was reached.
         * @enum {string}
         */
        readonly RequestDecider: "person" | "mandate" | "timeout" | "budget";
        readonly OwnerRequest: {
            /** @description For `getAuthorizationRequest` and `decideAuthorizationRequest`. */
            readonly requestId: components["schemas"]["Secret"];
            readonly client: components["schemas"]["RequestingClient"];
            readonly agent: components["schemas"]["RequestingAgent"];
            readonly bindingMessage: string | null;
            readonly authorizationDetails: readonly components["schemas"]["AuthorizationDetail"][];
            /** @description The details in words that continue "It can", in the same order. */
            readonly permissions: readonly string[];
            readonly detailSentences?: components["schemas"]["DetailSentencesList"];
            readonly place: components["schemas"]["RequestPlace"];
            readonly createdAt: components["schemas"]["Timestamp"];
            readonly expiresAt: components["schemas"]["Timestamp"];
            readonly state: components["schemas"]["OwnerRequestState"];
            /** @description Left out while pending. */
            readonly decidedBy?: components["schemas"]["RequestDecider"];
            readonly decidedAt: components["schemas"]["NullableTimestamp"];
        };
        readonly OwnerRequestPage: {
            readonly requests: readonly components["schemas"]["OwnerRequest"][];
            readonly hasMore: boolean;
            readonly nextCursor: string | null;
        };
        /**
         * Format: int32
         * @description Number of requests.
         */
        readonly RequestCount: number;
        /** @description How often each agent may ask the person. */
        readonly RequestBudget: {
            readonly perHour: components["schemas"]["RequestCount"];
            readonly perDay: components["schemas"]["RequestCount"];
        };
        readonly SetRequestBudgetRequest: {
            readonly perHour: components["schemas"]["RequestCount"];
            readonly perDay: components["schemas"]["RequestCount"];
        };
        /** @description A payment. Used once. */
        readonly PaymentDetail: {
            /**
             * @description Always `payment`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly type: "payment";
            /** @description In the smallest unit of the token. */
            readonly amount: string;
            /** @description The currency, such as `USDC`. */
            readonly token: string;
            /** @description Who is paid; the `recipient` of an invoice. */
            readonly payee: string;
            /** @description The product that is bought. */
            readonly productId?: string;
        } & {
            readonly [key: string]: unknown;
        };
        /** @description An action at a target, such as a deployment. */
        readonly ActionDetail: {
            /**
             * @description Always `action`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly type: "action";
            /** @description The action in a word. */
            readonly action: string;
            /** @description What it is done to. */
            readonly target: string;
            /** @description SHA-256 of what the action is about, base64url, such as that of the build that is deployed. */
            readonly digest?: string;
            /** @description The action in words of the agent. */
            readonly description: string;
        } & {
            readonly [key: string]: unknown;
        };
        /** @description A helper that gets a part of the agent's rights. */
        readonly DelegationDetail: {
            /**
             * @description Always `delegation`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly type: "delegation";
            /** @description The key of the helper. */
            readonly jkt: components["schemas"]["Thumbprint"];
            /** @description What the helper may do. */
            readonly scope: string;
            /**
             * Format: int32
             * @description Seconds.
             */
            readonly ttl: number;
        } & {
            readonly [key: string]: unknown;
        };
        /** @description A detail of one of the provider's own types. */
        readonly OwnDetail: components["schemas"]["PaymentDetail"] | components["schemas"]["ActionDetail"] | components["schemas"]["DelegationDetail"];
        readonly Mandate: {
            /** Format: uuid */
            readonly mandateId: string;
            readonly clientId: components["schemas"]["ProviderAddress"];
            readonly applicationName: components["schemas"]["DisplayName"];
            readonly agentJkt: components["schemas"]["NullableThumbprint"];
            /** @description The detail whose approval made the mandate. */
            readonly authorizationDetail: components["schemas"]["OwnDetail"];
            readonly limit: components["schemas"]["MandateLimit"];
            readonly period: components["schemas"]["MandatePeriod"];
            /** @description In the running period. */
            readonly used: string;
            readonly createdAt: components["schemas"]["Timestamp"];
            readonly endsAt: components["schemas"]["Timestamp"];
        };
        readonly MandatePage: {
            readonly mandates: readonly components["schemas"]["Mandate"][];
            readonly hasMore: boolean;
            readonly nextCursor: string | null;
        };
        /** @description What an agent or application did last, as far as the provider knows. */
        readonly AgentAction: {
            /**
             * @description The set is open: show an event that you do not know by its name.
             *
             *     | event | meaning |
             *     |---|---|
             *     | `tokens_issued` | it was connected |
             *     | `access_renewed` | it refreshed its tokens, or exchanged its delegation again |
             *     | `approval_requested` | it asked the owner |
             *     | `approval_used` | it fetched the tokens for what the owner approved |
             *     | `delegation_accepted` | a helper received its first tokens by its delegation |
             *     | `delegation_revoked` | it took the rights of a helper back |
             * @example approval_requested
             */
            readonly event: string;
            readonly at: components["schemas"]["Timestamp"];
        };
        /** @description An application or agent that can act for the owner until it is disconnected. */
        readonly ConnectedSession: {
            readonly sessionId: components["schemas"]["Uuid"];
            readonly clientId: components["schemas"]["ProviderAddress"];
            readonly applicationName: components["schemas"]["DisplayName"];
            /**
             * Format: uri
             * @description Icon of the application, which the provider serves itself; absent without one.
             */
            readonly iconUrl?: string;
            /** @description What the owner calls this connection; null unless it was renamed. */
            readonly name: components["schemas"]["NullableDisplayName"];
            readonly agentName: components["schemas"]["NullableAgentName"];
            readonly jkt: components["schemas"]["NullableThumbprint"];
            readonly keyFingerprint: components["schemas"]["NullableKeyFingerprint"];
            /** @description Where the last exchange or refresh came from; absent when it was not recorded. */
            readonly lastPlace?: components["schemas"]["RequestPlace"];
            readonly createdAt: components["schemas"]["Timestamp"];
            /** @description The last exchange or refresh. */
            readonly lastUsedAt: components["schemas"]["Timestamp"];
            readonly lastAction: components["schemas"]["AgentAction"];
            /** @description When the session ends if it is not used. */
            readonly expiresAt: components["schemas"]["Timestamp"];
            /** @description When the session ends however often it is used; never before `expiresAt`. */
            readonly endsAt: components["schemas"]["Timestamp"];
            /** @description Browser session in which the sign-in was started and approved, and with which it ends; absent for sessions that were approved on another device. */
            readonly browserSessionId?: components["schemas"]["Uuid"];
            /** @description Since when it is paused, by `pauseConnectedSession` of itself or of the agent that it helps; absent unless it is. */
            readonly pausedAt?: components["schemas"]["Timestamp"];
            /** @description Session of the agent that this one helps; present on helpers. Revoking it revokes its helpers too. */
            readonly parentSessionId?: components["schemas"]["Uuid"];
            /** @description What it may do, in words that continue "It can". */
            readonly permissions?: readonly string[];
            /** @description The same permissions in the same order as codes, as an authorization request has them. */
            readonly permissionCodes?: readonly string[];
            /** @description Names of the services at which the permission `act` holds; empty without it. */
            readonly services?: readonly string[];
            /** @description Present on helpers; what the helper may do. */
            readonly scope?: components["schemas"]["GrantedScope"];
        };
        readonly ConnectedSessionPage: {
            readonly sessions: readonly components["schemas"]["ConnectedSession"][];
            readonly hasMore: boolean;
            readonly nextCursor: components["schemas"]["NextCursor"];
        };
        readonly UpdateConnectedSessionRequest: {
            readonly name: components["schemas"]["NullableDisplayName"];
        };
        readonly CompromiseReport: {
            /** @description When the key was stolen, if that is known; not in the future. Without it, when the key was first bound. */
            readonly since?: components["schemas"]["Timestamp"];
        };
        readonly CompromisedKey: {
            readonly jkt: components["schemas"]["Thumbprint"];
            readonly compromisedSince: components["schemas"]["Timestamp"];
            /**
             * Format: int32
             * @description How many sessions ended; their helpers are not counted.
             */
            readonly revoked: number;
        };
        /** @enum {string} */
        readonly EndPreviewKind: "browser_session" | "browser_sessions" | "passkey" | "device" | "session" | "client" | "key" | "owner";
        /** Format: int32 */
        readonly SessionCount: number;
        readonly EndPreview: {
            readonly browserSessions: components["schemas"]["SessionCount"];
            /** @description Sessions of applications: those that were started in a browser, and those without a key. */
            readonly applications: components["schemas"]["SessionCount"];
            /** @description Sessions with a key of their own that were approved on another device. */
            readonly agents: components["schemas"]["SessionCount"];
            /** @description Sessions of helpers of agents. */
            readonly helpers: components["schemas"]["SessionCount"];
            /** @description Agents of the caller that would stay connected. */
            readonly remainingAgents: components["schemas"]["SessionCount"];
        };
        readonly RevokedSessions: {
            /** Format: int32 */
            readonly revoked: number;
        };
        /** @description The `client_id` of the application. */
        readonly ApplicationId: string;
        /**
         * @description `own`: the console, the portal or the host of the platform itself, which settings configure and no request changes.
         * @enum {string}
         */
        readonly ApplicationKind: "own" | "application";
        /**
         * @description `owner`: everything. `member`: everything but deleting the application, changing its members, inviting, and asking for a higher reach.
         * @enum {string}
         */
        readonly ApplicationRole: "owner" | "member";
        /**
         * Format: uri
         * @description Privacy policy of the application (RFC 7591 section 2), https. Null: none.
         */
        readonly PolicyUri: string | null;
        /**
         * Format: uri
         * @description Terms of service of the application (RFC 7591 section 2), https. Null: none.
         */
        readonly TosUri: string | null;
        /** @description Web pages that may start sign-ins for this application; requests without an `Origin` always may. Each is written as browsers send it: `https://notes.example`, not `https://notes.example:443`. A loopback host without a port (`http://localhost`) includes all of its ports. */
        readonly AllowedOrigins: readonly string[];
        /**
         * @description Whether an approver on another device must pick the comparison code. `optional`, the default, is for applications that show no code.
         * @enum {string}
         */
        readonly ComparisonRule: "required" | "optional";
        /**
         * @description `withdrawn`: the application was deleted first.
         * @enum {string}
         */
        readonly ReachRequestStatus: "pending" | "approved" | "declined" | "withdrawn";
        /** @description For people, on one or several lines; no direction-changing or control characters. */
        readonly ReachReason: string;
        /** @description A `ReachReason`, or null. */
        readonly NullableReachReason: string | null;
        /** @description A request for the reach `platform`, as the people of the application see it. */
        readonly ReachRequest: {
            readonly reachRequestId: components["schemas"]["Uuid"];
            readonly status: components["schemas"]["ReachRequestStatus"];
            readonly reason: components["schemas"]["ReachReason"];
            readonly createdAt: components["schemas"]["Timestamp"];
            readonly decidedAt: components["schemas"]["NullableTimestamp"];
            /** @description What the administrator wrote; null while pending. */
            readonly decisionReason: components["schemas"]["NullableReachReason"];
        };
        /** @description Whether every sign-in needs PKCE; true by default. A confidential application with false may leave it out in the redirect modes, with a `nonce`, as OpenID Connect Core allows. A public application cannot. */
        readonly RequirePkce: boolean;
        /** @description Whether a sign-in without PKCE needs a `nonce`; true by default. False accepts `state` instead, which detects a forged callback and not an injected code: set it only for a client that cannot send a nonce. Counts with `requirePkce: false` only. */
        readonly RequireNonce: boolean;
        /**
         * @description What `aud` of a client assertion must be, as its only string (RFC 7523bis): `issuer`, the default, or `token_endpoint` for clients that name the URL of the token endpoint; then both are accepted.
         * @enum {string}
         */
        readonly AssertionAudience: "issuer" | "token_endpoint";
        /** @description Whether the tokens of the application are always bound to a key (`dpop_bound_access_tokens`, RFC 9449 section 5.2): a token request without proof is `invalid_dpop_proof`. False by default. */
        readonly DpopBoundAccessTokens: boolean;
        /**
         * Format: uri
         * @description The https URL of a JSON list that contains every redirect URI (OpenID Connect Core section 8.1). Its host is the sector, which is needed for redirect URIs on several hosts. The provider fetches it whenever the redirect URIs change. Null: none.
         */
        readonly SectorIdentifierUri: string | null;
        /** @description Whether the application may ask for the scope `email`, for software that cannot do without an address: the claim `email` is then made up from a pairwise subject and a domain of the operator, with `email_verified: false`. It needs the setting EMAIL_PSEUDONYM_DOMAIN; otherwise the scope is not granted. False when missing in a new application. */
        readonly EmailPseudonym: boolean;
        /** @description A client secret, by its id. */
        readonly ProviderSecret: {
            readonly secretId: components["schemas"]["Uuid"];
            readonly createdAt: components["schemas"]["Timestamp"];
        };
        /**
         * Format: uri
         * @description Where the provider sends a logout token when it signs a person out of this application (OpenID Connect Back-Channel Logout 1.0 section 2.2): https, without a fragment, on a public host. Null: nothing is sent.
         */
        readonly BackchannelLogoutUri: string | null;
        /** @description Whether the application needs `sid` in logout tokens. Every logout token has it, so that both values work alike. */
        readonly BackchannelLogoutSessionRequired: boolean;
        /** @description A sign-in application of the caller. */
        readonly Application: {
            readonly clientId: components["schemas"]["ApplicationId"];
            readonly name: components["schemas"]["DisplayName"];
            readonly kind: components["schemas"]["ApplicationKind"];
            readonly role: components["schemas"]["ApplicationRole"];
            readonly iconUrl: components["schemas"]["IconUrl"];
            readonly policyUri: components["schemas"]["PolicyUri"];
            readonly tosUri: components["schemas"]["TosUri"];
            readonly redirectUris: components["schemas"]["RedirectUris"];
            readonly allowedOrigins: components["schemas"]["AllowedOrigins"];
            readonly comparison: components["schemas"]["ComparisonRule"];
            readonly reach: components["schemas"]["Reach"];
            /** @description The most recent request for a higher reach; missing when nobody asked. */
            readonly reachRequest?: components["schemas"]["ReachRequest"];
            readonly tokenEndpointAuthMethod: components["schemas"]["ClientAuthMethod"];
            readonly requirePkce: components["schemas"]["RequirePkce"];
            readonly requireNonce: components["schemas"]["RequireNonce"];
            readonly assertionAudience: components["schemas"]["AssertionAudience"];
            readonly dpopBoundAccessTokens: components["schemas"]["DpopBoundAccessTokens"];
            readonly subjectType: components["schemas"]["SubjectType"];
            readonly sectorIdentifierUri: components["schemas"]["SectorIdentifierUri"];
            readonly emailPseudonym: components["schemas"]["EmailPseudonym"];
            /** @description The secrets that work, oldest first, without the secrets themselves. */
            readonly secrets: readonly components["schemas"]["ProviderSecret"][];
            readonly postLogoutRedirectUris: components["schemas"]["PostLogoutRedirectUris"];
            readonly backchannelLogoutUri: components["schemas"]["BackchannelLogoutUri"];
            readonly backchannelLogoutSessionRequired: components["schemas"]["BackchannelLogoutSessionRequired"];
            /** @description Public keys that verify client assertions; present when the method is `private_key_jwt`, unless they are published at `jwksUri` and were not fetched yet. */
            readonly jwks?: components["schemas"]["ClientKeySet"];
            /**
             * Format: uri
             * @description Where the application publishes its keys; `jwks` is a copy of them.
             */
            readonly jwksUri?: string;
            readonly createdAt: components["schemas"]["Timestamp"];
            /** @description When an administrator disabled it; null while people can sign in with it. */
            readonly disabledAt: components["schemas"]["NullableTimestamp"];
            /** @description Only the response that creates the application contains it; the provider keeps its SHA-256. */
            readonly clientSecret?: components["schemas"]["Secret"];
        };
        readonly ApplicationPage: {
            readonly applications: readonly components["schemas"]["Application"][];
            readonly hasMore: boolean;
            readonly nextCursor: components["schemas"]["NextCursor"];
        };
        /**
         * Format: uri
         * @description Where the application publishes its public keys, instead of `jwks`: https on a public host, without a fragment. The provider fetches them when an assertion needs them, and keeps a copy as long as Cache-Control says, at least a minute and at most a day.
         */
        readonly PublishedKeysUri: string;
        readonly CreateApplicationRequest: {
            /** @description What people are shown when they approve. It must not look like the name of the platform or of a verified application. */
            readonly name: components["schemas"]["DisplayName"];
            readonly policyUri?: components["schemas"]["PolicyUri"];
            readonly tosUri?: components["schemas"]["TosUri"];
            readonly redirectUris?: components["schemas"]["RedirectUris"];
            /** @description Web pages whose scripts call the provider. When missing, an application without credentials gets the origins of its redirect URIs. */
            readonly allowedOrigins?: components["schemas"]["AllowedOrigins"];
            readonly comparison?: components["schemas"]["ComparisonRule"];
            readonly tokenEndpointAuthMethod?: components["schemas"]["ClientAuthMethod"];
            readonly requirePkce?: components["schemas"]["RequirePkce"];
            readonly requireNonce?: components["schemas"]["RequireNonce"];
            readonly assertionAudience?: components["schemas"]["AssertionAudience"];
            readonly dpopBoundAccessTokens?: components["schemas"]["DpopBoundAccessTokens"];
            readonly subjectType?: components["schemas"]["SubjectType"];
            readonly sectorIdentifierUri?: components["schemas"]["SectorIdentifierUri"];
            readonly emailPseudonym?: components["schemas"]["EmailPseudonym"];
            readonly jwks?: components["schemas"]["ClientKeySet"];
            readonly jwksUri?: components["schemas"]["PublishedKeysUri"];
            readonly postLogoutRedirectUris?: components["schemas"]["PostLogoutRedirectUris"];
            readonly backchannelLogoutUri?: components["schemas"]["BackchannelLogoutUri"];
            readonly backchannelLogoutSessionRequired?: components["schemas"]["BackchannelLogoutSessionRequired"];
        };
        readonly UpdateApplicationRequest: {
            readonly name?: components["schemas"]["DisplayName"];
            readonly policyUri?: components["schemas"]["PolicyUri"];
            readonly tosUri?: components["schemas"]["TosUri"];
            readonly redirectUris?: components["schemas"]["RedirectUris"];
            readonly allowedOrigins?: components["schemas"]["AllowedOrigins"];
            readonly comparison?: components["schemas"]["ComparisonRule"];
            readonly assertionAudience?: components["schemas"]["AssertionAudience"];
            readonly postLogoutRedirectUris?: components["schemas"]["PostLogoutRedirectUris"];
            readonly backchannelLogoutUri?: components["schemas"]["BackchannelLogoutUri"];
            readonly backchannelLogoutSessionRequired?: components["schemas"]["BackchannelLogoutSessionRequired"];
            readonly requirePkce?: components["schemas"]["RequirePkce"];
            readonly requireNonce?: components["schemas"]["RequireNonce"];
            readonly dpopBoundAccessTokens?: components["schemas"]["DpopBoundAccessTokens"];
            readonly emailPseudonym?: components["schemas"]["EmailPseudonym"];
            /** @description Replaces the keys, or their address, of an application whose method is `private_key_jwt`. */
            readonly jwks?: components["schemas"]["ClientKeySet"];
            /** @description Replaces the keys, or their address, of an application whose method is `private_key_jwt`. */
            readonly jwksUri?: components["schemas"]["PublishedKeysUri"];
        };
        readonly SetApplicationIconRequest: {
            /** @description A PNG or JPEG of at most 45,000 bytes and 1024 × 1024 pixels, base64url without padding; null removes the icon. Interlaced PNGs are refused. */
            readonly icon: string | null;
        };
        readonly CreatedProviderSecret: {
            readonly secretId: components["schemas"]["Uuid"];
            /** @description Only this response contains it; the provider keeps its SHA-256. */
            readonly clientSecret: components["schemas"]["Secret"];
            readonly createdAt: components["schemas"]["Timestamp"];
        };
        readonly ApplicationMember: {
            readonly sub: components["schemas"]["SessionAddress"];
            /** @description The name in the profile of the member; null without one. */
            readonly displayName: components["schemas"]["NullableOwnerName"];
            readonly role: components["schemas"]["ApplicationRole"];
            readonly addedAt: components["schemas"]["Timestamp"];
        };
        readonly ApplicationMemberList: {
            readonly members: readonly components["schemas"]["ApplicationMember"][];
        };
        readonly SetApplicationMemberRequest: {
            readonly role: components["schemas"]["ApplicationRole"];
        };
        /** @description Lets one person join an application. */
        readonly ApplicationInvite: {
            readonly inviteId: components["schemas"]["Uuid"];
            readonly role: components["schemas"]["ApplicationRole"];
            /** @description The only person who can use it; null for anyone with the link. */
            readonly sub: string | null;
            /** @description The owner who invited. */
            readonly createdBy: components["schemas"]["SessionAddress"];
            readonly createdAt: components["schemas"]["Timestamp"];
            readonly expiresAt: components["schemas"]["Timestamp"];
        };
        readonly ApplicationInviteList: {
            readonly invites: readonly components["schemas"]["ApplicationInvite"][];
        };
        readonly CreateApplicationInviteRequest: {
            readonly role: components["schemas"]["ApplicationRole"];
            /** @description The only person who can use the invite; anyone with the link when missing. */
            readonly sub?: components["schemas"]["SessionAddress"];
        };
        /** Created application invite */
        readonly CreatedApplicationInvite: {
            readonly inviteId: components["schemas"]["Uuid"];
            readonly role: components["schemas"]["ApplicationRole"];
            /** @description The only person who can use it; null for anyone with the link. */
            readonly sub: string | null;
            /** @description The owner who invited. */
            readonly createdBy: components["schemas"]["SessionAddress"];
            readonly createdAt: components["schemas"]["Timestamp"];
            readonly expiresAt: components["schemas"]["Timestamp"];
            /** @description Only this response contains it. */
            readonly code: components["schemas"]["Secret"];
            /**
             * Format: uri
             * @description The page of the developer portal at which the invited person joins.
             */
            readonly link: string;
        };
        readonly CreateApplicationMembershipRequest: {
            /** @description The code of the invite, at the end of its link. */
            readonly code: components["schemas"]["Secret"];
        };
        /** Create reach request */
        readonly CreateReachRequest: {
            /** @description What the application does at the services of the platform, for the operator. */
            readonly reason: components["schemas"]["ReachReason"];
        };
        readonly ResourceOrigin: string;
        /**
         * @description `proven`: tokens are issued for it. `warned`: its metadata lacks the proof, and tokens are still issued. `suspended`: no tokens are issued, because it lacks the proof for over three days.
         * @enum {string}
         */
        readonly ResourceStatus: "proven" | "warned" | "suspended";
        /** @description An origin that accepts tokens of this provider. */
        readonly Resource: {
            readonly resourceId: components["schemas"]["Uuid"];
            /** @description Value of the parameter `resource`, and `aud` of the tokens. */
            readonly origin: components["schemas"]["ResourceOrigin"];
            readonly status: components["schemas"]["ResourceStatus"];
            /** @description Whether its metadata demands tokens that are bound to a key (RFC 9728 section 2). */
            readonly dpopBoundAccessTokensRequired: boolean;
            readonly createdAt: components["schemas"]["Timestamp"];
            readonly provenAt: components["schemas"]["Timestamp"];
            readonly checkedAt: components["schemas"]["Timestamp"];
            readonly failingSince: components["schemas"]["NullableTimestamp"];
            /** @description What the last check found; null while proven. */
            readonly failure: string | null;
        };
        readonly ResourceList: {
            readonly resources: readonly components["schemas"]["Resource"][];
        };
        readonly CreateResourceRequest: {
            /** @description https on a public host, as browsers write origins. */
            readonly origin: components["schemas"]["ResourceOrigin"];
        };
        readonly DetailTypeName: string;
        /** @description A type of authorization details that an application registered. */
        readonly DetailType: {
            readonly type: components["schemas"]["DetailTypeId"];
            readonly name: components["schemas"]["DetailTypeName"];
            /** @description As it was registered. `getAuthorizationDetailsType` publishes it complete. */
            readonly schema: {
                readonly [key: string]: unknown;
            };
            readonly sentences: components["schemas"]["DetailTemplates"];
            readonly usedOnce: components["schemas"]["UsedOnce"];
            readonly createdAt: components["schemas"]["Timestamp"];
        };
        readonly DetailTypeList: {
            readonly types: readonly components["schemas"]["DetailType"][];
        };
        /**
         * @description Text, a whole number, or a truth value.
         * @enum {string}
         */
        readonly DetailMemberType: "string" | "integer" | "boolean";
        readonly DetailMember: {
            readonly type: components["schemas"]["DetailMemberType"];
            /** @description For developers; it is not shown. */
            readonly description?: string;
            /**
             * Format: int32
             * @description Of text.
             */
            readonly minLength?: number;
            /**
             * Format: int32
             * @description Of text. Default 500.
             */
            readonly maxLength?: number;
            /**
             * Format: int64
             * @description Of a number.
             */
            readonly minimum?: number;
            /**
             * Format: int64
             * @description Of a number.
             */
            readonly maximum?: number;
            /** @description The texts that are allowed. */
            readonly enum?: readonly string[];
        };
        /** @description A flat JSON Schema (2020-12). */
        readonly DetailSchema: {
            /**
             * @description Always `object`.
             * @constant
             */
            readonly type: "object";
            /** @description `false`, which is also the default; `true` is rejected. */
            readonly additionalProperties?: boolean;
            readonly required?: readonly string[];
            /** @description The members, in the order in which they are shown. A name is a lower-case letter and up to 31 letters, digits and underscores, and not `type`. */
            readonly properties: {
                readonly [key: string]: components["schemas"]["DetailMember"];
            };
        };
        readonly CreateDetailTemplates: {
            readonly en: components["schemas"]["DetailTemplate"];
            readonly de?: components["schemas"]["DetailTemplate"];
            readonly ja?: components["schemas"]["DetailTemplate"];
        };
        readonly CreateDetailTypeRequest: {
            readonly name: components["schemas"]["DetailTypeName"];
            readonly schema: components["schemas"]["DetailSchema"];
            readonly sentences: components["schemas"]["CreateDetailTemplates"];
            /** @default false */
            readonly usedOnce: components["schemas"]["UsedOnce"];
        };
        /**
         * @description How the application learns of decisions of requests of its agents (CIBA Core section 5).
         * @enum {string}
         */
        readonly BackchannelTokenDeliveryMode: "poll" | "ping";
        /**
         * Format: uri
         * @description Where the provider sends notifications of decisions in the mode `ping`; null in the mode `poll`.
         */
        readonly BackchannelClientNotificationEndpoint: string | null;
        /**
         * @description Who registered the application: an administrator, an owner (`createApplication`), its metadata document (its address is a URL), or itself by `createClientRegistration`. Missing in responses of earlier versions.
         * @enum {string}
         */
        readonly ProviderRegistration: "administrator" | "owner" | "metadata" | "dynamic";
        /** @description An application that may ask for sign-ins. */
        readonly Provider: {
            readonly providerAddress: components["schemas"]["ProviderAddress"];
            readonly name: components["schemas"]["DisplayName"];
            readonly kind: components["schemas"]["ApplicationKind"];
            readonly redirectUris: components["schemas"]["RedirectUris"];
            readonly allowedOrigins: components["schemas"]["AllowedOrigins"];
            readonly comparison: components["schemas"]["ComparisonRule"];
            readonly reach: components["schemas"]["Reach"];
            readonly tokenEndpointAuthMethod: components["schemas"]["ClientAuthMethod"];
            readonly requirePkce: components["schemas"]["RequirePkce"];
            readonly requireNonce: components["schemas"]["RequireNonce"];
            readonly assertionAudience: components["schemas"]["AssertionAudience"];
            readonly dpopBoundAccessTokens: components["schemas"]["DpopBoundAccessTokens"];
            readonly subjectType: components["schemas"]["SubjectType"];
            readonly sectorIdentifierUri: components["schemas"]["SectorIdentifierUri"];
            readonly emailPseudonym: components["schemas"]["EmailPseudonym"];
            /** @description The secrets that work, oldest first, without the secrets themselves. */
            readonly secrets: readonly components["schemas"]["ProviderSecret"][];
            readonly postLogoutRedirectUris: components["schemas"]["PostLogoutRedirectUris"];
            readonly backchannelLogoutUri: components["schemas"]["BackchannelLogoutUri"];
            readonly backchannelLogoutSessionRequired: components["schemas"]["BackchannelLogoutSessionRequired"];
            readonly backchannelTokenDeliveryMode: components["schemas"]["BackchannelTokenDeliveryMode"];
            readonly backchannelClientNotificationEndpoint: components["schemas"]["BackchannelClientNotificationEndpoint"];
            /** @description Public keys that verify client assertions; present when the method is `private_key_jwt`, unless they are published at `jwksUri` and were not fetched yet. */
            readonly jwks?: components["schemas"]["ClientKeySet"];
            /**
             * Format: uri
             * @description Where the application publishes its keys; `jwks` is a copy of them.
             */
            readonly jwksUri?: string;
            readonly registration?: components["schemas"]["ProviderRegistration"];
            readonly iconUrl?: components["schemas"]["IconUrl"];
            readonly policyUri?: components["schemas"]["PolicyUri"];
            readonly tosUri?: components["schemas"]["TosUri"];
            readonly createdAt: components["schemas"]["Timestamp"];
            readonly disabledAt: components["schemas"]["NullableTimestamp"];
            /** @description Only the response that creates the application contains it; the provider keeps its SHA-256. */
            readonly clientSecret?: components["schemas"]["Secret"];
        };
        readonly ProviderPage: {
            readonly providers: readonly components["schemas"]["Provider"][];
            readonly hasMore: boolean;
            readonly nextCursor: components["schemas"]["NextCursor"];
        };
        readonly CreateProviderRequest: {
            /** @description What approvers are shown. */
            readonly name: components["schemas"]["DisplayName"];
            readonly redirectUris?: components["schemas"]["RedirectUris"];
            readonly allowedOrigins?: components["schemas"]["AllowedOrigins"];
            readonly comparison?: components["schemas"]["ComparisonRule"];
            readonly reach?: components["schemas"]["Reach"];
            readonly tokenEndpointAuthMethod?: components["schemas"]["ClientAuthMethod"];
            readonly requirePkce?: components["schemas"]["RequirePkce"];
            readonly requireNonce?: components["schemas"]["RequireNonce"];
            readonly assertionAudience?: components["schemas"]["AssertionAudience"];
            readonly dpopBoundAccessTokens?: components["schemas"]["DpopBoundAccessTokens"];
            readonly subjectType?: components["schemas"]["SubjectType"];
            readonly sectorIdentifierUri?: components["schemas"]["SectorIdentifierUri"];
            readonly emailPseudonym?: components["schemas"]["EmailPseudonym"];
            readonly jwks?: components["schemas"]["ClientKeySet"];
            readonly jwksUri?: components["schemas"]["PublishedKeysUri"];
            readonly postLogoutRedirectUris?: components["schemas"]["PostLogoutRedirectUris"];
            readonly backchannelLogoutUri?: components["schemas"]["BackchannelLogoutUri"];
            readonly backchannelLogoutSessionRequired?: components["schemas"]["BackchannelLogoutSessionRequired"];
            readonly policyUri?: components["schemas"]["PolicyUri"];
            readonly tosUri?: components["schemas"]["TosUri"];
            readonly backchannelTokenDeliveryMode?: components["schemas"]["BackchannelTokenDeliveryMode"];
            readonly backchannelClientNotificationEndpoint?: components["schemas"]["BackchannelClientNotificationEndpoint"];
        };
        readonly UpdateProviderRequest: {
            readonly name?: components["schemas"]["DisplayName"];
            readonly redirectUris?: components["schemas"]["RedirectUris"];
            readonly allowedOrigins?: components["schemas"]["AllowedOrigins"];
            readonly comparison?: components["schemas"]["ComparisonRule"];
            readonly reach?: components["schemas"]["Reach"];
            readonly assertionAudience?: components["schemas"]["AssertionAudience"];
            readonly postLogoutRedirectUris?: components["schemas"]["PostLogoutRedirectUris"];
            readonly backchannelLogoutUri?: components["schemas"]["BackchannelLogoutUri"];
            readonly backchannelLogoutSessionRequired?: components["schemas"]["BackchannelLogoutSessionRequired"];
            readonly backchannelTokenDeliveryMode?: components["schemas"]["BackchannelTokenDeliveryMode"];
            readonly backchannelClientNotificationEndpoint?: components["schemas"]["BackchannelClientNotificationEndpoint"];
            readonly requirePkce?: components["schemas"]["RequirePkce"];
            readonly requireNonce?: components["schemas"]["RequireNonce"];
            readonly dpopBoundAccessTokens?: components["schemas"]["DpopBoundAccessTokens"];
            readonly emailPseudonym?: components["schemas"]["EmailPseudonym"];
            /** @description Replaces the keys, or their address, of an application whose method is `private_key_jwt`. */
            readonly jwks?: components["schemas"]["ClientKeySet"];
            /** @description Replaces the keys, or their address, of an application whose method is `private_key_jwt`. */
            readonly jwksUri?: components["schemas"]["PublishedKeysUri"];
            readonly policyUri?: components["schemas"]["PolicyUri"];
            readonly tosUri?: components["schemas"]["TosUri"];
        };
        /** @description What an administrator looks at before the decision. */
        readonly ReachRequestApplication: {
            readonly clientId: components["schemas"]["ApplicationId"];
            readonly name: components["schemas"]["DisplayName"];
            readonly reach: components["schemas"]["Reach"];
            readonly redirectUris: components["schemas"]["RedirectUris"];
            readonly createdAt: components["schemas"]["Timestamp"];
        };
        readonly AdministeredReachRequest: {
            readonly reachRequestId: components["schemas"]["Uuid"];
            readonly status: components["schemas"]["ReachRequestStatus"];
            readonly reason: components["schemas"]["ReachReason"];
            readonly createdAt: components["schemas"]["Timestamp"];
            readonly decidedAt: components["schemas"]["NullableTimestamp"];
            /** @description What the administrator wrote; null while pending. */
            readonly decisionReason: components["schemas"]["NullableReachReason"];
            readonly application: components["schemas"]["ReachRequestApplication"];
            /** @description Who asked; null when they were deleted. */
            readonly requestedBy: string | null;
            /** @description The name in their profile; null without one. */
            readonly requestedByName: components["schemas"]["NullableOwnerName"];
            /** @description Name of the administrator; null while pending. */
            readonly decidedBy: components["schemas"]["NullableDisplayName"];
        };
        readonly ReachRequestPage: {
            readonly requests: readonly components["schemas"]["AdministeredReachRequest"][];
            readonly hasMore: boolean;
            readonly nextCursor: components["schemas"]["NextCursor"];
        };
        /**
         * @description `approved`: the application gets the reach `platform`.
         * @enum {string}
         */
        readonly ReachDecision: "approved" | "declined";
        /** Decide reach request */
        readonly DecideReachRequest: {
            readonly decision: components["schemas"]["ReachDecision"];
            /** @description For the people of the application. */
            readonly reason: components["schemas"]["ReachReason"];
        };
        /** Next signing key */
        readonly NextSigningKey: {
            /** @description Thumbprint of the key (RFC 7638); how the key set and token headers name it. */
            readonly kid: components["schemas"]["Thumbprint"];
        };
        /** Revoked signing key */
        readonly RevokedSigningKey: {
            /** @description The key that was revoked. */
            readonly kid: components["schemas"]["Thumbprint"];
            /** @description The key that signs now. */
            readonly currentKid: components["schemas"]["Thumbprint"];
        };
        /**
         * @description What an administrator may do.
         *
         *     | scope | for |
         *     |---|---|
         *     | `providers` | applications |
         *     | `owners` | owners and invites |
         *     | `keys` | signing keys |
         *     | `audit` | the audit |
         *     | `forum`, `payments`, `notifications` | administration of the other services |
         * @enum {string}
         */
        readonly AdministratorScope: "providers" | "owners" | "keys" | "audit" | "forum" | "payments" | "notifications";
        readonly AdministratorScopes: readonly components["schemas"]["AdministratorScope"][];
        /**
         * @description Whether the key is accepted.
         * @enum {string}
         */
        readonly AdministratorStatus: "active" | "expired" | "revoked";
        /** @description A person or program that may use the admin operations with a key of its own. */
        readonly Administrator: {
            readonly id: components["schemas"]["Uuid"];
            readonly name: components["schemas"]["DisplayName"];
            readonly scopes: components["schemas"]["AdministratorScopes"];
            readonly status: components["schemas"]["AdministratorStatus"];
            readonly createdAt: components["schemas"]["Timestamp"];
            readonly expiresAt: components["schemas"]["Timestamp"];
            readonly revokedAt: components["schemas"]["NullableTimestamp"];
        };
        readonly AdministratorPage: {
            readonly administrators: readonly components["schemas"]["Administrator"][];
            readonly hasMore: boolean;
            readonly nextCursor: components["schemas"]["NextCursor"];
        };
        readonly CreateAdministratorRequest: {
            /** @description Whom audit events name. `bootstrap` is taken. */
            readonly name: components["schemas"]["DisplayName"];
            readonly scopes: components["schemas"]["AdministratorScopes"];
            /**
             * Format: int32
             * @description Lifetime of the key; the default is 90 days, the maximum 366 days.
             */
            readonly expiresInSeconds?: number;
        };
        /** Created administrator */
        readonly CreatedAdministrator: {
            readonly id: components["schemas"]["Uuid"];
            readonly name: components["schemas"]["DisplayName"];
            readonly scopes: components["schemas"]["AdministratorScopes"];
            readonly status: components["schemas"]["AdministratorStatus"];
            readonly createdAt: components["schemas"]["Timestamp"];
            readonly expiresAt: components["schemas"]["Timestamp"];
            readonly revokedAt: components["schemas"]["NullableTimestamp"];
            /** @description Bearer key, 256 random bits after `adm_`. It is not stored and cannot be shown again. */
            readonly key: string;
        };
        /** @description The administrator who presents a key. The bootstrap key has also the scope `administrators`. */
        readonly CurrentAdministrator: {
            /** @description Null for the bootstrap key. */
            readonly id: string | null;
            readonly name: components["schemas"]["DisplayName"];
            readonly scopes: readonly string[];
            /** @description Null for the bootstrap key. */
            readonly expiresAt: components["schemas"]["NullableTimestamp"];
            /**
             * Format: date-time
             * @description When the owner of a console session confirmed it with a passkey or device. Absent for the key of an administrator, which `x-confirmation` exempts.
             */
            readonly confirmedAt?: string;
        };
        /**
         * @description Whether the owner can sign in.
         * @enum {string}
         */
        readonly OwnerStatus: "active" | "suspended";
        readonly OwnerSummary: {
            readonly sub: components["schemas"]["SessionAddress"];
            /** @description The name in the owner's profile; null without one. */
            readonly displayName: components["schemas"]["NullableOwnerName"];
            readonly createdAt: components["schemas"]["Timestamp"];
            readonly status: components["schemas"]["OwnerStatus"];
            readonly suspendedAt: components["schemas"]["NullableTimestamp"];
            /**
             * Format: int32
             * @description Number of passkeys and devices.
             */
            readonly authenticators: number;
        };
        readonly OwnerPage: {
            readonly owners: readonly components["schemas"]["OwnerSummary"][];
            readonly hasMore: boolean;
            readonly nextCursor: components["schemas"]["NextCursor"];
        };
        /** @description What the owner may do in the operator console; empty without access, and after it expired. */
        readonly ConsoleScopes: readonly components["schemas"]["AdministratorScope"][];
        /** @description An owner as administrators see them. */
        readonly OwnerRecord: {
            readonly sub: components["schemas"]["SessionAddress"];
            /** @description The name in the owner's profile; null without one. */
            readonly displayName: components["schemas"]["NullableOwnerName"];
            readonly createdAt: components["schemas"]["Timestamp"];
            readonly status: components["schemas"]["OwnerStatus"];
            readonly suspendedAt: components["schemas"]["NullableTimestamp"];
            /** @description Null when none was given, and for active owners. */
            readonly suspensionReason: string | null;
            readonly passkeys: readonly components["schemas"]["Passkey"][];
            readonly devices: readonly components["schemas"]["LinkedDevice"][];
            /**
             * Format: int32
             * @description Number of live sessions of applications.
             */
            readonly connectedSessions: number;
            /**
             * Format: int32
             * @description Number of browsers that are signed in.
             */
            readonly browserSessions: number;
            readonly consoleScopes: components["schemas"]["ConsoleScopes"];
            /** @description When the access to the operator console ends; null without access. */
            readonly consoleExpiresAt?: components["schemas"]["NullableTimestamp"];
        };
        readonly SuspendOwnerRequest: {
            /** @description For other administrators; the owner does not see it. */
            readonly reason?: string;
        };
        readonly SetConsoleScopesRequest: {
            readonly scopes: components["schemas"]["ConsoleScopes"];
            /** @description Whom audit events name; by default the name that the owner's grant has, or one made from its id. `bootstrap` is taken. */
            readonly name?: components["schemas"]["DisplayName"];
            /**
             * Format: int32
             * @description Lifetime of the grant; the default is 90 days, the maximum 366 days.
             */
            readonly expiresInSeconds?: number;
        };
        /**
         * @description Whether the owner can open the console.
         * @enum {string}
         */
        readonly ConsoleGrantStatus: "active" | "expired";
        /** @description An owner who may use the operator console. */
        readonly ConsoleGrant: {
            /** @description Id of the grant, which audit events have as `administratorId`. */
            readonly id: components["schemas"]["Uuid"];
            readonly name: components["schemas"]["DisplayName"];
            readonly sub: components["schemas"]["SessionAddress"];
            readonly scopes: components["schemas"]["AdministratorScopes"];
            readonly status: components["schemas"]["ConsoleGrantStatus"];
            /** @description Name of the administrator. */
            readonly grantedBy: components["schemas"]["DisplayName"];
            readonly grantedAt: components["schemas"]["Timestamp"];
            readonly expiresAt: components["schemas"]["Timestamp"];
        };
        readonly ConsoleGrantPage: {
            readonly grants: readonly components["schemas"]["ConsoleGrant"][];
            readonly hasMore: boolean;
            readonly nextCursor: components["schemas"]["NextCursor"];
        };
        readonly ConsoleAccess: {
            readonly sub: components["schemas"]["SessionAddress"];
            readonly granted: boolean;
        };
        /** @description A key with which an owner's browser administers for some minutes. */
        readonly ConsoleSession: {
            /** @description Id of the grant. */
            readonly id: components["schemas"]["Uuid"];
            readonly name: components["schemas"]["DisplayName"];
            readonly sub: components["schemas"]["SessionAddress"];
            readonly scopes: components["schemas"]["AdministratorScopes"];
            readonly expiresAt: components["schemas"]["Timestamp"];
            /** @description Bearer key, 256 random bits and the session address after `con_`. It is not stored and cannot be shown again. */
            readonly key: string;
        };
        /** @description A setting of the process. */
        readonly ShownSetting: {
            readonly name: string;
            /** @description The text as it was set, masked for secrets; `(unset)` without value and default. */
            readonly value: string;
            /** @description Whether the setting was not given. */
            readonly isDefault: boolean;
            readonly description: string;
        };
        readonly SettingList: {
            readonly settings: readonly components["schemas"]["ShownSetting"][];
        };
        /** @description Whom the invite is for, as the administrator noted it; null without a note. */
        readonly InviteNote: string | null;
        /**
         * @description Whether the invite lets a new owner in.
         * @enum {string}
         */
        readonly InviteStatus: "open" | "used" | "expired" | "revoked";
        /** @description Lets one new owner enrol. */
        readonly Invite: {
            readonly id: components["schemas"]["Uuid"];
            readonly note: components["schemas"]["InviteNote"];
            readonly status: components["schemas"]["InviteStatus"];
            /** @description Name of the administrator. */
            readonly createdBy: components["schemas"]["DisplayName"];
            readonly createdAt: components["schemas"]["Timestamp"];
            readonly expiresAt: components["schemas"]["Timestamp"];
            readonly usedAt: components["schemas"]["NullableTimestamp"];
            readonly revokedAt: components["schemas"]["NullableTimestamp"];
        };
        readonly InvitePage: {
            readonly invites: readonly components["schemas"]["Invite"][];
            readonly hasMore: boolean;
            readonly nextCursor: components["schemas"]["NextCursor"];
        };
        readonly CreateInviteRequest: {
            /** @description Whom the invite is for; shown to administrators alone. */
            readonly note?: components["schemas"]["DisplayName"];
            /**
             * Format: int32
             * @description Lifetime of the invite; the default is 7 days, the maximum 90 days.
             */
            readonly expiresInSeconds?: number;
        };
        /** Created invite */
        readonly CreatedInvite: {
            readonly id: components["schemas"]["Uuid"];
            readonly note: components["schemas"]["InviteNote"];
            readonly status: components["schemas"]["InviteStatus"];
            /** @description Name of the administrator. */
            readonly createdBy: components["schemas"]["DisplayName"];
            readonly createdAt: components["schemas"]["Timestamp"];
            readonly expiresAt: components["schemas"]["Timestamp"];
            readonly usedAt: components["schemas"]["NullableTimestamp"];
            readonly revokedAt: components["schemas"]["NullableTimestamp"];
            /** @description 80 random bits. It is not stored and cannot be shown again. */
            readonly code: components["schemas"]["InviteCode"];
            /**
             * Format: uri
             * @description The enrolment page with this code, for a person with a browser.
             */
            readonly link: string;
        };
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
         * Audit details
         * @description Facts for people; never a secret.
         */
        readonly AuditDetails: {
            readonly [key: string]: unknown;
        };
        /**
         * Audit event
         * @description A security event. The names of events and the members of `details` are open sets.
         */
        readonly AuditEvent: {
            /** Format: int64 */
            readonly id: number;
            readonly at: components["schemas"]["Timestamp"];
            readonly event: string;
            /** @description The `X-Request-Id` of the request that caused the event; `system` for background work. */
            readonly requestId: string;
            /** @description The owner; a pseudonym (`erased:…`) for an erased one. */
            readonly sub: string | null;
            /** @description The application. */
            readonly clientId: string | null;
            /** @description Network address of the request. */
            readonly ip: string | null;
            /** @description Name of the administrator who acted; `bootstrap` for the bootstrap key. */
            readonly administrator: string | null;
            /** @description Null for the bootstrap key, and where no administrator acted. */
            readonly administratorId: string | null;
            readonly details: components["schemas"]["AuditDetails"];
            /** @description What the owner is called today; null without a name. An export leaves it out. */
            readonly ownerName?: components["schemas"]["NullableOwnerName"];
            /** @description What the application is called today; null for none. An export leaves it out. */
            readonly applicationName?: string | null;
        };
        readonly AuditEventPage: {
            readonly events: readonly components["schemas"]["AuditEvent"][];
            readonly hasMore: boolean;
            readonly nextCursor: components["schemas"]["NextCursor"];
        };
        /**
         * Audit event lines
         * @description One `AuditEvent` as JSON per line.
         */
        readonly AuditEventLines: string;
    };
    responses: {
        /** @description The request waits for a person (`response_mode=json`) */
        readonly SignInStarted: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["AuthorizeResponse"];
            };
        };
        /** @description The browser is redirected (`response_mode=query`): to the approval page, or to `redirect_uri` with `code` or `error`, `state` and `iss` when nothing is left to approve */
        readonly AuthorizeRedirect: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly Location: components["headers"]["AuthorizeLocation"];
                readonly "Set-Cookie": components["headers"]["RequestCookie"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The request is incomplete, malformed, or asks for something that this provider does not support. Browsers get an HTML page */
        readonly AuthorizeRefused: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SsoError"];
            };
        };
        /** @description The calling page does not belong to the application; the text contains `Origin not allowed` */
        readonly ForeignOrigin: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SsoError"];
            };
        };
        /** @description Too many requests from this network or for this application, or too many wrong secrets from this network */
        readonly TooManyRequests: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly "Retry-After": components["headers"]["RetryAfter"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SsoError"];
            };
        };
        /** @description An internal error */
        readonly InternalError: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SsoError"];
            };
        };
        /** @description The provider is overloaded, or cannot reach its database */
        readonly Unavailable: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly "Retry-After": components["headers"]["RetryAfter"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SsoError"];
            };
        };
        /** @description The body is larger than 128 KiB */
        readonly PayloadTooLarge: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SsoError"];
            };
        };
        /** @description The body is not of the documented content type */
        readonly UnsupportedMediaType: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SsoError"];
            };
        };
        /** @description A parameter or the body is missing, malformed, repeated, or not known here */
        readonly ValidationFailed: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SsoError"];
            };
        };
        /** @description The authorization code of this sign-in was redeemed before */
        readonly CodeRedeemed: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SsoError"];
            };
        };
        /** @description The client did not authenticate, or its credentials are wrong */
        readonly ClientRefused: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly "WWW-Authenticate": components["headers"]["ClientChallenge"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SsoError"];
            };
        };
        /** @description The name is, or resembles, one of the platform's own */
        readonly NameReserved: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SsoError"];
            };
        };
        /** @description The person, and the application that the token was issued to */
        readonly Userinfo: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly "DPoP-Nonce": components["headers"]["DPoPNonce"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["UserInfoResponse"];
            };
        };
        /** @description No access token, or one that is not valid here. Several challenges may come, in one header line or in several. A rejected token gets the same text whether or not it is bound to a key */
        readonly TokenRefused: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly "WWW-Authenticate": components["headers"]["WWWAuthenticate"];
                readonly "DPoP-Nonce": components["headers"]["DPoPNonce"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SsoError"];
            };
        };
        /** @description The caller's copy is current. No body */
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
        /** @description No owner has approved an agent with this key, or it was revoked */
        readonly AgentNotBound: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SsoError"];
            };
        };
        /** @description The document */
        readonly ProviderMetadataDocument: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["PublicCache"];
                readonly ETag: components["headers"]["ETag"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ProviderMetadata"];
            };
        };
        /** @description Neither a valid device proof by an enrolled key nor a live browser session */
        readonly OwnerUnauthorized: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly "WWW-Authenticate": components["headers"]["DeviceChallenge"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SsoError"];
            };
        };
        /** @description The body is malformed, or the authenticator's response does not verify, or its challenge is not open */
        readonly PasskeyRefused: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SsoError"];
            };
        };
        /** @description A request with the session cookie came from another page than the provider's own, or lacks the fresh passkey assertion that this action needs */
        readonly BrowserRefused: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SsoError"];
            };
        };
        /** @description A request with the session cookie came from another page than the provider's own */
        readonly OriginRefused: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SsoError"];
            };
        };
        /** @description No new owner is admitted without a valid invite, or the request with the session cookie came from another page than the provider's own, or it lacks the fresh passkey assertion that it needs */
        readonly EnrolmentRefused: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SsoError"];
            };
        };
        /** @description The key belongs to another owner, or the owner has 20 devices */
        readonly DeviceConflict: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SsoError"];
            };
        };
        /** @description The link was used before, was withdrawn or has expired */
        readonly DeviceLinkExpired: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SsoError"];
            };
        };
        /** @description The caller has no such device */
        readonly DeviceNotFound: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SsoError"];
            };
        };
        /** @description It is the caller's only passkey or device */
        readonly LastAuthenticator: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SsoError"];
            };
        };
        /** @description This passkey is stored already, the owner has 20 of them, or this browser is signed in as another owner than the link's */
        readonly PasskeyConflict: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SsoError"];
            };
        };
        /** @description No authorization request has this id */
        readonly RequestNotFound: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SsoError"];
            };
        };
        /** @description Neither a valid device proof by an enrolled key nor a live browser session, or a browser session in which the owner has to confirm again (RFC 9470) */
        readonly OwnerUnconfirmed: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly "WWW-Authenticate": components["headers"]["DeviceChallenge"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SsoError"];
            };
        };
        /** @description The caller has no such passkey */
        readonly PasskeyNotFound: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SsoError"];
            };
        };
        /** @description The passkey or recovery code belongs to a suspended owner */
        readonly OwnerSuspended: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly "WWW-Authenticate": components["headers"]["DeviceChallenge"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SsoError"];
            };
        };
        /** @description The caller has no such link */
        readonly DeviceLinkNotFound: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SsoError"];
            };
        };
        /** @description The body is malformed, the code is unknown or used, or the authenticator's response does not verify */
        readonly RecoveryRefused: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SsoError"];
            };
        };
        /** @description Nothing with this id happened to the caller's identity */
        readonly NoticeNotFound: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SsoError"];
            };
        };
        /** @description The caller has no such live session */
        readonly SessionNotFound: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SsoError"];
            };
        };
        /** @description Neither a browser session, nor a signature of an enrolled device, nor an access token of the developer portal or the command line that is valid here */
        readonly DeveloperUnauthorized: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly "WWW-Authenticate": components["headers"]["WWWAuthenticate"];
                readonly "DPoP-Nonce": components["headers"]["DPoPNonce"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SsoError"];
            };
        };
        /** @description The token is not one of the developer portal or the command line, or a request with the session cookie came from another page */
        readonly DeveloperRefused: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SsoError"];
            };
        };
        /** @description The same, or the person has to confirm again (RFC 9470) */
        readonly DeveloperUnconfirmed: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly "WWW-Authenticate": components["headers"]["WWWAuthenticate"];
                readonly "DPoP-Nonce": components["headers"]["DPoPNonce"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SsoError"];
            };
        };
        /** @description The caller has too many applications, or the name belongs to another one */
        readonly ApplicationConflict: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SsoError"];
            };
        };
        /** @description The application, as the caller sees it */
        readonly ApplicationShown: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Application"];
            };
        };
        /** @description The caller works on no such application */
        readonly ApplicationNotFound: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SsoError"];
            };
        };
        /** @description The same, or the caller is a member and no owner of the application */
        readonly ApplicationOwnerRequired: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SsoError"];
            };
        };
        /** @description The name belongs to another application, or was verified by an administrator */
        readonly ApplicationNameConflict: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SsoError"];
            };
        };
        /** @description An administrator verified the application */
        readonly ApplicationIconConflict: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SsoError"];
            };
        };
        /** @description The application has two secrets, or authenticates without one */
        readonly ApplicationSecretConflict: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SsoError"];
            };
        };
        /** @description The caller has no such application, or it has no such secret */
        readonly ApplicationSecretNotFound: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SsoError"];
            };
        };
        /** @description The caller has no such application, or it has no such member */
        readonly ApplicationMemberNotFound: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SsoError"];
            };
        };
        /** @description The application would have no owner */
        readonly LastApplicationOwner: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SsoError"];
            };
        };
        /** @description The application has too many open invites */
        readonly ApplicationInviteLimit: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SsoError"];
            };
        };
        /** @description The caller has no such application, or it has no such open invite */
        readonly ApplicationInviteNotFound: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SsoError"];
            };
        };
        /** @description No open invite has this code, or it is for another person */
        readonly ApplicationInviteRefused: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SsoError"];
            };
        };
        /** @description The caller is a member already, or the application or the caller has too many */
        readonly ApplicationMembershipConflict: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SsoError"];
            };
        };
        /** @description A request is open, or the application cannot have this reach */
        readonly ReachRequestConflict: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SsoError"];
            };
        };
        /** @description The body is malformed, or the origin does not prove that it belongs to the application */
        readonly ResourceUnproven: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SsoError"];
            };
        };
        /** @description The origin is one of the platform, or the application has too many resources */
        readonly ResourceConflict: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SsoError"];
            };
        };
        /** @description The caller has no such application, or it has no such resource */
        readonly ResourceNotFound: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SsoError"];
            };
        };
        /** @description The application has a type of this name, or too many types */
        readonly DetailTypeConflict: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SsoError"];
            };
        };
        /** @description The caller has no such application, or it has no such type */
        readonly DetailTypeNotFound: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SsoError"];
            };
        };
        /** @description No administrator's key, or one that is wrong, expired or revoked */
        readonly AdminUnauthorized: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly "WWW-Authenticate": components["headers"]["AdminChallenge"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SsoError"];
            };
        };
        /** @description The administrator's key lacks the scope that this operation needs */
        readonly AdminForbidden: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly "WWW-Authenticate": components["headers"]["AdminChallenge"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SsoError"];
            };
        };
        /** @description No administrator's key, one that is wrong, expired or revoked, or a console session whose owner has to confirm again (RFC 9470) */
        readonly AdminUnconfirmed: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly "WWW-Authenticate": components["headers"]["AdminChallenge"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SsoError"];
            };
        };
        /** @description The application */
        readonly ProviderShown: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Provider"];
            };
        };
        /** @description No application has this address */
        readonly ProviderNotFound: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SsoError"];
            };
        };
        /** @description The application is one of the platform's own, which only settings of the platform configure */
        readonly OwnApplication: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SsoError"];
            };
        };
        /** @description No request has this id */
        readonly ReachRequestNotFound: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SsoError"];
            };
        };
        /** @description The request was decided before, or was closed with its application */
        readonly ReachRequestDecided: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SsoError"];
            };
        };
        /** @description No signing key has this kid */
        readonly SigningKeyNotFound: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SsoError"];
            };
        };
        /** @description No administrator has this id */
        readonly AdministratorNotFound: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SsoError"];
            };
        };
        /** @description No owner has this session address */
        readonly OwnerNotFound: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SsoError"];
            };
        };
        /** @description No owner has this session address, or it has no such live session */
        readonly OwnerSessionNotFound: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SsoError"];
            };
        };
        /** @description No invite has this id */
        readonly InviteNotFound: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Cache-Control": components["headers"]["NoStore"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SsoError"];
            };
        };
    };
    parameters: {
        /** @description Proof of possession (RFC 9449 section 4): a signed JWT that binds this method and URL to the caller's key. Single use. */
        readonly DPoP: string;
        /**
         * @description The `ETag` of the copy you have; when it is still the current one, the response is 304 without a body.
         * @example "9f2c1e7a"
         */
        readonly IfNoneMatch: string;
        /**
         * @description Maximum number of entries.
         * @example 20
         */
        readonly PageLimit: number;
        /**
         * @description The `nextCursor` of the page before. Leave it out for the first page.
         * @example MDE5Y2E4YjItMDVhOC03ZTAy
         */
        readonly PageCursor: string;
        /**
         * @description One of the caller's devices, by the thumbprint of its key.
         * @example eAEs9bXk5_3jJaFzhGsJVl6URVqkBQzxHDV9zvf4QKA
         */
        readonly DeviceKeyPath: components["schemas"]["Thumbprint"];
        /**
         * @description One of the caller's passkeys.
         * @example HdXdG_lnh4vgZXthF5jPog
         */
        readonly CredentialIdPath: components["schemas"]["CredentialId"];
        /**
         * @description One of the caller's links.
         * @example 019ca8b3-1f60-7a11-8c0e-6a1b9e2d4f57
         */
        readonly DeviceLinkPath: components["schemas"]["Uuid"];
        /**
         * @description The secret at the end of the deep link, `<base>/approve/<requestId>`: 244 random bits after the two characters with which the polling code begins too. It is not the polling code, and cannot be derived from it.
         * @example NZxpUZwFMwXjEKbYCFRKxnqT2ggQ6UF-zRhJvaoWgbM
         */
        readonly RequestIdPath: components["schemas"]["Secret"];
        /**
         * @description One of the caller's connected sessions.
         * @example 019ca8b2-05a8-7e02-a1c4-93d7e0b15f20
         */
        readonly ConnectedSessionPath: components["schemas"]["Uuid"];
        /**
         * @description The application.
         * @example 3b7e9a0c4d5f41628a9bc0d1e2f30415
         */
        readonly ApplicationPath: components["schemas"]["ApplicationId"];
        /**
         * @description One of the application's secrets.
         * @example 019ca8b1-0b40-7c3a-9d55-0a1b2c3d4e60
         */
        readonly SecretIdPath: components["schemas"]["Uuid"];
        /**
         * @description The member.
         * @example 0a1b2c3d4e5f60718293a4b5c6d7e8f9
         */
        readonly ApplicationMemberPath: components["schemas"]["SessionAddress"];
        /**
         * @description The invite.
         * @example 019ca8c0-0b40-7c3a-9d55-0a1b2c3d4e5f
         */
        readonly ApplicationInvitePath: components["schemas"]["Uuid"];
        /**
         * @description The resource.
         * @example 019ca8e0-0b40-7c3a-9d55-0a1b2c3d4e5f
         */
        readonly ResourcePath: components["schemas"]["Uuid"];
        /**
         * @description Name of the type, without the client id.
         * @example booking
         */
        readonly DetailTypePath: components["schemas"]["DetailTypeName"];
        /**
         * @description The application.
         * @example 00000006010000000000000000000001
         */
        readonly ProviderAddressPath: components["schemas"]["ProviderAddress"];
        /**
         * @description Only requests in this state.
         * @example pending
         */
        readonly ReachRequestStatusQuery: components["schemas"]["ReachRequestStatus"];
        /**
         * @description The request.
         * @example 019ca8d0-0b40-7c3a-9d55-0a1b2c3d4e5f
         */
        readonly ReachRequestPath: components["schemas"]["Uuid"];
        /**
         * @description The key, as the key set names it.
         * @example Ybm0qPnVYd9kRcqM0hTQ6p3r4NUUzyrUxVMHYP2l8ao
         */
        readonly SigningKeyId: components["schemas"]["Thumbprint"];
        /**
         * @description The administrator.
         * @example 0193a6c0-7b1e-7c3a-9d55-0a1b2c3d4e5f
         */
        readonly AdministratorIdPath: components["schemas"]["Uuid"];
        /**
         * @description The owner.
         * @example 5f3c9a1e7b2d4860a1c2e3f405162738
         */
        readonly OwnerPath: components["schemas"]["SessionAddress"];
        /**
         * @description Only events of this name.
         * @example owner_suspended
         */
        readonly AuditEventName: string;
        /**
         * @description Only events of this owner, by session address or pseudonym.
         * @example 5f3c9a1e7b2d4860a1c2e3f405162738
         */
        readonly AuditSub: string;
        /**
         * @description Only events of this administrator, by name or id.
         * @example Support desk
         */
        readonly AuditAdministrator: string;
        /**
         * @description Only events at or after this time.
         * @example 2026-03-01T00:00:00.000Z
         */
        readonly AuditFrom: string;
        /**
         * @description Only events before this time.
         * @example 2026-03-02T00:00:00.000Z
         */
        readonly AuditTo: string;
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
         * @description Identifies this request in the service's logs; quote it when you ask for help.
         * @example req-0193a6c07b1e7c3a
         */
        readonly RequestId: string;
        /**
         * @description The response contains secrets and must not be cached.
         * @example no-store
         */
        readonly NoStore: "no-store";
        /**
         * @description The approval page, the same address as `deep_link`; or `redirect_uri` with the response.
         * @example http://localhost:4001/approve/NZxpUZwFMwXjEKbYCFRKxnqT2ggQ6UF-zRhJvaoWgbM
         */
        readonly AuthorizeLocation: string;
        /**
         * @description Binds the request to the browser that sent it: only a browser with this cookie is redirected to `redirect_uri`, and approves without picking the comparison code. Over https the name starts with `__Host-`, with `Secure`. Left out when nothing is left to approve.
         * @example sso_request_eAEs9bXk5_3jJaFz=iGOkpBWdu0zRSQ5wqFCRmcBtu3U1McDHULBCWr9lp3A; Path=/; Max-Age=600; HttpOnly; SameSite=Lax
         */
        readonly RequestCookie: string;
        /**
         * @description Whole seconds to wait before the next attempt (RFC 9110 section 10.2.3).
         * @example 5
         */
        readonly RetryAfter: number;
        /**
         * @description Present while the status is `pending`. Whole seconds to wait before asking again.
         * @example 5
         */
        readonly PollAgainAfter: number;
        /**
         * @description Present when the server asks for, or renews, a nonce that the next proof must carry (RFC 9449 section 8).
         * @example n-4tV0kFq2Yw
         */
        readonly DPoPNonce: string;
        /**
         * @description The scheme for client credentials (RFC 7617).
         * @example Basic realm="oauth", charset="UTF-8"
         */
        readonly ClientChallenge: "Basic realm=\"oauth\", charset=\"UTF-8\"";
        /**
         * @description The challenge that states how to authenticate (RFC 6750 section 3, RFC 9449 section 7.1). `scope` is what a client sends to authorize for a token that the operation accepts.
         * @example DPoP error="invalid_token", algs="EdDSA Ed25519 ES256", scope="openid"
         */
        readonly WWWAuthenticate: string;
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
        /**
         * @description Any cache may keep the status for a minute.
         * @example public, max-age=60
         */
        readonly KeyStatusCache: "public, max-age=60";
        /**
         * @description Any cache may keep it for five seconds.
         * @example public, max-age=5
         */
        readonly DirectoryCache: "public, max-age=5";
        /**
         * @description What the signature covers (RFC 9421 section 4.1).
         * @example sig1=("@authority";req "content-digest");created=1772357465;expires=1772357525;nonce="n";keyid="poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U";alg="ed25519";tag="http-message-signatures-directory"
         */
        readonly SignatureInput: string;
        /**
         * @description The signature by the provider's key (RFC 9421 section 4.2).
         * @example sig1=:wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==:
         */
        readonly Signature: string;
        /**
         * @description SHA-256 of the body (RFC 9530).
         * @example sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:
         */
        readonly ContentDigest: string;
        /**
         * @description Any cache may keep the list for two seconds.
         * @example public, max-age=2
         */
        readonly StatusListCache: "public, max-age=2";
        /**
         * @description How a device authenticates, with the reason when a proof was rejected.
         * @example Device algs="EdDSA Ed25519", error="invalid_device_proof"
         */
        readonly DeviceChallenge: string;
        /**
         * @description Deletes the session cookie; absent unless the session of this browser ended.
         * @example owner_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict
         */
        readonly OwnerCookieCleared: string;
        /**
         * @description The session of this browser: 256 random bits, a point and the session address of the person. Over https `Secure`, and the name starts with `__Host-`.
         * @example owner_session=iGOkpBWdu0zRSQ5wqFCRmcBtu3U1McDHULBCWr9lp3A.5f3c9a1e7b2d4860a1c2e3f405162738; Path=/; Max-Age=43200; HttpOnly; SameSite=Strict
         */
        readonly OwnerCookie: string;
        /**
         * @description Makes browsers save the file.
         * @example attachment; filename="activity-2026-03-01.json"
         */
        readonly ActivityFile: string;
        /**
         * @description How an administrator authenticates (RFC 6750 section 3).
         * @example Bearer error="invalid_token"
         */
        readonly AdminChallenge: string;
        /**
         * @description Where the application can be read.
         * @example /api/v1/providers/00000006010000000000000000000001
         */
        readonly ProviderLocation: string;
    };
    pathItems: never;
}
export type AuthorizationResponseType = components['schemas']['AuthorizationResponseType'];
export type ResponseMode = components['schemas']['ResponseMode'];
export type RequestedClientId = components['schemas']['RequestedClientId'];
export type RequestedScope = components['schemas']['RequestedScope'];
export type ResourceUri = components['schemas']['ResourceUri'];
export type CodeChallenge = components['schemas']['CodeChallenge'];
export type CodeChallengeMethod = components['schemas']['CodeChallengeMethod'];
export type State = components['schemas']['State'];
export type Nonce = components['schemas']['Nonce'];
export type RedirectUri = components['schemas']['RedirectUri'];
export type Thumbprint = components['schemas']['Thumbprint'];
export type Prompt = components['schemas']['Prompt'];
export type MaxAge = components['schemas']['MaxAge'];
export type IdTokenHint = components['schemas']['IdTokenHint'];
export type SignInHint = components['schemas']['SignInHint'];
export type UiLocales = components['schemas']['UiLocales'];
export type AgentName = components['schemas']['AgentName'];
export type DeepLink = components['schemas']['DeepLink'];
export type UnixSeconds = components['schemas']['UnixSeconds'];
export type ComparisonCode = components['schemas']['ComparisonCode'];
export type AuthorizeResponse = components['schemas']['AuthorizeResponse'];
export type SsoErrorCode = components['schemas']['SsoErrorCode'];
export type ErrorDescription = components['schemas']['ErrorDescription'];
export type KeyRefusal = components['schemas']['KeyRefusal'];
export type Jwt = components['schemas']['Jwt'];
export type SsoError = components['schemas']['SsoError'];
export type FormResponseMode = components['schemas']['FormResponseMode'];
export type AuthorizationDetailsText = components['schemas']['AuthorizationDetailsText'];
export type AuthorizeForm = components['schemas']['AuthorizeForm'];
export type PollRequest = components['schemas']['PollRequest'];
export type PollStatus = components['schemas']['PollStatus'];
export type PollResponse = components['schemas']['PollResponse'];
export type FormClientId = components['schemas']['FormClientId'];
export type FormClientSecret = components['schemas']['FormClientSecret'];
export type FormClientAssertion = components['schemas']['FormClientAssertion'];
export type FormClientAssertionType = components['schemas']['FormClientAssertionType'];
export type SelectedDetailsText = components['schemas']['SelectedDetailsText'];
export type AuthorizationCodeGrant = components['schemas']['AuthorizationCodeGrant'];
export type RefreshTokenGrant = components['schemas']['RefreshTokenGrant'];
export type DeviceCodeGrant = components['schemas']['DeviceCodeGrant'];
export type TokenExchangeGrant = components['schemas']['TokenExchangeGrant'];
export type BackchannelGrant = components['schemas']['BackchannelGrant'];
export type TokenRequest = components['schemas']['TokenRequest'];
export type TokenType = components['schemas']['TokenType'];
export type GrantedScope = components['schemas']['GrantedScope'];
export type DetailTypeId = components['schemas']['DetailTypeId'];
export type AuthorizationDetail = components['schemas']['AuthorizationDetail'];
export type AuthorizationDetails = components['schemas']['AuthorizationDetails'];
export type TokenResponse = components['schemas']['TokenResponse'];
export type PushedAuthorizationForm = components['schemas']['PushedAuthorizationForm'];
export type PushedAuthorization = components['schemas']['PushedAuthorization'];
export type ClientRegistration = components['schemas']['ClientRegistration'];
export type ProviderAddress = components['schemas']['ProviderAddress'];
export type Secret = components['schemas']['Secret'];
export type DisplayName = components['schemas']['DisplayName'];
export type RegisteredRedirectUri = components['schemas']['RegisteredRedirectUri'];
export type RedirectUris = components['schemas']['RedirectUris'];
export type ClientAuthMethod = components['schemas']['ClientAuthMethod'];
export type SubjectType = components['schemas']['SubjectType'];
export type ClientJwk = components['schemas']['ClientJwk'];
export type ClientKeySet = components['schemas']['ClientKeySet'];
export type PostLogoutRedirectUris = components['schemas']['PostLogoutRedirectUris'];
export type RegisteredClient = components['schemas']['RegisteredClient'];
export type DeviceAuthorizationForm = components['schemas']['DeviceAuthorizationForm'];
export type DeviceAuthorization = components['schemas']['DeviceAuthorization'];
export type BackchannelAuthenticationForm = components['schemas']['BackchannelAuthenticationForm'];
export type BackchannelAuthentication = components['schemas']['BackchannelAuthentication'];
export type UsedOnce = components['schemas']['UsedOnce'];
export type DetailTemplate = components['schemas']['DetailTemplate'];
export type DetailTemplates = components['schemas']['DetailTemplates'];
export type AuthorizationDetailsType = components['schemas']['AuthorizationDetailsType'];
export type SessionAddress = components['schemas']['SessionAddress'];
export type OwnerName = components['schemas']['OwnerName'];
export type PictureUrl = components['schemas']['PictureUrl'];
export type UserInfoResponse = components['schemas']['UserInfoResponse'];
export type RsaPublicJwk = components['schemas']['RsaPublicJwk'];
export type JsonWebKeySet = components['schemas']['JsonWebKeySet'];
export type JwkRevocation = components['schemas']['JwkRevocation'];
export type FormerJwk = components['schemas']['FormerJwk'];
export type JsonWebKeyHistory = components['schemas']['JsonWebKeyHistory'];
export type AgentKeyStatus = components['schemas']['AgentKeyStatus'];
export type RevocationReason = components['schemas']['RevocationReason'];
export type KeyStatus = components['schemas']['KeyStatus'];
export type CreateAttestationRequest = components['schemas']['CreateAttestationRequest'];
export type CreateAttestationResponse = components['schemas']['CreateAttestationResponse'];
export type DelegationId = components['schemas']['DelegationId'];
export type Timestamp = components['schemas']['Timestamp'];
export type Delegation = components['schemas']['Delegation'];
export type NextCursor = components['schemas']['NextCursor'];
export type DelegationPage = components['schemas']['DelegationPage'];
export type AgentCard = components['schemas']['AgentCard'];
export type DirectoryKey = components['schemas']['DirectoryKey'];
export type KeyDirectory = components['schemas']['KeyDirectory'];
export type StatusListToken = components['schemas']['StatusListToken'];
export type RevocationRequest = components['schemas']['RevocationRequest'];
export type RevocationResponse = components['schemas']['RevocationResponse'];
export type IntrospectionRequest = components['schemas']['IntrospectionRequest'];
export type TokenConfirmation = components['schemas']['TokenConfirmation'];
export type Actor = components['schemas']['Actor'];
export type IntrospectionResponse = components['schemas']['IntrospectionResponse'];
export type MetadataNames = components['schemas']['MetadataNames'];
export type ProviderMetadata = components['schemas']['ProviderMetadata'];
export type AndroidApp = components['schemas']['AndroidApp'];
export type AndroidAppLink = components['schemas']['AndroidAppLink'];
export type AndroidAppLinks = components['schemas']['AndroidAppLinks'];
export type AppleAppIds = components['schemas']['AppleAppIds'];
export type AppleLinkedApps = components['schemas']['AppleLinkedApps'];
export type AppleUniversalLinks = components['schemas']['AppleUniversalLinks'];
export type AppleWebCredentials = components['schemas']['AppleWebCredentials'];
export type AppleAppLinks = components['schemas']['AppleAppLinks'];
export type CredentialId = components['schemas']['CredentialId'];
export type NullableTimestamp = components['schemas']['NullableTimestamp'];
export type Passkey = components['schemas']['Passkey'];
export type LinkedDevice = components['schemas']['LinkedDevice'];
export type RecoveryCodeCount = components['schemas']['RecoveryCodeCount'];
export type Owner = components['schemas']['Owner'];
export type WebAuthnExtensions = components['schemas']['WebAuthnExtensions'];
export type AuthenticatorAssertionResponseJson = components['schemas']['AuthenticatorAssertionResponseJSON'];
export type AuthenticationResponseJson = components['schemas']['AuthenticationResponseJSON'];
export type OwnerConfirmationRequest = components['schemas']['OwnerConfirmationRequest'];
export type SetOwnerPictureRequest = components['schemas']['SetOwnerPictureRequest'];
export type NullableOwnerName = components['schemas']['NullableOwnerName'];
export type OwnerProfile = components['schemas']['OwnerProfile'];
export type NullablePictureUrl = components['schemas']['NullablePictureUrl'];
export type UpdateOwnerProfileRequest = components['schemas']['UpdateOwnerProfileRequest'];
export type InviteCode = components['schemas']['InviteCode'];
export type CreateDeviceRequest = components['schemas']['CreateDeviceRequest'];
export type EnrolledDevice = components['schemas']['EnrolledDevice'];
export type DeleteAuthenticatorRequest = components['schemas']['DeleteAuthenticatorRequest'];
export type UpdateAuthenticatorRequest = components['schemas']['UpdateAuthenticatorRequest'];
export type CreatePasskeyRegistrationOptionsRequest = components['schemas']['CreatePasskeyRegistrationOptionsRequest'];
export type PublicKeyCredentialRpEntity = components['schemas']['PublicKeyCredentialRpEntity'];
export type PublicKeyCredentialUserEntityJson = components['schemas']['PublicKeyCredentialUserEntityJSON'];
export type PublicKeyCredentialParameters = components['schemas']['PublicKeyCredentialParameters'];
export type AuthenticatorTransports = components['schemas']['AuthenticatorTransports'];
export type PublicKeyCredentialDescriptorJson = components['schemas']['PublicKeyCredentialDescriptorJSON'];
export type AuthenticatorAttachment = components['schemas']['AuthenticatorAttachment'];
export type AuthenticatorRequirement = components['schemas']['AuthenticatorRequirement'];
export type AuthenticatorSelectionCriteria = components['schemas']['AuthenticatorSelectionCriteria'];
export type CredentialHint = components['schemas']['CredentialHint'];
export type CredentialHints = components['schemas']['CredentialHints'];
export type AttestationConveyance = components['schemas']['AttestationConveyance'];
export type PublicKeyCredentialCreationOptionsJson = components['schemas']['PublicKeyCredentialCreationOptionsJSON'];
export type PasskeyRegistrationOptions = components['schemas']['PasskeyRegistrationOptions'];
export type ConfirmedAction = components['schemas']['ConfirmedAction'];
export type CreatePasskeyAssertionOptionsRequest = components['schemas']['CreatePasskeyAssertionOptionsRequest'];
export type PublicKeyCredentialRequestOptionsJson = components['schemas']['PublicKeyCredentialRequestOptionsJSON'];
export type PasskeySignInOptions = components['schemas']['PasskeySignInOptions'];
export type AuthenticatorAttestationResponseJson = components['schemas']['AuthenticatorAttestationResponseJSON'];
export type RegistrationResponseJson = components['schemas']['RegistrationResponseJSON'];
export type CreatePasskeyRequest = components['schemas']['CreatePasskeyRequest'];
export type RegisteredPasskey = components['schemas']['RegisteredPasskey'];
export type CreatePasskeySignInOptionsRequest = components['schemas']['CreatePasskeySignInOptionsRequest'];
export type CreateOwnerSessionRequest = components['schemas']['CreateOwnerSessionRequest'];
export type SignedInOwner = components['schemas']['SignedInOwner'];
export type Uuid = components['schemas']['Uuid'];
export type DeviceLinkAddress = components['schemas']['DeviceLinkAddress'];
export type CreatedDeviceLink = components['schemas']['CreatedDeviceLink'];
export type DeviceLinkStatus = components['schemas']['DeviceLinkStatus'];
export type NullableDisplayName = components['schemas']['NullableDisplayName'];
export type DeviceLink = components['schemas']['DeviceLink'];
export type RecoveryCodeStatus = components['schemas']['RecoveryCodeStatus'];
export type RecoveryCode = components['schemas']['RecoveryCode'];
export type RecoveryCodes = components['schemas']['RecoveryCodes'];
export type CreateRecoveryOptionsRequest = components['schemas']['CreateRecoveryOptionsRequest'];
export type Recovery = components['schemas']['Recovery'];
export type RequestPlace = components['schemas']['RequestPlace'];
export type BrowserSession = components['schemas']['BrowserSession'];
export type BrowserSessionPage = components['schemas']['BrowserSessionPage'];
export type OwnerActivityKind = components['schemas']['OwnerActivityKind'];
export type NamedApplication = components['schemas']['NamedApplication'];
export type OwnerActivityEvent = components['schemas']['OwnerActivityEvent'];
export type OwnerActivityPage = components['schemas']['OwnerActivityPage'];
export type OwnerActivityExport = components['schemas']['OwnerActivityExport'];
export type OwnerNotices = components['schemas']['OwnerNotices'];
export type PushPublicKey = components['schemas']['PushPublicKey'];
export type OwnerPushKey = components['schemas']['OwnerPushKey'];
export type CreatePushSubscriptionRequest = components['schemas']['CreatePushSubscriptionRequest'];
export type SeenNotices = components['schemas']['SeenNotices'];
export type AuthorizationRequestStatus = components['schemas']['AuthorizationRequestStatus'];
export type NullableAgentName = components['schemas']['NullableAgentName'];
export type IconUrl = components['schemas']['IconUrl'];
export type Reach = components['schemas']['Reach'];
export type NullableThumbprint = components['schemas']['NullableThumbprint'];
export type NullableKeyFingerprint = components['schemas']['NullableKeyFingerprint'];
export type ApprovalComparison = components['schemas']['ApprovalComparison'];
export type DetailSentence = components['schemas']['DetailSentence'];
export type DetailSentences = components['schemas']['DetailSentences'];
export type DetailSentencesList = components['schemas']['DetailSentencesList'];
export type AuthorizationRequest = components['schemas']['AuthorizationRequest'];
export type DecisionChoice = components['schemas']['DecisionChoice'];
export type MandateLimit = components['schemas']['MandateLimit'];
export type MandatePeriod = components['schemas']['MandatePeriod'];
export type CreateMandateRequest = components['schemas']['CreateMandateRequest'];
export type DecisionRequest = components['schemas']['DecisionRequest'];
export type DecisionStatus = components['schemas']['DecisionStatus'];
export type DecisionResult = components['schemas']['DecisionResult'];
export type OwnerRequestState = components['schemas']['OwnerRequestState'];
export type RequestingClient = components['schemas']['RequestingClient'];
export type RequestingAgent = components['schemas']['RequestingAgent'];
export type RequestDecider = components['schemas']['RequestDecider'];
export type OwnerRequest = components['schemas']['OwnerRequest'];
export type OwnerRequestPage = components['schemas']['OwnerRequestPage'];
export type RequestCount = components['schemas']['RequestCount'];
export type RequestBudget = components['schemas']['RequestBudget'];
export type SetRequestBudgetRequest = components['schemas']['SetRequestBudgetRequest'];
export type PaymentDetail = components['schemas']['PaymentDetail'];
export type ActionDetail = components['schemas']['ActionDetail'];
export type DelegationDetail = components['schemas']['DelegationDetail'];
export type OwnDetail = components['schemas']['OwnDetail'];
export type Mandate = components['schemas']['Mandate'];
export type MandatePage = components['schemas']['MandatePage'];
export type AgentAction = components['schemas']['AgentAction'];
export type ConnectedSession = components['schemas']['ConnectedSession'];
export type ConnectedSessionPage = components['schemas']['ConnectedSessionPage'];
export type UpdateConnectedSessionRequest = components['schemas']['UpdateConnectedSessionRequest'];
export type CompromiseReport = components['schemas']['CompromiseReport'];
export type CompromisedKey = components['schemas']['CompromisedKey'];
export type EndPreviewKind = components['schemas']['EndPreviewKind'];
export type SessionCount = components['schemas']['SessionCount'];
export type EndPreview = components['schemas']['EndPreview'];
export type RevokedSessions = components['schemas']['RevokedSessions'];
export type ApplicationId = components['schemas']['ApplicationId'];
export type ApplicationKind = components['schemas']['ApplicationKind'];
export type ApplicationRole = components['schemas']['ApplicationRole'];
export type PolicyUri = components['schemas']['PolicyUri'];
export type TosUri = components['schemas']['TosUri'];
export type AllowedOrigins = components['schemas']['AllowedOrigins'];
export type ComparisonRule = components['schemas']['ComparisonRule'];
export type ReachRequestStatus = components['schemas']['ReachRequestStatus'];
export type ReachReason = components['schemas']['ReachReason'];
export type NullableReachReason = components['schemas']['NullableReachReason'];
export type ReachRequest = components['schemas']['ReachRequest'];
export type RequirePkce = components['schemas']['RequirePkce'];
export type RequireNonce = components['schemas']['RequireNonce'];
export type AssertionAudience = components['schemas']['AssertionAudience'];
export type DpopBoundAccessTokens = components['schemas']['DpopBoundAccessTokens'];
export type SectorIdentifierUri = components['schemas']['SectorIdentifierUri'];
export type EmailPseudonym = components['schemas']['EmailPseudonym'];
export type ProviderSecret = components['schemas']['ProviderSecret'];
export type BackchannelLogoutUri = components['schemas']['BackchannelLogoutUri'];
export type BackchannelLogoutSessionRequired = components['schemas']['BackchannelLogoutSessionRequired'];
export type Application = components['schemas']['Application'];
export type ApplicationPage = components['schemas']['ApplicationPage'];
export type PublishedKeysUri = components['schemas']['PublishedKeysUri'];
export type CreateApplicationRequest = components['schemas']['CreateApplicationRequest'];
export type UpdateApplicationRequest = components['schemas']['UpdateApplicationRequest'];
export type SetApplicationIconRequest = components['schemas']['SetApplicationIconRequest'];
export type CreatedProviderSecret = components['schemas']['CreatedProviderSecret'];
export type ApplicationMember = components['schemas']['ApplicationMember'];
export type ApplicationMemberList = components['schemas']['ApplicationMemberList'];
export type SetApplicationMemberRequest = components['schemas']['SetApplicationMemberRequest'];
export type ApplicationInvite = components['schemas']['ApplicationInvite'];
export type ApplicationInviteList = components['schemas']['ApplicationInviteList'];
export type CreateApplicationInviteRequest = components['schemas']['CreateApplicationInviteRequest'];
export type CreatedApplicationInvite = components['schemas']['CreatedApplicationInvite'];
export type CreateApplicationMembershipRequest = components['schemas']['CreateApplicationMembershipRequest'];
export type CreateReachRequest = components['schemas']['CreateReachRequest'];
export type ResourceOrigin = components['schemas']['ResourceOrigin'];
export type ResourceStatus = components['schemas']['ResourceStatus'];
export type Resource = components['schemas']['Resource'];
export type ResourceList = components['schemas']['ResourceList'];
export type CreateResourceRequest = components['schemas']['CreateResourceRequest'];
export type DetailTypeName = components['schemas']['DetailTypeName'];
export type DetailType = components['schemas']['DetailType'];
export type DetailTypeList = components['schemas']['DetailTypeList'];
export type DetailMemberType = components['schemas']['DetailMemberType'];
export type DetailMember = components['schemas']['DetailMember'];
export type DetailSchema = components['schemas']['DetailSchema'];
export type CreateDetailTemplates = components['schemas']['CreateDetailTemplates'];
export type CreateDetailTypeRequest = components['schemas']['CreateDetailTypeRequest'];
export type BackchannelTokenDeliveryMode = components['schemas']['BackchannelTokenDeliveryMode'];
export type BackchannelClientNotificationEndpoint = components['schemas']['BackchannelClientNotificationEndpoint'];
export type ProviderRegistration = components['schemas']['ProviderRegistration'];
export type Provider = components['schemas']['Provider'];
export type ProviderPage = components['schemas']['ProviderPage'];
export type CreateProviderRequest = components['schemas']['CreateProviderRequest'];
export type UpdateProviderRequest = components['schemas']['UpdateProviderRequest'];
export type ReachRequestApplication = components['schemas']['ReachRequestApplication'];
export type AdministeredReachRequest = components['schemas']['AdministeredReachRequest'];
export type ReachRequestPage = components['schemas']['ReachRequestPage'];
export type ReachDecision = components['schemas']['ReachDecision'];
export type DecideReachRequest = components['schemas']['DecideReachRequest'];
export type NextSigningKey = components['schemas']['NextSigningKey'];
export type RevokedSigningKey = components['schemas']['RevokedSigningKey'];
export type AdministratorScope = components['schemas']['AdministratorScope'];
export type AdministratorScopes = components['schemas']['AdministratorScopes'];
export type AdministratorStatus = components['schemas']['AdministratorStatus'];
export type Administrator = components['schemas']['Administrator'];
export type AdministratorPage = components['schemas']['AdministratorPage'];
export type CreateAdministratorRequest = components['schemas']['CreateAdministratorRequest'];
export type CreatedAdministrator = components['schemas']['CreatedAdministrator'];
export type CurrentAdministrator = components['schemas']['CurrentAdministrator'];
export type OwnerStatus = components['schemas']['OwnerStatus'];
export type OwnerSummary = components['schemas']['OwnerSummary'];
export type OwnerPage = components['schemas']['OwnerPage'];
export type ConsoleScopes = components['schemas']['ConsoleScopes'];
export type OwnerRecord = components['schemas']['OwnerRecord'];
export type SuspendOwnerRequest = components['schemas']['SuspendOwnerRequest'];
export type SetConsoleScopesRequest = components['schemas']['SetConsoleScopesRequest'];
export type ConsoleGrantStatus = components['schemas']['ConsoleGrantStatus'];
export type ConsoleGrant = components['schemas']['ConsoleGrant'];
export type ConsoleGrantPage = components['schemas']['ConsoleGrantPage'];
export type ConsoleAccess = components['schemas']['ConsoleAccess'];
export type ConsoleSession = components['schemas']['ConsoleSession'];
export type ShownSetting = components['schemas']['ShownSetting'];
export type SettingList = components['schemas']['SettingList'];
export type InviteNote = components['schemas']['InviteNote'];
export type InviteStatus = components['schemas']['InviteStatus'];
export type Invite = components['schemas']['Invite'];
export type InvitePage = components['schemas']['InvitePage'];
export type CreateInviteRequest = components['schemas']['CreateInviteRequest'];
export type CreatedInvite = components['schemas']['CreatedInvite'];
export type ServiceHealth = components['schemas']['ServiceHealth'];
export type AuditDetails = components['schemas']['AuditDetails'];
export type AuditEvent = components['schemas']['AuditEvent'];
export type AuditEventPage = components['schemas']['AuditEventPage'];
export type AuditEventLines = components['schemas']['AuditEventLines'];
export type ResponseSignInStarted = components['responses']['SignInStarted'];
export type ResponseAuthorizeRedirect = components['responses']['AuthorizeRedirect'];
export type ResponseAuthorizeRefused = components['responses']['AuthorizeRefused'];
export type ResponseForeignOrigin = components['responses']['ForeignOrigin'];
export type ResponseTooManyRequests = components['responses']['TooManyRequests'];
export type ResponseInternalError = components['responses']['InternalError'];
export type ResponseUnavailable = components['responses']['Unavailable'];
export type ResponsePayloadTooLarge = components['responses']['PayloadTooLarge'];
export type ResponseUnsupportedMediaType = components['responses']['UnsupportedMediaType'];
export type ResponseValidationFailed = components['responses']['ValidationFailed'];
export type ResponseCodeRedeemed = components['responses']['CodeRedeemed'];
export type ResponseClientRefused = components['responses']['ClientRefused'];
export type ResponseNameReserved = components['responses']['NameReserved'];
export type ResponseUserinfo = components['responses']['Userinfo'];
export type ResponseTokenRefused = components['responses']['TokenRefused'];
export type ResponseNotModified = components['responses']['NotModified'];
export type ResponseAgentNotBound = components['responses']['AgentNotBound'];
export type ResponseProviderMetadataDocument = components['responses']['ProviderMetadataDocument'];
export type ResponseOwnerUnauthorized = components['responses']['OwnerUnauthorized'];
export type ResponsePasskeyRefused = components['responses']['PasskeyRefused'];
export type ResponseBrowserRefused = components['responses']['BrowserRefused'];
export type ResponseOriginRefused = components['responses']['OriginRefused'];
export type ResponseEnrolmentRefused = components['responses']['EnrolmentRefused'];
export type ResponseDeviceConflict = components['responses']['DeviceConflict'];
export type ResponseDeviceLinkExpired = components['responses']['DeviceLinkExpired'];
export type ResponseDeviceNotFound = components['responses']['DeviceNotFound'];
export type ResponseLastAuthenticator = components['responses']['LastAuthenticator'];
export type ResponsePasskeyConflict = components['responses']['PasskeyConflict'];
export type ResponseRequestNotFound = components['responses']['RequestNotFound'];
export type ResponseOwnerUnconfirmed = components['responses']['OwnerUnconfirmed'];
export type ResponsePasskeyNotFound = components['responses']['PasskeyNotFound'];
export type ResponseOwnerSuspended = components['responses']['OwnerSuspended'];
export type ResponseDeviceLinkNotFound = components['responses']['DeviceLinkNotFound'];
export type ResponseRecoveryRefused = components['responses']['RecoveryRefused'];
export type ResponseNoticeNotFound = components['responses']['NoticeNotFound'];
export type ResponseSessionNotFound = components['responses']['SessionNotFound'];
export type ResponseDeveloperUnauthorized = components['responses']['DeveloperUnauthorized'];
export type ResponseDeveloperRefused = components['responses']['DeveloperRefused'];
export type ResponseDeveloperUnconfirmed = components['responses']['DeveloperUnconfirmed'];
export type ResponseApplicationConflict = components['responses']['ApplicationConflict'];
export type ResponseApplicationShown = components['responses']['ApplicationShown'];
export type ResponseApplicationNotFound = components['responses']['ApplicationNotFound'];
export type ResponseApplicationOwnerRequired = components['responses']['ApplicationOwnerRequired'];
export type ResponseApplicationNameConflict = components['responses']['ApplicationNameConflict'];
export type ResponseApplicationIconConflict = components['responses']['ApplicationIconConflict'];
export type ResponseApplicationSecretConflict = components['responses']['ApplicationSecretConflict'];
export type ResponseApplicationSecretNotFound = components['responses']['ApplicationSecretNotFound'];
export type ResponseApplicationMemberNotFound = components['responses']['ApplicationMemberNotFound'];
export type ResponseLastApplicationOwner = components['responses']['LastApplicationOwner'];
export type ResponseApplicationInviteLimit = components['responses']['ApplicationInviteLimit'];
export type ResponseApplicationInviteNotFound = components['responses']['ApplicationInviteNotFound'];
export type ResponseApplicationInviteRefused = components['responses']['ApplicationInviteRefused'];
export type ResponseApplicationMembershipConflict = components['responses']['ApplicationMembershipConflict'];
export type ResponseReachRequestConflict = components['responses']['ReachRequestConflict'];
export type ResponseResourceUnproven = components['responses']['ResourceUnproven'];
export type ResponseResourceConflict = components['responses']['ResourceConflict'];
export type ResponseResourceNotFound = components['responses']['ResourceNotFound'];
export type ResponseDetailTypeConflict = components['responses']['DetailTypeConflict'];
export type ResponseDetailTypeNotFound = components['responses']['DetailTypeNotFound'];
export type ResponseAdminUnauthorized = components['responses']['AdminUnauthorized'];
export type ResponseAdminForbidden = components['responses']['AdminForbidden'];
export type ResponseAdminUnconfirmed = components['responses']['AdminUnconfirmed'];
export type ResponseProviderShown = components['responses']['ProviderShown'];
export type ResponseProviderNotFound = components['responses']['ProviderNotFound'];
export type ResponseOwnApplication = components['responses']['OwnApplication'];
export type ResponseReachRequestNotFound = components['responses']['ReachRequestNotFound'];
export type ResponseReachRequestDecided = components['responses']['ReachRequestDecided'];
export type ResponseSigningKeyNotFound = components['responses']['SigningKeyNotFound'];
export type ResponseAdministratorNotFound = components['responses']['AdministratorNotFound'];
export type ResponseOwnerNotFound = components['responses']['OwnerNotFound'];
export type ResponseOwnerSessionNotFound = components['responses']['OwnerSessionNotFound'];
export type ResponseInviteNotFound = components['responses']['InviteNotFound'];
export type ParameterDPoP = components['parameters']['DPoP'];
export type ParameterIfNoneMatch = components['parameters']['IfNoneMatch'];
export type ParameterPageLimit = components['parameters']['PageLimit'];
export type ParameterPageCursor = components['parameters']['PageCursor'];
export type ParameterDeviceKeyPath = components['parameters']['DeviceKeyPath'];
export type ParameterCredentialIdPath = components['parameters']['CredentialIdPath'];
export type ParameterDeviceLinkPath = components['parameters']['DeviceLinkPath'];
export type ParameterRequestIdPath = components['parameters']['RequestIdPath'];
export type ParameterConnectedSessionPath = components['parameters']['ConnectedSessionPath'];
export type ParameterApplicationPath = components['parameters']['ApplicationPath'];
export type ParameterSecretIdPath = components['parameters']['SecretIdPath'];
export type ParameterApplicationMemberPath = components['parameters']['ApplicationMemberPath'];
export type ParameterApplicationInvitePath = components['parameters']['ApplicationInvitePath'];
export type ParameterResourcePath = components['parameters']['ResourcePath'];
export type ParameterDetailTypePath = components['parameters']['DetailTypePath'];
export type ParameterProviderAddressPath = components['parameters']['ProviderAddressPath'];
export type ParameterReachRequestStatusQuery = components['parameters']['ReachRequestStatusQuery'];
export type ParameterReachRequestPath = components['parameters']['ReachRequestPath'];
export type ParameterSigningKeyId = components['parameters']['SigningKeyId'];
export type ParameterAdministratorIdPath = components['parameters']['AdministratorIdPath'];
export type ParameterOwnerPath = components['parameters']['OwnerPath'];
export type ParameterAuditEventName = components['parameters']['AuditEventName'];
export type ParameterAuditSub = components['parameters']['AuditSub'];
export type ParameterAuditAdministrator = components['parameters']['AuditAdministrator'];
export type ParameterAuditFrom = components['parameters']['AuditFrom'];
export type ParameterAuditTo = components['parameters']['AuditTo'];
export type HeaderRateLimit = components['headers']['RateLimit'];
export type HeaderRateLimitPolicy = components['headers']['RateLimitPolicy'];
export type HeaderRequestId = components['headers']['RequestId'];
export type HeaderNoStore = components['headers']['NoStore'];
export type HeaderAuthorizeLocation = components['headers']['AuthorizeLocation'];
export type HeaderRequestCookie = components['headers']['RequestCookie'];
export type HeaderRetryAfter = components['headers']['RetryAfter'];
export type HeaderPollAgainAfter = components['headers']['PollAgainAfter'];
export type HeaderDPoPNonce = components['headers']['DPoPNonce'];
export type HeaderClientChallenge = components['headers']['ClientChallenge'];
export type HeaderWwwAuthenticate = components['headers']['WWWAuthenticate'];
export type HeaderPublicCache = components['headers']['PublicCache'];
export type HeaderETag = components['headers']['ETag'];
export type HeaderKeyStatusCache = components['headers']['KeyStatusCache'];
export type HeaderDirectoryCache = components['headers']['DirectoryCache'];
export type HeaderSignatureInput = components['headers']['SignatureInput'];
export type HeaderSignature = components['headers']['Signature'];
export type HeaderContentDigest = components['headers']['ContentDigest'];
export type HeaderStatusListCache = components['headers']['StatusListCache'];
export type HeaderDeviceChallenge = components['headers']['DeviceChallenge'];
export type HeaderOwnerCookieCleared = components['headers']['OwnerCookieCleared'];
export type HeaderOwnerCookie = components['headers']['OwnerCookie'];
export type HeaderActivityFile = components['headers']['ActivityFile'];
export type HeaderAdminChallenge = components['headers']['AdminChallenge'];
export type HeaderProviderLocation = components['headers']['ProviderLocation'];
export type $defs = Record<string, never>;
export interface operations {
    readonly authorize: {
        readonly parameters: {
            readonly query: {
                /**
                 * @description Anything but `code` is rejected with `unsupported_response_type`.
                 * @example code
                 */
                readonly response_type: components["schemas"]["AuthorizationResponseType"];
                /**
                 * @description `json`: the application shows the link and polls. `query`: the browser is redirected; needs `redirect_uri`, and is the default when `redirect_uri` is sent. `form_post`: the same with a form instead of a query, for a `redirect_uri` of http or https. Without mode and `redirect_uri` the request is rejected.
                 * @example json
                 */
                readonly response_mode?: components["schemas"]["ResponseMode"];
                /**
                 * @description The application's provider address. A value that names no application, or a disabled one, is rejected with `invalid_client`, whatever its form.
                 * @example 00000006010000000000000000000001
                 */
                readonly client_id: components["schemas"]["RequestedClientId"];
                /**
                 * @description Scope tokens separated by single spaces. Required with `response_mode=json`; otherwise `openid` when it is left out. Without `openid` it is rejected with `invalid_scope`. With `openid` alone the tokens may do all that their audience offers; `forum:write`, `forum:vote`, `notifications:host` and `payments` limit them to what they name. `profile` adds the claims `name`, `picture` and `preferred_username`, and `email` a made-up address where the application has `emailPseudonym`. Other scopes are not granted.
                 * @example openid
                 */
                readonly scope?: components["schemas"]["RequestedScope"];
                /**
                 * @description The only service that the access token is for (RFC 8707): `resource` of its `/.well-known/oauth-protected-resource`. An application of the reach `sign-in` needs a scope of that service.
                 * @example http://localhost:4002
                 */
                readonly resource?: components["schemas"]["ResourceUri"];
                /**
                 * @description base64url SHA-256 of the fresh PKCE verifier, without padding (RFC 7636 section 4.2). Required, except from a confidential application with `requirePkce: false` in a redirect mode.
                 * @example E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM
                 */
                readonly code_challenge?: components["schemas"]["CodeChallenge"];
                /**
                 * @description Required with `code_challenge`. The method `plain` is rejected.
                 * @example S256
                 */
                readonly code_challenge_method?: components["schemas"]["CodeChallengeMethod"];
                /**
                 * @description Fresh for every call. Returned when the sign-in ends, so that the application recognises its request. Required with `response_mode=json`.
                 * @example Epo-79iPB9IIwGjL3eeNEg
                 */
                readonly state?: components["schemas"]["State"];
                /**
                 * @description Fresh for every call. Returned in the id_token. Required with `response_mode=json`, and without `code_challenge` unless the application has `requireNonce: false` and sends a `state`.
                 * @example NRB5qWQ0F_6vejWLDt22ow
                 */
                readonly nonce?: components["schemas"]["Nonce"];
                /**
                 * @description Where the redirect modes return to. Must equal a registered address character by character; only the port of a loopback address may differ (RFC 8252 section 7.3). No fragment. When it is sent here, it must be sent to the token endpoint too.
                 * @example http://127.0.0.1:53117/callback
                 */
                readonly redirect_uri?: components["schemas"]["RedirectUri"];
                /**
                 * @description Thumbprint of the key that the tokens will be bound to (RFC 9449 section 10). The approver sees it, and only a proof by this key redeems the code. Required for a `resource` that accepts no other tokens, unless the application is registered with `dpop_bound_access_tokens`.
                 * @example kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k
                 */
                readonly dpop_jkt?: components["schemas"]["Thumbprint"];
                /**
                 * @description `none` shows no page: an application of the platform itself succeeds in a browser that is signed in, and every other request ends with `login_required` or `consent_required`. Every other approval is a fresh confirmation, which `login` and `consent` ask for; `select_account` lets the person sign in anew first. `none` together with another value, and an unknown value, are rejected.
                 * @example login
                 */
                readonly prompt?: components["schemas"]["Prompt"];
                /**
                 * @description Seconds since the person last confirmed with a passkey or device; if more have passed, they confirm again.
                 * @example 600
                 */
                readonly max_age?: components["schemas"]["MaxAge"];
                /** @description An id_token that this application received before, expired or not. Only its person can approve. */
                readonly id_token_hint?: components["schemas"]["IdTokenHint"];
                /**
                 * @description Accepted and not used; a passkey needs no name.
                 * @example jane@example.com
                 */
                readonly login_hint?: components["schemas"]["SignInHint"];
                /**
                 * @description Languages of the page, the preferred one first (OpenID Connect Core section 3.1.2.1). The page is in the first one of `ui_locales_supported`, unless the person chose a language there. With `response_mode=json` the page follows the browser that opens the deep link; the application can add `ui_locales` to the link.
                 * @example de en
                 */
                readonly ui_locales?: components["schemas"]["UiLocales"];
                /**
                 * @description `open_console` asks for a ceremony that opens the operator console (RFC 9470); the tokens then have it as `acr`. Only the console can ask for it. Other values are accepted and not used; `amr` of the id_token tells how the person confirmed.
                 * @example open_console
                 */
                readonly acr_values?: components["schemas"]["SignInHint"];
                /**
                 * @description A JSON array of 1 to 8 authorization details (RFC 9396 section 3), of the types in the metadata. The approver reads each of them, and the access token of the code carries them; refreshed tokens do not. A longer one is pushed: an address has room for about 16 kB, in which a character can take 9 bytes.
                 * @example [{"type":"payment","amount":"990000","token":"USDC","payee":"6Yx7sPZ1"}]
                 */
                readonly authorization_details?: string;
                /**
                 * @description What the agent calls itself, for an owner with several agents of one application. The approver sees it marked as the agent's own words, and the owner finds the connection by it.
                 * @example Field notes, nightly
                 */
                readonly agent_name?: components["schemas"]["AgentName"];
            };
            readonly header?: {
                /**
                 * @description Sent by browsers and by the agent toolkit. When present it must be one of the application's allowed origins.
                 * @example http://localhost
                 */
                readonly Origin?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["SignInStarted"];
            readonly 303: components["responses"]["AuthorizeRedirect"];
            readonly 400: components["responses"]["AuthorizeRefused"];
            readonly 403: components["responses"]["ForeignOrigin"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly authorizeByPost: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description With `response_mode=json` it must be one of the application's allowed origins.
                 * @example http://localhost
                 */
                readonly Origin?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/x-www-form-urlencoded": components["schemas"]["AuthorizeForm"];
            };
        };
        readonly responses: {
            readonly 200: components["responses"]["SignInStarted"];
            readonly 303: components["responses"]["AuthorizeRedirect"];
            readonly 400: components["responses"]["AuthorizeRefused"];
            readonly 403: components["responses"]["ForeignOrigin"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly pollAuthorization: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PollRequest"];
            };
        };
        readonly responses: {
            /** @description The status */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly "Retry-After": components["headers"]["PollAgainAfter"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PollResponse"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            /** @description No authorization request has this polling code */
            readonly 404: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SsoError"];
                };
            };
            readonly 409: components["responses"]["CodeRedeemed"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly exchangeToken: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Proof of possession (RFC 9449 section 4): a signed JWT that binds this method and URL to the caller's key. Single use. */
                readonly DPoP?: components["parameters"]["DPoP"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/x-www-form-urlencoded": components["schemas"]["TokenRequest"];
            };
        };
        readonly responses: {
            /** @description Tokens */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly "DPoP-Nonce": components["headers"]["DPoPNonce"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TokenResponse"];
                };
            };
            /** @description The grant is not valid, or the request or its proof is not. `invalid_grant` also covers a verifier, client or redirect address that does not belong to the code */
            readonly 400: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly "DPoP-Nonce": components["headers"]["DPoPNonce"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SsoError"];
                };
            };
            readonly 401: components["responses"]["ClientRefused"];
            readonly 409: components["responses"]["CodeRedeemed"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly createPushedAuthorization: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Proof of possession (RFC 9449 section 4): a signed JWT that binds this method and URL to the caller's key. Single use. */
                readonly DPoP?: components["parameters"]["DPoP"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/x-www-form-urlencoded": components["schemas"]["PushedAuthorizationForm"];
            };
        };
        readonly responses: {
            /** @description The request waits for the browser */
            readonly 201: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly "DPoP-Nonce": components["headers"]["DPoPNonce"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PushedAuthorization"];
                };
            };
            /** @description The request is one that authorize would reject, or its proof is not valid */
            readonly 400: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly "DPoP-Nonce": components["headers"]["DPoPNonce"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SsoError"];
                };
            };
            readonly 401: components["responses"]["ClientRefused"];
            /** @description The calling page does not belong to the application */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SsoError"];
                };
            };
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly createClientRegistration: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ClientRegistration"];
            };
        };
        readonly responses: {
            /** @description Registered */
            readonly 201: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RegisteredClient"];
                };
            };
            /** @description The metadata cannot be used */
            readonly 400: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SsoError"];
                };
            };
            /** @description Applications cannot register themselves here */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SsoError"];
                };
            };
            readonly 409: components["responses"]["NameReserved"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly createDeviceAuthorization: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/x-www-form-urlencoded": components["schemas"]["DeviceAuthorizationForm"];
            };
        };
        readonly responses: {
            /** @description The device waits for its person */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DeviceAuthorization"];
                };
            };
            /** @description The request is malformed, names no application, or asks for an unknown scope */
            readonly 400: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SsoError"];
                };
            };
            readonly 401: components["responses"]["ClientRefused"];
            /** @description The calling page does not belong to the application */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SsoError"];
                };
            };
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly createBackchannelAuthentication: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Proof of possession (RFC 9449 section 4): a signed JWT that binds this method and URL to the caller's key. Single use. */
                readonly DPoP?: components["parameters"]["DPoP"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/x-www-form-urlencoded": components["schemas"]["BackchannelAuthenticationForm"];
            };
        };
        readonly responses: {
            /** @description The person is asked */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly "DPoP-Nonce": components["headers"]["DPoPNonce"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BackchannelAuthentication"];
                };
            };
            /** @description The request is malformed, asks for something unknown, or names nobody who connected the application */
            readonly 400: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly "DPoP-Nonce": components["headers"]["DPoPNonce"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SsoError"];
                };
            };
            readonly 401: components["responses"]["ClientRefused"];
            /** @description The owner paused the agent */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SsoError"];
                };
            };
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getAuthorizationDetailsType: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Name of the type.
                 * @example payment
                 */
                readonly type: components["schemas"]["DetailTypeId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The schema */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AuthorizationDetailsType"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            /** @description There is no such type */
            readonly 404: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SsoError"];
                };
            };
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getUserInfo: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["Userinfo"];
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["TokenRefused"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getUserInfoByPost: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["Userinfo"];
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["TokenRefused"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getJwks: {
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
            /** @description The key set (RFC 7517 section 5) */
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
                    readonly "application/json": components["schemas"]["JsonWebKeySet"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getJwksHistory: {
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
            /** @description The keys, the oldest first */
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
                    readonly "application/json": components["schemas"]["JsonWebKeyHistory"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getKeyStatus: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Session address of the key's owner, as `sub` of an id_token.
                 * @example 5f3c9a1e7b2d4860a1c2e3f405162738
                 */
                readonly sub?: components["schemas"]["SessionAddress"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description RFC 7638 thumbprint of the key.
                 * @example kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k
                 */
                readonly jkt: components["schemas"]["Thumbprint"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The status */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["KeyStatusCache"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["KeyStatus"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly createAttestation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateAttestationRequest"];
            };
        };
        readonly responses: {
            /** @description The attestation */
            readonly 201: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly "DPoP-Nonce": components["headers"]["DPoPNonce"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CreateAttestationResponse"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["TokenRefused"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listDelegations: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Maximum number of entries.
                 * @example 20
                 */
                readonly limit?: components["parameters"]["PageLimit"];
                /**
                 * @description The `nextCursor` of the page before. Leave it out for the first page.
                 * @example MDE5Y2E4YjItMDVhOC03ZTAy
                 */
                readonly cursor?: components["parameters"]["PageCursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The delegations */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly "DPoP-Nonce": components["headers"]["DPoPNonce"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DelegationPage"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["TokenRefused"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly revokeDelegation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description `jti` of a delegation that the calling key signed.
                 * @example 019ca8b2-4c11-7d0e-9a60-5b1f0c2d3e4f
                 */
                readonly delegationId: components["schemas"]["DelegationId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Revoked */
            readonly 204: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly "DPoP-Nonce": components["headers"]["DPoPNonce"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["TokenRefused"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getAgentCard: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description RFC 7638 thumbprint of the agent's key.
                 * @example kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k
                 */
                readonly jkt: components["schemas"]["Thumbprint"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The card */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["DirectoryCache"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AgentCard"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 404: components["responses"]["AgentNotBound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getAgentDirectory: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description RFC 7638 thumbprint of the agent's key.
                 * @example kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k
                 */
                readonly jkt: components["schemas"]["Thumbprint"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The directory */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["DirectoryCache"];
                    readonly "Signature-Input": components["headers"]["SignatureInput"];
                    readonly Signature: components["headers"]["Signature"];
                    readonly "Content-Digest": components["headers"]["ContentDigest"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/http-message-signatures-directory+json": components["schemas"]["KeyDirectory"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 404: components["responses"]["AgentNotBound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getProviderDirectory: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The directory */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["DirectoryCache"];
                    readonly "Signature-Input": components["headers"]["SignatureInput"];
                    readonly Signature: components["headers"]["Signature"];
                    readonly "Content-Digest": components["headers"]["ContentDigest"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/http-message-signatures-directory+json": components["schemas"]["KeyDirectory"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getStatusList: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The `ETag` of the copy you have; when it is still the current one, the response is 304 without a body.
                 * @example "9f2c1e7a"
                 */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path: {
                /**
                 * @description Number of the list, the last segment of the claim's `uri`.
                 * @example 0
                 */
                readonly listId: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The list, a JWT of type `statuslist+jwt` */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["StatusListCache"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/statuslist+jwt": components["schemas"]["StatusListToken"];
                };
            };
            /** @description The caller's copy is current. No body */
            readonly 304: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["StatusListCache"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["ValidationFailed"];
            /** @description No session has an index in this list */
            readonly 404: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SsoError"];
                };
            };
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly revokeToken: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Proof of possession (RFC 9449 section 4): a signed JWT that binds this method and URL to the caller's key. Single use. */
                readonly DPoP?: components["parameters"]["DPoP"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/x-www-form-urlencoded": components["schemas"]["RevocationRequest"];
            };
        };
        readonly responses: {
            /** @description The token is no longer valid */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RevocationResponse"];
                };
            };
            /** @description The request is malformed, or the token is another application's */
            readonly 400: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SsoError"];
                };
            };
            readonly 401: components["responses"]["ClientRefused"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly introspectToken: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/x-www-form-urlencoded": components["schemas"]["IntrospectionRequest"];
            };
        };
        readonly responses: {
            /** @description The state of the token */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["IntrospectionResponse"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["ClientRefused"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getOpenIdConfiguration: {
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
            readonly 200: components["responses"]["ProviderMetadataDocument"];
            readonly 304: components["responses"]["NotModified"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getAndroidAppLinks: {
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
            /** @description The apps */
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
                    readonly "application/json": components["schemas"]["AndroidAppLinks"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getAppleAppLinks: {
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
            /** @description The apps */
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
                    readonly "application/json": components["schemas"]["AppleAppLinks"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getAuthorizationServerMetadata: {
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
            readonly 200: components["responses"]["ProviderMetadataDocument"];
            readonly 304: components["responses"]["NotModified"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getOwner: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The owner */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Owner"];
                };
            };
            readonly 401: components["responses"]["OwnerUnauthorized"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly deleteOwner: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["OwnerConfirmationRequest"];
            };
        };
        readonly responses: {
            /** @description Gone */
            readonly 204: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly "Set-Cookie": components["headers"]["OwnerCookieCleared"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["PasskeyRefused"];
            readonly 401: components["responses"]["OwnerUnauthorized"];
            readonly 403: components["responses"]["BrowserRefused"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly setOwnerPicture: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SetOwnerPictureRequest"];
            };
        };
        readonly responses: {
            /** @description The changed profile */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OwnerProfile"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["OwnerUnauthorized"];
            readonly 403: components["responses"]["OriginRefused"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getOwnerProfile: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The profile */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OwnerProfile"];
                };
            };
            readonly 401: components["responses"]["OwnerUnauthorized"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly updateOwnerProfile: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UpdateOwnerProfileRequest"];
            };
        };
        readonly responses: {
            /** @description The changed profile */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OwnerProfile"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["OwnerUnauthorized"];
            readonly 403: components["responses"]["OriginRefused"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly createDevice: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateDeviceRequest"];
            };
        };
        readonly responses: {
            /** @description This key was enrolled before */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EnrolledDevice"];
                };
            };
            /** @description A new owner, with this key as the only device */
            readonly 201: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EnrolledDevice"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["OwnerUnauthorized"];
            readonly 403: components["responses"]["EnrolmentRefused"];
            readonly 409: components["responses"]["DeviceConflict"];
            readonly 410: components["responses"]["DeviceLinkExpired"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly deleteDevice: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description One of the caller's devices, by the thumbprint of its key.
                 * @example eAEs9bXk5_3jJaFzhGsJVl6URVqkBQzxHDV9zvf4QKA
                 */
                readonly jkt: components["parameters"]["DeviceKeyPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["DeleteAuthenticatorRequest"];
            };
        };
        readonly responses: {
            /** @description Deleted */
            readonly 204: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["PasskeyRefused"];
            readonly 401: components["responses"]["OwnerUnauthorized"];
            readonly 403: components["responses"]["BrowserRefused"];
            readonly 404: components["responses"]["DeviceNotFound"];
            readonly 409: components["responses"]["LastAuthenticator"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly updateDevice: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description One of the caller's devices, by the thumbprint of its key.
                 * @example eAEs9bXk5_3jJaFzhGsJVl6URVqkBQzxHDV9zvf4QKA
                 */
                readonly jkt: components["parameters"]["DeviceKeyPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UpdateAuthenticatorRequest"];
            };
        };
        readonly responses: {
            /** @description Renamed */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["LinkedDevice"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["OwnerUnauthorized"];
            readonly 403: components["responses"]["OriginRefused"];
            readonly 404: components["responses"]["DeviceNotFound"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly createPasskeyRegistrationOptions: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreatePasskeyRegistrationOptionsRequest"];
            };
        };
        readonly responses: {
            /** @description Options for the browser */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PasskeyRegistrationOptions"];
                };
            };
            readonly 400: components["responses"]["PasskeyRefused"];
            readonly 401: components["responses"]["OwnerUnauthorized"];
            readonly 403: components["responses"]["EnrolmentRefused"];
            readonly 409: components["responses"]["PasskeyConflict"];
            readonly 410: components["responses"]["DeviceLinkExpired"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly createPasskeyAssertionOptions: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreatePasskeyAssertionOptionsRequest"];
            };
        };
        readonly responses: {
            /** @description Options for the browser */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PasskeySignInOptions"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["OwnerUnauthorized"];
            readonly 403: components["responses"]["OriginRefused"];
            readonly 404: components["responses"]["RequestNotFound"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly createPasskey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreatePasskeyRequest"];
            };
        };
        readonly responses: {
            /** @description The passkey is stored, and its owner signed in */
            readonly 201: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly "Set-Cookie": components["headers"]["OwnerCookie"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RegisteredPasskey"];
                };
            };
            readonly 400: components["responses"]["PasskeyRefused"];
            readonly 401: components["responses"]["OwnerUnconfirmed"];
            readonly 403: components["responses"]["EnrolmentRefused"];
            readonly 409: components["responses"]["PasskeyConflict"];
            readonly 410: components["responses"]["DeviceLinkExpired"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly deletePasskey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description One of the caller's passkeys.
                 * @example HdXdG_lnh4vgZXthF5jPog
                 */
                readonly credentialId: components["parameters"]["CredentialIdPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["DeleteAuthenticatorRequest"];
            };
        };
        readonly responses: {
            /** @description Deleted */
            readonly 204: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly "Set-Cookie": components["headers"]["OwnerCookieCleared"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["PasskeyRefused"];
            readonly 401: components["responses"]["OwnerUnauthorized"];
            readonly 403: components["responses"]["BrowserRefused"];
            readonly 404: components["responses"]["PasskeyNotFound"];
            readonly 409: components["responses"]["LastAuthenticator"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly updatePasskey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description One of the caller's passkeys.
                 * @example HdXdG_lnh4vgZXthF5jPog
                 */
                readonly credentialId: components["parameters"]["CredentialIdPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UpdateAuthenticatorRequest"];
            };
        };
        readonly responses: {
            /** @description Renamed */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Passkey"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["OwnerUnauthorized"];
            readonly 403: components["responses"]["OriginRefused"];
            readonly 404: components["responses"]["PasskeyNotFound"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly createPasskeySignInOptions: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreatePasskeySignInOptionsRequest"];
            };
        };
        readonly responses: {
            /** @description Options for the browser */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PasskeySignInOptions"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly createOwnerSession: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateOwnerSessionRequest"];
            };
        };
        readonly responses: {
            /** @description The browser is signed in */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly "Set-Cookie": components["headers"]["OwnerCookie"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SignedInOwner"];
                };
            };
            readonly 400: components["responses"]["PasskeyRefused"];
            readonly 401: components["responses"]["OwnerSuspended"];
            readonly 403: components["responses"]["OriginRefused"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly deleteOwnerSession: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Signed out */
            readonly 204: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly "Set-Cookie": components["headers"]["OwnerCookieCleared"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 401: components["responses"]["OwnerUnauthorized"];
            readonly 403: components["responses"]["OriginRefused"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly createDeviceLink: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["OwnerConfirmationRequest"];
            };
        };
        readonly responses: {
            /** @description The link, which is shown once */
            readonly 201: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CreatedDeviceLink"];
                };
            };
            readonly 400: components["responses"]["PasskeyRefused"];
            readonly 401: components["responses"]["OwnerUnauthorized"];
            readonly 403: components["responses"]["BrowserRefused"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getDeviceLink: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description One of the caller's links.
                 * @example 019ca8b3-1f60-7a11-8c0e-6a1b9e2d4f57
                 */
                readonly deviceLinkId: components["parameters"]["DeviceLinkPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The link */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DeviceLink"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["OwnerUnauthorized"];
            readonly 404: components["responses"]["DeviceLinkNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly deleteDeviceLink: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description One of the caller's links.
                 * @example 019ca8b3-1f60-7a11-8c0e-6a1b9e2d4f57
                 */
                readonly deviceLinkId: components["parameters"]["DeviceLinkPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Withdrawn */
            readonly 204: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["OwnerUnauthorized"];
            readonly 403: components["responses"]["OriginRefused"];
            readonly 404: components["responses"]["DeviceLinkNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getRecoveryCodes: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The state of the codes */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RecoveryCodeStatus"];
                };
            };
            readonly 401: components["responses"]["OwnerUnauthorized"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly createRecoveryCodes: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["OwnerConfirmationRequest"];
            };
        };
        readonly responses: {
            /** @description The codes */
            readonly 201: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
            readonly 400: components["responses"]["PasskeyRefused"];
            readonly 401: components["responses"]["OwnerUnauthorized"];
            readonly 403: components["responses"]["BrowserRefused"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly createRecoveryOptions: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateRecoveryOptionsRequest"];
            };
        };
        readonly responses: {
            /** @description Options for the browser */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PasskeyRegistrationOptions"];
                };
            };
            readonly 400: components["responses"]["RecoveryRefused"];
            readonly 401: components["responses"]["OwnerSuspended"];
            readonly 403: components["responses"]["OriginRefused"];
            readonly 409: components["responses"]["PasskeyConflict"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly createRecovery: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreatePasskeyRequest"];
            };
        };
        readonly responses: {
            /** @description The passkey is stored */
            readonly 201: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Recovery"];
                };
            };
            readonly 400: components["responses"]["RecoveryRefused"];
            readonly 401: components["responses"]["OwnerSuspended"];
            readonly 403: components["responses"]["OriginRefused"];
            readonly 409: components["responses"]["PasskeyConflict"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly deleteRecoveryNotice: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Confirmed */
            readonly 204: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 401: components["responses"]["OwnerUnauthorized"];
            readonly 403: components["responses"]["OriginRefused"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listBrowserSessions: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Maximum number of entries.
                 * @example 20
                 */
                readonly limit?: components["parameters"]["PageLimit"];
                /**
                 * @description The `nextCursor` of the page before. Leave it out for the first page.
                 * @example MDE5Y2E4YjItMDVhOC03ZTAy
                 */
                readonly cursor?: components["parameters"]["PageCursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of browser sessions */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BrowserSessionPage"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["OwnerUnauthorized"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly deleteBrowserSessions: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["OwnerConfirmationRequest"];
            };
        };
        readonly responses: {
            /** @description Signed out everywhere */
            readonly 204: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly "Set-Cookie": components["headers"]["OwnerCookieCleared"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["PasskeyRefused"];
            readonly 401: components["responses"]["OwnerUnauthorized"];
            readonly 403: components["responses"]["BrowserRefused"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly deleteBrowserSession: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description One of the caller's browser sessions.
                 * @example 019ca8b0-71c8-7d40-9a52-5b1f0c7e3d94
                 */
                readonly browserSessionId: components["schemas"]["Uuid"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Signed out */
            readonly 204: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly "Set-Cookie": components["headers"]["OwnerCookieCleared"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["OwnerUnauthorized"];
            readonly 403: components["responses"]["OriginRefused"];
            /** @description The caller has no such live browser session */
            readonly 404: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SsoError"];
                };
            };
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listOwnerActivity: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Maximum number of entries.
                 * @example 20
                 */
                readonly limit?: components["parameters"]["PageLimit"];
                /**
                 * @description The `nextCursor` of the page before. Leave it out for the first page.
                 * @example MDE5Y2E4YjItMDVhOC03ZTAy
                 */
                readonly cursor?: components["parameters"]["PageCursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of events */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OwnerActivityPage"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["OwnerUnauthorized"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getOwnerActivityExport: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The profile and the activity log */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly "Content-Disposition": components["headers"]["ActivityFile"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OwnerActivityExport"];
                };
            };
            readonly 401: components["responses"]["OwnerUnauthorized"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getOwnerNotices: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description What the caller has not seen */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OwnerNotices"];
                };
            };
            readonly 401: components["responses"]["OwnerUnauthorized"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getOwnerPushKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The key */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OwnerPushKey"];
                };
            };
            readonly 401: components["responses"]["OwnerUnauthorized"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly createPushSubscription: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreatePushSubscriptionRequest"];
            };
        };
        readonly responses: {
            /** @description Pushes reach this browser */
            readonly 204: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["OwnerUnauthorized"];
            readonly 403: components["responses"]["OriginRefused"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly setOwnerNoticesSeen: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SeenNotices"];
            };
        };
        readonly responses: {
            /** @description Recorded */
            readonly 204: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["OwnerUnauthorized"];
            readonly 403: components["responses"]["OriginRefused"];
            readonly 404: components["responses"]["NoticeNotFound"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getAuthorizationRequest: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The secret at the end of the deep link, `<base>/approve/<requestId>`: 244 random bits after the two characters with which the polling code begins too. It is not the polling code, and cannot be derived from it.
                 * @example NZxpUZwFMwXjEKbYCFRKxnqT2ggQ6UF-zRhJvaoWgbM
                 */
                readonly requestId: components["parameters"]["RequestIdPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The request */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AuthorizationRequest"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["OwnerUnauthorized"];
            readonly 404: components["responses"]["RequestNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly decideAuthorizationRequest: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The secret at the end of the deep link, `<base>/approve/<requestId>`: 244 random bits after the two characters with which the polling code begins too. It is not the polling code, and cannot be derived from it.
                 * @example NZxpUZwFMwXjEKbYCFRKxnqT2ggQ6UF-zRhJvaoWgbM
                 */
                readonly requestId: components["parameters"]["RequestIdPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["DecisionRequest"];
            };
        };
        readonly responses: {
            /** @description Decided */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DecisionResult"];
                };
            };
            /** @description The body is malformed, or names another application or key than the request */
            readonly 400: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SsoError"];
                };
            };
            readonly 401: components["responses"]["OwnerUnauthorized"];
            /** @description A request with the session cookie came from another page than the provider's own, or lacks the fresh passkey assertion that this action needs, or an application of the platform itself is approved elsewhere than in the browser that sent the request */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SsoError"];
                };
            };
            readonly 404: components["responses"]["RequestNotFound"];
            /** @description The request was decided before, or is rejected now: the wrong comparison code was picked, or its key belongs to another owner or was reported stolen */
            readonly 409: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SsoError"];
                };
            };
            /** @description Too late */
            readonly 410: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SsoError"];
                };
            };
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listOwnerRequests: {
        readonly parameters: {
            readonly query?: {
                /** @description Only those in this state. */
                readonly state?: components["schemas"]["OwnerRequestState"];
                /**
                 * @description Maximum number of entries.
                 * @example 20
                 */
                readonly limit?: components["parameters"]["PageLimit"];
                /**
                 * @description The `nextCursor` of the page before. Leave it out for the first page.
                 * @example MDE5Y2E4YjItMDVhOC03ZTAy
                 */
                readonly cursor?: components["parameters"]["PageCursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of requests */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OwnerRequestPage"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["OwnerUnauthorized"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getRequestBudget: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The budget */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RequestBudget"];
                };
            };
            readonly 401: components["responses"]["OwnerUnauthorized"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly setRequestBudget: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SetRequestBudgetRequest"];
            };
        };
        readonly responses: {
            /** @description The budget as it is now */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RequestBudget"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["OwnerUnauthorized"];
            readonly 403: components["responses"]["OriginRefused"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listMandates: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Maximum number of entries.
                 * @example 20
                 */
                readonly limit?: components["parameters"]["PageLimit"];
                /**
                 * @description The `nextCursor` of the page before. Leave it out for the first page.
                 * @example MDE5Y2E4YjItMDVhOC03ZTAy
                 */
                readonly cursor?: components["parameters"]["PageCursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of mandates */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MandatePage"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["OwnerUnauthorized"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly revokeMandate: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @example 019ca8b2-4c11-7d0e-9a60-5b1f0c2d3e4f */
                readonly mandateId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Revoked */
            readonly 204: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["OwnerUnauthorized"];
            readonly 403: components["responses"]["OriginRefused"];
            /** @description The caller has no such mandate */
            readonly 404: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SsoError"];
                };
            };
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listConnectedSessions: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Maximum number of entries.
                 * @example 20
                 */
                readonly limit?: components["parameters"]["PageLimit"];
                /**
                 * @description The `nextCursor` of the page before. Leave it out for the first page.
                 * @example MDE5Y2E4YjItMDVhOC03ZTAy
                 */
                readonly cursor?: components["parameters"]["PageCursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of sessions */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ConnectedSessionPage"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["OwnerUnauthorized"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly revokeConnectedSession: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description One of the caller's connected sessions.
                 * @example 019ca8b2-05a8-7e02-a1c4-93d7e0b15f20
                 */
                readonly sessionId: components["parameters"]["ConnectedSessionPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Disconnected */
            readonly 204: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["OwnerUnauthorized"];
            readonly 403: components["responses"]["OriginRefused"];
            readonly 404: components["responses"]["SessionNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly updateConnectedSession: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description One of the caller's connected sessions.
                 * @example 019ca8b2-05a8-7e02-a1c4-93d7e0b15f20
                 */
                readonly sessionId: components["parameters"]["ConnectedSessionPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UpdateConnectedSessionRequest"];
            };
        };
        readonly responses: {
            /** @description Renamed */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ConnectedSession"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["OwnerUnauthorized"];
            readonly 403: components["responses"]["OriginRefused"];
            readonly 404: components["responses"]["SessionNotFound"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly pauseConnectedSession: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description One of the caller's connected sessions.
                 * @example 019ca8b2-05a8-7e02-a1c4-93d7e0b15f20
                 */
                readonly sessionId: components["parameters"]["ConnectedSessionPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Paused */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ConnectedSession"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["OwnerUnauthorized"];
            readonly 403: components["responses"]["OriginRefused"];
            readonly 404: components["responses"]["SessionNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly resumeConnectedSession: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description One of the caller's connected sessions.
                 * @example 019ca8b2-05a8-7e02-a1c4-93d7e0b15f20
                 */
                readonly sessionId: components["parameters"]["ConnectedSessionPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description It goes on */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ConnectedSession"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["OwnerUnconfirmed"];
            readonly 403: components["responses"]["OriginRefused"];
            readonly 404: components["responses"]["SessionNotFound"];
            /** @description It was paused with the agent that it helps */
            readonly 409: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SsoError"];
                };
            };
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly reportCompromisedKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description RFC 7638 thumbprint of the key, as in `listConnectedSessions`; its sessions may have ended.
                 * @example kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k
                 */
                readonly jkt: components["schemas"]["Thumbprint"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["CompromiseReport"];
            };
        };
        readonly responses: {
            /** @description Reported */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CompromisedKey"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["OwnerUnconfirmed"];
            readonly 403: components["responses"]["OriginRefused"];
            /** @description The caller never had such a key */
            readonly 404: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SsoError"];
                };
            };
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getEndPreview: {
        readonly parameters: {
            readonly query: {
                /**
                 * @description What would end. All but `browser_sessions` and `owner` need `id`.
                 * @example browser_sessions
                 */
                readonly kind: components["schemas"]["EndPreviewKind"];
                /**
                 * @description `browserSessionId`, `credentialId`, `jkt`, `sessionId` or `clientId`, as the kind says.
                 * @example 019ca8b0-71c8-7d40-9a52-5b1f0c7e3d94
                 */
                readonly id?: string;
                /**
                 * @description As in `deletePasskey` and `deleteDevice`. Default false.
                 * @example true
                 */
                readonly disconnectApproved?: boolean;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description What would end, and the agents that would stay */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EndPreview"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["OwnerUnauthorized"];
            readonly 403: components["responses"]["OriginRefused"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly revokeConnectedClient: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The application's provider address.
                 * @example 00000006010000000000000000000001
                 */
                readonly clientId: components["schemas"]["ProviderAddress"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description How many sessions ended */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RevokedSessions"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["OwnerUnauthorized"];
            readonly 403: components["responses"]["OriginRefused"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listApplications: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Maximum number of entries.
                 * @example 20
                 */
                readonly limit?: components["parameters"]["PageLimit"];
                /**
                 * @description The `nextCursor` of the page before. Leave it out for the first page.
                 * @example MDE5Y2E4YjItMDVhOC03ZTAy
                 */
                readonly cursor?: components["parameters"]["PageCursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of applications */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApplicationPage"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["DeveloperUnauthorized"];
            readonly 403: components["responses"]["DeveloperRefused"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly createApplication: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateApplicationRequest"];
            };
        };
        readonly responses: {
            /** @description Registered */
            readonly 201: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Application"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["DeveloperUnconfirmed"];
            readonly 403: components["responses"]["DeveloperRefused"];
            readonly 409: components["responses"]["ApplicationConflict"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getApplication: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The application.
                 * @example 3b7e9a0c4d5f41628a9bc0d1e2f30415
                 */
                readonly clientId: components["parameters"]["ApplicationPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["ApplicationShown"];
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["DeveloperUnauthorized"];
            readonly 403: components["responses"]["DeveloperRefused"];
            readonly 404: components["responses"]["ApplicationNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly deleteApplication: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The application.
                 * @example 3b7e9a0c4d5f41628a9bc0d1e2f30415
                 */
                readonly clientId: components["parameters"]["ApplicationPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Deleted */
            readonly 204: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["DeveloperUnconfirmed"];
            readonly 403: components["responses"]["ApplicationOwnerRequired"];
            readonly 404: components["responses"]["ApplicationNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly updateApplication: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The application.
                 * @example 3b7e9a0c4d5f41628a9bc0d1e2f30415
                 */
                readonly clientId: components["parameters"]["ApplicationPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UpdateApplicationRequest"];
            };
        };
        readonly responses: {
            readonly 200: components["responses"]["ApplicationShown"];
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["DeveloperUnconfirmed"];
            readonly 403: components["responses"]["DeveloperRefused"];
            readonly 404: components["responses"]["ApplicationNotFound"];
            readonly 409: components["responses"]["ApplicationNameConflict"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly setApplicationIcon: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The application.
                 * @example 3b7e9a0c4d5f41628a9bc0d1e2f30415
                 */
                readonly clientId: components["parameters"]["ApplicationPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SetApplicationIconRequest"];
            };
        };
        readonly responses: {
            readonly 200: components["responses"]["ApplicationShown"];
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["DeveloperUnauthorized"];
            readonly 403: components["responses"]["DeveloperRefused"];
            readonly 404: components["responses"]["ApplicationNotFound"];
            readonly 409: components["responses"]["ApplicationIconConflict"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly createApplicationSecret: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The application.
                 * @example 3b7e9a0c4d5f41628a9bc0d1e2f30415
                 */
                readonly clientId: components["parameters"]["ApplicationPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CreatedProviderSecret"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["DeveloperUnconfirmed"];
            readonly 403: components["responses"]["DeveloperRefused"];
            readonly 404: components["responses"]["ApplicationNotFound"];
            readonly 409: components["responses"]["ApplicationSecretConflict"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly revokeApplicationSecret: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The application.
                 * @example 3b7e9a0c4d5f41628a9bc0d1e2f30415
                 */
                readonly clientId: components["parameters"]["ApplicationPath"];
                /**
                 * @description One of the application's secrets.
                 * @example 019ca8b1-0b40-7c3a-9d55-0a1b2c3d4e60
                 */
                readonly secretId: components["parameters"]["SecretIdPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Revoked */
            readonly 204: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["DeveloperUnconfirmed"];
            readonly 403: components["responses"]["DeveloperRefused"];
            readonly 404: components["responses"]["ApplicationSecretNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getApplicationMembers: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The application.
                 * @example 3b7e9a0c4d5f41628a9bc0d1e2f30415
                 */
                readonly clientId: components["parameters"]["ApplicationPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description All members */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApplicationMemberList"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["DeveloperUnauthorized"];
            readonly 403: components["responses"]["DeveloperRefused"];
            readonly 404: components["responses"]["ApplicationNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly setApplicationMember: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The application.
                 * @example 3b7e9a0c4d5f41628a9bc0d1e2f30415
                 */
                readonly clientId: components["parameters"]["ApplicationPath"];
                /**
                 * @description The member.
                 * @example 0a1b2c3d4e5f60718293a4b5c6d7e8f9
                 */
                readonly sub: components["parameters"]["ApplicationMemberPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SetApplicationMemberRequest"];
            };
        };
        readonly responses: {
            /** @description The member as recorded now */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApplicationMember"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["DeveloperUnconfirmed"];
            readonly 403: components["responses"]["ApplicationOwnerRequired"];
            readonly 404: components["responses"]["ApplicationMemberNotFound"];
            readonly 409: components["responses"]["LastApplicationOwner"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly deleteApplicationMember: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The application.
                 * @example 3b7e9a0c4d5f41628a9bc0d1e2f30415
                 */
                readonly clientId: components["parameters"]["ApplicationPath"];
                /**
                 * @description The member.
                 * @example 0a1b2c3d4e5f60718293a4b5c6d7e8f9
                 */
                readonly sub: components["parameters"]["ApplicationMemberPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Removed */
            readonly 204: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["DeveloperUnconfirmed"];
            readonly 403: components["responses"]["ApplicationOwnerRequired"];
            readonly 404: components["responses"]["ApplicationMemberNotFound"];
            readonly 409: components["responses"]["LastApplicationOwner"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getApplicationInvites: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The application.
                 * @example 3b7e9a0c4d5f41628a9bc0d1e2f30415
                 */
                readonly clientId: components["parameters"]["ApplicationPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The open invites */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApplicationInviteList"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["DeveloperUnauthorized"];
            readonly 403: components["responses"]["ApplicationOwnerRequired"];
            readonly 404: components["responses"]["ApplicationNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly createApplicationInvite: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The application.
                 * @example 3b7e9a0c4d5f41628a9bc0d1e2f30415
                 */
                readonly clientId: components["parameters"]["ApplicationPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateApplicationInviteRequest"];
            };
        };
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CreatedApplicationInvite"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["DeveloperUnconfirmed"];
            readonly 403: components["responses"]["ApplicationOwnerRequired"];
            readonly 404: components["responses"]["ApplicationNotFound"];
            readonly 409: components["responses"]["ApplicationInviteLimit"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly revokeApplicationInvite: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The application.
                 * @example 3b7e9a0c4d5f41628a9bc0d1e2f30415
                 */
                readonly clientId: components["parameters"]["ApplicationPath"];
                /**
                 * @description The invite.
                 * @example 019ca8c0-0b40-7c3a-9d55-0a1b2c3d4e5f
                 */
                readonly inviteId: components["parameters"]["ApplicationInvitePath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Revoked */
            readonly 204: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["DeveloperUnauthorized"];
            readonly 403: components["responses"]["ApplicationOwnerRequired"];
            readonly 404: components["responses"]["ApplicationInviteNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly createApplicationMembership: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateApplicationMembershipRequest"];
            };
        };
        readonly responses: {
            /** @description Joined */
            readonly 201: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Application"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["DeveloperUnconfirmed"];
            readonly 403: components["responses"]["DeveloperRefused"];
            readonly 404: components["responses"]["ApplicationInviteRefused"];
            readonly 409: components["responses"]["ApplicationMembershipConflict"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly createReachRequest: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The application.
                 * @example 3b7e9a0c4d5f41628a9bc0d1e2f30415
                 */
                readonly clientId: components["parameters"]["ApplicationPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateReachRequest"];
            };
        };
        readonly responses: {
            /** @description Asked */
            readonly 201: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ReachRequest"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["DeveloperUnconfirmed"];
            readonly 403: components["responses"]["ApplicationOwnerRequired"];
            readonly 404: components["responses"]["ApplicationNotFound"];
            readonly 409: components["responses"]["ReachRequestConflict"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getResources: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The application.
                 * @example 3b7e9a0c4d5f41628a9bc0d1e2f30415
                 */
                readonly clientId: components["parameters"]["ApplicationPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The resources */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ResourceList"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["DeveloperUnauthorized"];
            readonly 403: components["responses"]["DeveloperRefused"];
            readonly 404: components["responses"]["ApplicationNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly createResource: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The application.
                 * @example 3b7e9a0c4d5f41628a9bc0d1e2f30415
                 */
                readonly clientId: components["parameters"]["ApplicationPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateResourceRequest"];
            };
        };
        readonly responses: {
            /** @description Proven and added */
            readonly 201: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Resource"];
                };
            };
            readonly 400: components["responses"]["ResourceUnproven"];
            readonly 401: components["responses"]["DeveloperUnconfirmed"];
            readonly 403: components["responses"]["ApplicationOwnerRequired"];
            readonly 404: components["responses"]["ApplicationNotFound"];
            readonly 409: components["responses"]["ResourceConflict"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly deleteResource: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The application.
                 * @example 3b7e9a0c4d5f41628a9bc0d1e2f30415
                 */
                readonly clientId: components["parameters"]["ApplicationPath"];
                /**
                 * @description The resource.
                 * @example 019ca8e0-0b40-7c3a-9d55-0a1b2c3d4e5f
                 */
                readonly resourceId: components["parameters"]["ResourcePath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Removed */
            readonly 204: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["DeveloperUnconfirmed"];
            readonly 403: components["responses"]["ApplicationOwnerRequired"];
            readonly 404: components["responses"]["ResourceNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly testResource: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The application.
                 * @example 3b7e9a0c4d5f41628a9bc0d1e2f30415
                 */
                readonly clientId: components["parameters"]["ApplicationPath"];
                /**
                 * @description The resource.
                 * @example 019ca8e0-0b40-7c3a-9d55-0a1b2c3d4e5f
                 */
                readonly resourceId: components["parameters"]["ResourcePath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The resource after the check */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Resource"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["DeveloperUnauthorized"];
            readonly 403: components["responses"]["DeveloperRefused"];
            readonly 404: components["responses"]["ResourceNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getDetailTypes: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The application.
                 * @example 3b7e9a0c4d5f41628a9bc0d1e2f30415
                 */
                readonly clientId: components["parameters"]["ApplicationPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The types */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DetailTypeList"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["DeveloperUnauthorized"];
            readonly 403: components["responses"]["DeveloperRefused"];
            readonly 404: components["responses"]["ApplicationNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly createDetailType: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The application.
                 * @example 3b7e9a0c4d5f41628a9bc0d1e2f30415
                 */
                readonly clientId: components["parameters"]["ApplicationPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateDetailTypeRequest"];
            };
        };
        readonly responses: {
            /** @description Registered */
            readonly 201: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DetailType"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["DeveloperUnauthorized"];
            readonly 403: components["responses"]["ApplicationOwnerRequired"];
            readonly 404: components["responses"]["ApplicationNotFound"];
            readonly 409: components["responses"]["DetailTypeConflict"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly deleteDetailType: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The application.
                 * @example 3b7e9a0c4d5f41628a9bc0d1e2f30415
                 */
                readonly clientId: components["parameters"]["ApplicationPath"];
                /**
                 * @description Name of the type, without the client id.
                 * @example booking
                 */
                readonly name: components["parameters"]["DetailTypePath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Removed */
            readonly 204: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["DeveloperUnauthorized"];
            readonly 403: components["responses"]["ApplicationOwnerRequired"];
            readonly 404: components["responses"]["DetailTypeNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listProviders: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Maximum number of entries.
                 * @example 20
                 */
                readonly limit?: components["parameters"]["PageLimit"];
                /**
                 * @description The `nextCursor` of the page before. Leave it out for the first page.
                 * @example MDE5Y2E4YjItMDVhOC03ZTAy
                 */
                readonly cursor?: components["parameters"]["PageCursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of applications */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ProviderPage"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["AdminUnauthorized"];
            readonly 403: components["responses"]["AdminForbidden"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly createProvider: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateProviderRequest"];
            };
        };
        readonly responses: {
            /** @description Registered */
            readonly 201: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly Location: components["headers"]["ProviderLocation"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Provider"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["AdminUnconfirmed"];
            readonly 403: components["responses"]["AdminForbidden"];
            readonly 409: components["responses"]["NameReserved"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getProvider: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The application.
                 * @example 00000006010000000000000000000001
                 */
                readonly providerAddress: components["parameters"]["ProviderAddressPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["ProviderShown"];
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["AdminUnauthorized"];
            readonly 403: components["responses"]["AdminForbidden"];
            readonly 404: components["responses"]["ProviderNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly updateProvider: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The application.
                 * @example 00000006010000000000000000000001
                 */
                readonly providerAddress: components["parameters"]["ProviderAddressPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UpdateProviderRequest"];
            };
        };
        readonly responses: {
            readonly 200: components["responses"]["ProviderShown"];
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["AdminUnconfirmed"];
            readonly 403: components["responses"]["AdminForbidden"];
            readonly 404: components["responses"]["ProviderNotFound"];
            /** @description The application is one of the platform's own, or the name is, or resembles, one of the platform's own */
            readonly 409: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SsoError"];
                };
            };
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly disableProvider: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The application.
                 * @example 00000006010000000000000000000001
                 */
                readonly providerAddress: components["parameters"]["ProviderAddressPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Switched off */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Provider"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["AdminUnauthorized"];
            readonly 403: components["responses"]["AdminForbidden"];
            readonly 404: components["responses"]["ProviderNotFound"];
            readonly 409: components["responses"]["OwnApplication"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly createProviderSecret: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The application.
                 * @example 00000006010000000000000000000001
                 */
                readonly providerAddress: components["parameters"]["ProviderAddressPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The secret, shown once */
            readonly 201: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CreatedProviderSecret"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["AdminUnconfirmed"];
            readonly 404: components["responses"]["ProviderNotFound"];
            /** @description The application has two secrets, authenticates without one, or is one of the platform's own */
            readonly 409: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SsoError"];
                };
            };
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly revokeProviderSecret: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The application.
                 * @example 00000006010000000000000000000001
                 */
                readonly providerAddress: components["parameters"]["ProviderAddressPath"];
                /**
                 * @description One of the application's secrets.
                 * @example 019ca8b1-0b40-7c3a-9d55-0a1b2c3d4e60
                 */
                readonly secretId: components["parameters"]["SecretIdPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Revoked */
            readonly 204: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["AdminUnconfirmed"];
            /** @description No application has this address, or it has no such secret */
            readonly 404: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SsoError"];
                };
            };
            readonly 409: components["responses"]["OwnApplication"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listReachRequests: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Only requests in this state.
                 * @example pending
                 */
                readonly status?: components["parameters"]["ReachRequestStatusQuery"];
                /**
                 * @description Maximum number of entries.
                 * @example 20
                 */
                readonly limit?: components["parameters"]["PageLimit"];
                /**
                 * @description The `nextCursor` of the page before. Leave it out for the first page.
                 * @example MDE5Y2E4YjItMDVhOC03ZTAy
                 */
                readonly cursor?: components["parameters"]["PageCursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of requests */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ReachRequestPage"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["AdminUnauthorized"];
            readonly 403: components["responses"]["AdminForbidden"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly decideReachRequest: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The request.
                 * @example 019ca8d0-0b40-7c3a-9d55-0a1b2c3d4e5f
                 */
                readonly reachRequestId: components["parameters"]["ReachRequestPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["DecideReachRequest"];
            };
        };
        readonly responses: {
            /** @description Decided */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AdministeredReachRequest"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["AdminUnconfirmed"];
            readonly 403: components["responses"]["AdminForbidden"];
            readonly 404: components["responses"]["ReachRequestNotFound"];
            readonly 409: components["responses"]["ReachRequestDecided"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly rotateSigningKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The key that signs next */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NextSigningKey"];
                };
            };
            readonly 401: components["responses"]["AdminUnconfirmed"];
            readonly 403: components["responses"]["AdminForbidden"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly revokeSigningKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The key, as the key set names it.
                 * @example Ybm0qPnVYd9kRcqM0hTQ6p3r4NUUzyrUxVMHYP2l8ao
                 */
                readonly kid: components["parameters"]["SigningKeyId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Revoked */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RevokedSigningKey"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["AdminUnconfirmed"];
            readonly 403: components["responses"]["AdminForbidden"];
            readonly 404: components["responses"]["SigningKeyNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listAdministrators: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Maximum number of entries.
                 * @example 20
                 */
                readonly limit?: components["parameters"]["PageLimit"];
                /**
                 * @description The `nextCursor` of the page before. Leave it out for the first page.
                 * @example MDE5Y2E4YjItMDVhOC03ZTAy
                 */
                readonly cursor?: components["parameters"]["PageCursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of administrators */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AdministratorPage"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["AdminUnauthorized"];
            readonly 403: components["responses"]["AdminForbidden"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly createAdministrator: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateAdministratorRequest"];
            };
        };
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CreatedAdministrator"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["AdminUnconfirmed"];
            readonly 403: components["responses"]["AdminForbidden"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getCurrentAdministrator: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The administrator of the key */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CurrentAdministrator"];
                };
            };
            readonly 401: components["responses"]["AdminUnauthorized"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly revokeAdministrator: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The administrator.
                 * @example 0193a6c0-7b1e-7c3a-9d55-0a1b2c3d4e5f
                 */
                readonly administratorId: components["parameters"]["AdministratorIdPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Revoked */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Administrator"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["AdminUnconfirmed"];
            readonly 403: components["responses"]["AdminForbidden"];
            readonly 404: components["responses"]["AdministratorNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listOwners: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description What to search for; upper and lower case are equal in names.
                 * @example Work
                 */
                readonly search?: string;
                /**
                 * @description Only owners with this status.
                 * @example active
                 */
                readonly status?: components["schemas"]["OwnerStatus"];
                /**
                 * @description Maximum number of entries.
                 * @example 20
                 */
                readonly limit?: components["parameters"]["PageLimit"];
                /**
                 * @description The `nextCursor` of the page before. Leave it out for the first page.
                 * @example MDE5Y2E4YjItMDVhOC03ZTAy
                 */
                readonly cursor?: components["parameters"]["PageCursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of owners */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OwnerPage"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["AdminUnauthorized"];
            readonly 403: components["responses"]["AdminForbidden"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getOwnerBySub: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The owner.
                 * @example 5f3c9a1e7b2d4860a1c2e3f405162738
                 */
                readonly sub: components["parameters"]["OwnerPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The owner */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OwnerRecord"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["AdminUnauthorized"];
            readonly 403: components["responses"]["AdminForbidden"];
            readonly 404: components["responses"]["OwnerNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly deleteOwnerBySub: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The owner.
                 * @example 5f3c9a1e7b2d4860a1c2e3f405162738
                 */
                readonly sub: components["parameters"]["OwnerPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Erased */
            readonly 204: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["AdminUnconfirmed"];
            readonly 403: components["responses"]["AdminForbidden"];
            readonly 404: components["responses"]["OwnerNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly suspendOwner: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The owner.
                 * @example 5f3c9a1e7b2d4860a1c2e3f405162738
                 */
                readonly sub: components["parameters"]["OwnerPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["SuspendOwnerRequest"];
            };
        };
        readonly responses: {
            /** @description Suspended */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OwnerRecord"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["AdminUnauthorized"];
            readonly 403: components["responses"]["AdminForbidden"];
            readonly 404: components["responses"]["OwnerNotFound"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly resumeOwner: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The owner.
                 * @example 5f3c9a1e7b2d4860a1c2e3f405162738
                 */
                readonly sub: components["parameters"]["OwnerPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Resumed */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OwnerRecord"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["AdminUnauthorized"];
            readonly 403: components["responses"]["AdminForbidden"];
            readonly 404: components["responses"]["OwnerNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listOwnerSessions: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Maximum number of entries.
                 * @example 20
                 */
                readonly limit?: components["parameters"]["PageLimit"];
                /**
                 * @description The `nextCursor` of the page before. Leave it out for the first page.
                 * @example MDE5Y2E4YjItMDVhOC03ZTAy
                 */
                readonly cursor?: components["parameters"]["PageCursor"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description The owner.
                 * @example 5f3c9a1e7b2d4860a1c2e3f405162738
                 */
                readonly sub: components["parameters"]["OwnerPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of sessions */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ConnectedSessionPage"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["AdminUnauthorized"];
            readonly 403: components["responses"]["AdminForbidden"];
            readonly 404: components["responses"]["OwnerNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly revokeOwnerSession: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The owner.
                 * @example 5f3c9a1e7b2d4860a1c2e3f405162738
                 */
                readonly sub: components["parameters"]["OwnerPath"];
                /**
                 * @description One of the owner's sessions.
                 * @example 019ca8b2-05a8-7e02-a1c4-93d7e0b15f20
                 */
                readonly sessionId: components["schemas"]["Uuid"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Disconnected */
            readonly 204: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["AdminUnauthorized"];
            readonly 403: components["responses"]["AdminForbidden"];
            readonly 404: components["responses"]["OwnerSessionNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listOwnerBrowserSessions: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Maximum number of entries.
                 * @example 20
                 */
                readonly limit?: components["parameters"]["PageLimit"];
                /**
                 * @description The `nextCursor` of the page before. Leave it out for the first page.
                 * @example MDE5Y2E4YjItMDVhOC03ZTAy
                 */
                readonly cursor?: components["parameters"]["PageCursor"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description The owner.
                 * @example 5f3c9a1e7b2d4860a1c2e3f405162738
                 */
                readonly sub: components["parameters"]["OwnerPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of browser sessions */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BrowserSessionPage"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["AdminUnauthorized"];
            readonly 403: components["responses"]["AdminForbidden"];
            readonly 404: components["responses"]["OwnerNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly revokeOwnerSessions: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The owner.
                 * @example 5f3c9a1e7b2d4860a1c2e3f405162738
                 */
                readonly sub: components["parameters"]["OwnerPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Ended */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RevokedSessions"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["AdminUnauthorized"];
            readonly 403: components["responses"]["AdminForbidden"];
            readonly 404: components["responses"]["OwnerNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly setConsoleScopes: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The owner.
                 * @example 5f3c9a1e7b2d4860a1c2e3f405162738
                 */
                readonly sub: components["parameters"]["OwnerPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SetConsoleScopesRequest"];
            };
        };
        readonly responses: {
            /** @description The owner */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OwnerRecord"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["AdminUnconfirmed"];
            readonly 403: components["responses"]["AdminForbidden"];
            readonly 404: components["responses"]["OwnerNotFound"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listConsoleGrants: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Maximum number of entries.
                 * @example 20
                 */
                readonly limit?: components["parameters"]["PageLimit"];
                /**
                 * @description The `nextCursor` of the page before. Leave it out for the first page.
                 * @example MDE5Y2E4YjItMDVhOC03ZTAy
                 */
                readonly cursor?: components["parameters"]["PageCursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of grants */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ConsoleGrantPage"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["AdminUnauthorized"];
            readonly 403: components["responses"]["AdminForbidden"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getConsoleAccess: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Whether the owner has a grant that did not expire */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly "DPoP-Nonce": components["headers"]["DPoPNonce"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ConsoleAccess"];
                };
            };
            /** @description No access token, or one that is not valid here */
            readonly 401: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly "WWW-Authenticate": components["headers"]["WWWAuthenticate"];
                    readonly "DPoP-Nonce": components["headers"]["DPoPNonce"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SsoError"];
                };
            };
            /** @description The token is not of the console application */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SsoError"];
                };
            };
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly createConsoleSession: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Opened */
            readonly 201: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly "DPoP-Nonce": components["headers"]["DPoPNonce"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ConsoleSession"];
                };
            };
            /** @description No access token, one that is not valid here, or one whose owner has to confirm again (RFC 9470): then the error is `insufficient_user_authentication` */
            readonly 401: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly "WWW-Authenticate": components["headers"]["WWWAuthenticate"];
                    readonly "DPoP-Nonce": components["headers"]["DPoPNonce"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SsoError"];
                };
            };
            /** @description The token is not of the console application, or its owner has no access to the console */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SsoError"];
                };
            };
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly deleteConsoleSession: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Ended */
            readonly 204: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 401: components["responses"]["AdminUnauthorized"];
            /** @description The key is not one of the console */
            readonly 409: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SsoError"];
                };
            };
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getSettings: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description All settings */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SettingList"];
                };
            };
            readonly 401: components["responses"]["AdminUnauthorized"];
            readonly 403: components["responses"]["AdminForbidden"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listInvites: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Maximum number of entries.
                 * @example 20
                 */
                readonly limit?: components["parameters"]["PageLimit"];
                /**
                 * @description The `nextCursor` of the page before. Leave it out for the first page.
                 * @example MDE5Y2E4YjItMDVhOC03ZTAy
                 */
                readonly cursor?: components["parameters"]["PageCursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of invites */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["InvitePage"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["AdminUnauthorized"];
            readonly 403: components["responses"]["AdminForbidden"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly createInvite: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateInviteRequest"];
            };
        };
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CreatedInvite"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["AdminUnconfirmed"];
            readonly 403: components["responses"]["AdminForbidden"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly revokeInvite: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The invite.
                 * @example 0193a6c0-8c2f-7d4b-8e66-1b2c3d4e5f60
                 */
                readonly inviteId: components["schemas"]["Uuid"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Revoked */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Invite"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["AdminUnauthorized"];
            readonly 403: components["responses"]["AdminForbidden"];
            readonly 404: components["responses"]["InviteNotFound"];
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
            readonly 401: components["responses"]["AdminUnauthorized"];
            readonly 403: components["responses"]["AdminForbidden"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listAuditEvents: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Only events of this name.
                 * @example owner_suspended
                 */
                readonly event?: components["parameters"]["AuditEventName"];
                /**
                 * @description Only events of this owner, by session address or pseudonym.
                 * @example 5f3c9a1e7b2d4860a1c2e3f405162738
                 */
                readonly sub?: components["parameters"]["AuditSub"];
                /**
                 * @description Only events of this administrator, by name or id.
                 * @example Support desk
                 */
                readonly administrator?: components["parameters"]["AuditAdministrator"];
                /**
                 * @description Only events at or after this time.
                 * @example 2026-03-01T00:00:00.000Z
                 */
                readonly from?: components["parameters"]["AuditFrom"];
                /**
                 * @description Only events before this time.
                 * @example 2026-03-02T00:00:00.000Z
                 */
                readonly to?: components["parameters"]["AuditTo"];
                /**
                 * @description Maximum number of entries.
                 * @example 20
                 */
                readonly limit?: components["parameters"]["PageLimit"];
                /**
                 * @description The `nextCursor` of the page before. Leave it out for the first page.
                 * @example MDE5Y2E4YjItMDVhOC03ZTAy
                 */
                readonly cursor?: components["parameters"]["PageCursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of events */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AuditEventPage"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["AdminUnauthorized"];
            readonly 403: components["responses"]["AdminForbidden"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getAuditExport: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Only events of this name.
                 * @example owner_suspended
                 */
                readonly event?: components["parameters"]["AuditEventName"];
                /**
                 * @description Only events of this owner, by session address or pseudonym.
                 * @example 5f3c9a1e7b2d4860a1c2e3f405162738
                 */
                readonly sub?: components["parameters"]["AuditSub"];
                /**
                 * @description Only events of this administrator, by name or id.
                 * @example Support desk
                 */
                readonly administrator?: components["parameters"]["AuditAdministrator"];
                /**
                 * @description Only events at or after this time.
                 * @example 2026-03-01T00:00:00.000Z
                 */
                readonly from?: components["parameters"]["AuditFrom"];
                /**
                 * @description Only events before this time.
                 * @example 2026-03-02T00:00:00.000Z
                 */
                readonly to?: components["parameters"]["AuditTo"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The events */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/x-ndjson": components["schemas"]["AuditEventLines"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["AdminUnauthorized"];
            readonly 403: components["responses"]["AdminForbidden"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
}
