// Written by `npm run generate` from the contract. Do not edit.

export interface paths {
    readonly "/api/v1/notifications/send": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Send one push to one person
         * @description The push is queued and delivered afterwards; its outcome arrives by webhook. Its title is always the app's name.
         *
         *     Checks happen in this order, and the first that fails determines the response:
         *     1. an `Authorization` header of any kind: 401;
         *     2. the key in `X-Platform-Notifications-Key`: 401, or 403 (403) without the scope `send`;
         *     3. content type: 415; JSON, types, unknown members, an empty body, a sessionAddress over 64 characters: 400 (1001);
         *     4. a body over 178 characters (Unicode code points) or a startParam over 256 UTF-8 bytes: 413;
         *     5. `Idempotency-Key`: the same payload replays the first 202 without a second push, another payload: 409 (1003).
         *        Payloads are compared as JSON values (RFC 8785), so spacing and member order do not matter;
         *     6. a `test` scenario ends here (below), as does every send with a key of the test environment;
         *     7. consent of the pair (app, sessionAddress): none recorded 404 (1005), denied 403 (1004);
         *     8. an identical body to the same person within 24 hours: 400 (1002);
         *     9. the send rate, 1 per hour and 3 per 24 hours for the pair, both rolling: 429.
         *
         *     A rejected send uses no quota and stores no key. The 202 of a real send has what is left of the pair's quota in
         *     `RateLimit`: `"hour";r=0;t=3600, "day";r=2;t=86400`. Replays and test sends use no quota and do not name it.
         *
         *     **Test mode.** `test` simulates an outcome: consent, rate and duplicates are not checked, the id begins with
         *     `ntf_test_`, and the webhooks are real, signed, with `test: true`.
         *
         *     | `test` | Result |
         *     |---|---|
         *     | `delivered` | webhook `delivered` |
         *     | `clicked` | webhooks `delivered`, then `clicked` |
         *     | `suppressed_user_in_app` | that webhook |
         *     | `dropped_permission_revoked` | that webhook |
         *     | `dropped_device_unreachable` | that webhook |
         *     | `error:permission_denied` | 403 code 1004 |
         *     | `error:duplicate_body` | 400 code 1002 |
         *     | `error:rate_limited` | 429 with `retryAfterSeconds` |
         *     | `error:session_address_not_found` | 404 code 1005 |
         *     | `error:unknown` | 500 |
         *
         *     Any other value of `test` is ignored: the request is a normal, real send.
         */
        readonly post: operations["sendNotification"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/notifications/consent": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get whether a person allows pushes of this app
         * @description Returns `prompt` for every person without a record, unknown ones included, never 404. As on sends, any `Authorization` header is rejected with 401. The key needs the scope `send` or `read`.
         */
        readonly get: operations["getConsent"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/notifications": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the sends of this app with their statuses
         * @description Oldest first, kept for 30 days: a backend that missed webhooks reads here what it missed. With `status`, only notifications that reached it; `queued` are those without an outcome. As on sends, any `Authorization` header is rejected with 401.
         */
        readonly get: operations["listNotifications"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/notifications/{notificationId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read one send with its statuses
         * @description A notification of another app, or one older than 30 days, is 404. As on sends, any `Authorization` header is rejected with 401.
         */
        readonly get: operations["getNotification"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/events": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the status events of this app
         * @description What webhooks report, in the order in which it was recorded and whether or not the app has a webhook; kept for 30 days. `webhooks -- listen` forwards them to a developer's machine. Events of one time may come in any order, and one that is being written may appear a few seconds late: start again a little before the last one, and skip what you know. The key needs the scope `read`; a key of the test environment gets test sends only. As on sends, any `Authorization` header is rejected with 401.
         */
        readonly get: operations["listEvents"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/portal/apps": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the apps that the caller is a member of
         * @description Newest first, without icons.
         */
        readonly get: operations["listApps"];
        readonly put?: never;
        /**
         * Create an app
         * @description The app belongs to the caller; its name is the title of every push. Names need not be unique. A developer has at most 1000 apps.
         */
        readonly post: operations["createApp"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/portal/apps/{appId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read one app
         * @description Returns an app of which the caller is a member, with its icon. Any other app is 404.
         */
        readonly get: operations["getApp"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete an app, with 30 days to restore it
         * @description Its keys stop working at once, pushes that wait are dropped with `dropped_permission_revoked`, and people no longer see it. Status webhooks of earlier sends are still delivered. After 30 days everything is erased, except the audit. Owners only.
         */
        readonly delete: operations["deleteApp"];
        readonly options?: never;
        readonly head?: never;
        /**
         * Rename an app or change its icon
         * @description Members that are absent stay as they are. A new name is the title of pushes that are sent from now on.
         */
        readonly patch: operations["updateApp"];
        readonly trace?: never;
    };
    readonly "/api/v1/portal/apps/{appId}/restore": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Restore a deleted app
         * @description Its keys work again, its consents and webhook are as before. An app that is not deleted stays unchanged. Owners only.
         */
        readonly post: operations["restoreApp"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/portal/apps/{appId}/activity": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List who changed an app
         * @description Changes of the app, its members, keys and webhook, the newest first, kept for a year. `isNew` marks what another member did since the caller joined or last called `setAppActivitySeen`.
         */
        readonly get: operations["listAppActivity"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/portal/apps/{appId}/activity/seen": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Record which changes of an app the caller has seen
         * @description Changes up to `through` are not new to the caller any more. An earlier change than one recorded before alters nothing. Other members are not affected.
         */
        readonly put: operations["setAppActivitySeen"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/portal/apps/{appId}/members": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read who works on an app
         * @description Owners and developers, in the order in which they joined.
         */
        readonly get: operations["getMembers"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/portal/apps/{appId}/profile": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Tell the other members of an app how you are called
         * @description Replaces the name that stands beside the caller's id among members, keys and activity of the app, and for operators; null deletes it. The portal sends the claim `name` of the id_token once a member opens the app: people choose it at the provider and share it with the scope `profile`. Who was added and never opened the app has no name here, so that adding an id does not reveal whose it is. A name is what its person claims: two people may have one, and the id tells them apart.
         */
        readonly put: operations["setMemberProfile"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/portal/apps/{appId}/members/{sub}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Add a member, or change a role
         * @description Owners may do everything. Developers may do everything but delete and restore the app and change its members. An app has at most 50 members and always an owner. Owners only.
         */
        readonly put: operations["setMember"];
        readonly post?: never;
        /**
         * Remove a member
         * @description Owners remove anyone; a member may leave. The last owner stays.
         */
        readonly delete: operations["deleteMember"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/portal/apps/{appId}/keys": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the keys that work
         * @description Newest first. Keys that were revoked, or whose 7 days are over, are not listed.
         */
        readonly get: operations["listApiKeys"];
        readonly put?: never;
        /**
         * Issue an API key, which also rotates the older ones
         * @description Only this response contains the key: the service stores its SHA-256. It works at once; each older key of the same
         *     label and environment that has no expiry yet works for 7 more days. An app has at most 100 working keys.
         *
         *     Every send with a key of the environment `test` is a test send, `delivered` unless `test` names another scenario; such
         *     a key reads test sends only. Without a body the key has no label, both scopes and the environment `live`.
         */
        readonly post: operations["createApiKey"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/portal/apps/{appId}/keys/{keyId}": {
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
         * Revoke a key at once
         * @description For a key that leaked. There is no grace period; the other keys are unchanged.
         */
        readonly delete: operations["revokeApiKey"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/portal/apps/{appId}/keys/{keyId}/adopt": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Keep a key whose maker left
         * @description A member who leaves or is removed knows the keys that they made: the current ones end 24 hours later. An owner who
         *     adopts one becomes its maker, and it does not end. 409 with the reason `key_not_adoptable` when its maker is still a
         *     member, and `key_replaced` when a newer key of its label and environment exists.
         */
        readonly post: operations["adoptApiKey"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/portal/apps/{appId}/webhook": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the webhook and its state
         * @description The public key is not shown here; rotate when it is lost. An announced key is shown until it signs.
         */
        readonly get: operations["getWebhook"];
        /**
         * Register the webhook URL, or change it
         * @description An app has one webhook. The first registration makes its Ed25519 key pair and shows the public key (201);
         *     later calls change the URL, keep the key and do not show it (200). A paused webhook resumes.
         *
         *     The URL must be `https`, public, at most 2048 characters, without user name or password. Otherwise 400 with
         *     code 1001, `details.field` `url` and in `details.reason` one of `maxLength`, `format`, `https_required`,
         *     `credentials_in_url`, `address_not_public`. Public means: neither the literal address nor any address that the
         *     name resolves to is loopback, private, link-local or otherwise reserved. A name that does not resolve right now is
         *     accepted, because the same check is made again at every delivery, on the address that is really connected to.
         */
        readonly put: operations["setWebhook"];
        readonly post?: never;
        /**
         * Remove the webhook and its keys
         * @description Deliveries that still wait are dropped. Registering again makes a new key pair.
         */
        readonly delete: operations["deleteWebhook"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/portal/apps/{appId}/webhook/rotate": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Replace the key pair that signs webhooks
         * @description The new pair signs at once, retries of earlier events included. Verify with `publicKey` first and with `previousPublicKey` after it until requests that were already on their way have arrived. An announced key is discarded. To show receivers the key before it signs, use announceWebhookKey.
         */
        readonly post: operations["rotateWebhookKey"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/portal/apps/{appId}/webhook/next-key": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Announce the key pair that will sign webhooks
         * @description Makes a key pair that does not sign yet and shows its public key, so that receivers can configure it before the
         *     change. It signs from `activatesAt` on, 24 hours later, or from activateWebhookKey on. While a key is announced,
         *     the same one is returned with 200. The immediate rotation discards it.
         */
        readonly post: operations["announceWebhookKey"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/portal/apps/{appId}/webhook/next-key/activate": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Let the announced key pair sign now
         * @description The announced pair signs at once, retries of earlier events included. Keep verifying with `previousPublicKey` until requests that were already on their way have arrived. Without an announced key, 409 with `no_next_key`; one that became active by itself is no longer announced.
         */
        readonly post: operations["activateWebhookKey"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/portal/apps/{appId}/webhook/secret": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Add a shared secret for the Standard Webhooks libraries
         * @description With a secret, `webhook-signature` also contains `v1,` and an HMAC-SHA256, which the libraries of Standard Webhooks
         *     and Svix verify. The Ed25519 signatures stay. Only this response contains the secret; the service stores it
         *     encrypted. A further call replaces it: for 24 hours both secrets sign, so that receivers can change over.
         */
        readonly post: operations["createWebhookSecret"];
        /**
         * Remove the shared secret
         * @description Further attempts are signed with Ed25519 alone. Without a secret, nothing changes.
         */
        readonly delete: operations["deleteWebhookSecret"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/portal/apps/{appId}/webhook/resume": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Resume a paused webhook
         * @description An endpoint that only failed for 5 days is paused: its deliveries wait. Resuming makes them due at once. On an active webhook nothing changes.
         */
        readonly post: operations["resumeWebhook"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/portal/apps/{appId}/webhook/test": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Send a signed test event to the webhook
         * @description Queues one `delivered` event with `test: true`, a fresh `ntf_test_` id and the caller as recipient. It is signed, retried and logged like any other; follow it with getDelivery.
         */
        readonly post: operations["testWebhook"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/portal/apps/{appId}/deliveries": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List webhook deliveries
         * @description Newest first, kept for 30 days. Every attempt shows its request, so that a signature can be verified by hand.
         */
        readonly get: operations["listDeliveries"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/portal/apps/{appId}/deliveries/recover": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Deliver everything again that was dropped since a time
         * @description For the time after an outage of the receiver. Dropped deliveries that were created at `since` or later become pending again with 8 fresh attempts, oldest first, to the current URL. At most 1000 per call: repeat it while `remaining` is true. Events are kept for 30 days.
         */
        readonly post: operations["recoverDeliveries"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/portal/apps/{appId}/deliveries/redeliver": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Deliver selected events once more
         * @description As `redeliver`, for up to 100 deliveries at once, the oldest first. Deliveries that are still being tried, and ids that are unknown, are left alone; the response names those that are pending again.
         */
        readonly post: operations["redeliverSelected"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/portal/apps/{appId}/deliveries/{deliveryId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read one delivery with its attempts
         * @description Returns a webhook delivery of the app, with the status and response of every attempt.
         */
        readonly get: operations["getDelivery"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/portal/apps/{appId}/deliveries/{deliveryId}/redeliver": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Deliver a settled event once more
         * @description For an event that was dropped, or that the receiver lost. The same delivery becomes pending again with 8 fresh attempts, due now, to the current URL; its log continues.
         */
        readonly post: operations["redeliver"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/portal/apps/{appId}/usage": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Count notifications per day and status
         * @description Real notifications of the app per UTC day; test sends are not counted. `queued` counts accepted sends on the day of the send, every other status the day on which it was recorded. Rows are sorted by date, then status; zeros are left out.
         */
        readonly get: operations["getUsage"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/portal/apps/{appId}/delivery-statistics": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Count sends and webhook deliveries of the last 24 hours
         * @description Per hour, the current one and the 23 before it: accepted sends, and what became of their webhook deliveries. Tests are counted apart. `failures` groups the other deliveries whose latest attempt failed by its response, the most frequent first. At most the newest 20,000 sends and deliveries are counted; `complete` is false when there were more.
         */
        readonly get: operations["getDeliveryStatistics"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/host/apps/{appId}/permission-prompts": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Ask whether a permission prompt may be shown
         * @description Called when a mini app asks for permission.
         *     - Already granted: `granted` at once, nothing to show.
         *     - Otherwise the response is `prompt`: ask the person, then record the decision with setConsent. Each such response
         *       counts against 3 prompts per rolling 24 hours for the person and app.
         *     - When these are used up: `rate_limited`; show nothing. The recorded consent does not change.
         */
        readonly post: operations["requestPermission"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/host/apps/{appId}/consent": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Record the person's consent
         * @description For the decision on a prompt (a dismissed prompt is `denied`) and for the switch in the settings page. Effective immediately: a push that is still queued after `denied` is dropped with `dropped_permission_revoked`.
         */
        readonly put: operations["setConsent"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/host/consents": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the person's consents
         * @description For the settings page. One entry for each app that the person decided about, the latest change first.
         */
        readonly get: operations["listConsents"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/host/push-key": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the key that browsers subscribe with
         * @description The VAPID public key (RFC 8292), `applicationServerKey` of `PushManager.subscribe`. Public. It changes when the operator
         *     rotates it: a browser that subscribed with another key subscribes again and registers the new subscription. Until
         *     then it receives pushes that the former key signs.
         */
        readonly get: operations["getPushKey"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/host/devices": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Register a device for the person
         * @description - `web-push`: a browser; send what `PushSubscription.toJSON()` returns. The subscription of a person that is already
         *       registered returns 200 with the existing device; one that another person registered moves to the caller, because
         *       the browser now belongs to the caller. The endpoint must be public, like the URL of a webhook. A push is kept for
         *       the browser for 24 hours and is delivered once its service worker confirms it with createReceipt.
         *     - `stream`: an open page; the pushes come over streamPushes while it listens. One that has not listened for 60
         *       seconds is not deliverable.
         *     - `apns`, `fcm`: the host's app on a phone, with the token that Apple or Google gave it. The push carries the name of the
         *       app that sent, `notificationId`, `appId` and `receiptToken`, and neither text nor `startParam`, so that no vendor
         *       reads them. It is delivered once the app confirms it with createReceipt, never by the vendor's acceptance. Only when an
         *       operator set credentials (setPushCredentials); otherwise 1001 with the reason `not_configured`.
         *
         *     A person has at most 50 devices of each transport; registering one more removes the one of that transport that was seen
         *     longest ago. A device that was not seen for 60 days is removed.
         */
        readonly post: operations["createDevice"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/host/devices/{deviceId}": {
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
         * Remove a device
         * @description On sign-out, or when the browser drops its subscription. An open stream of the device ends.
         */
        readonly delete: operations["deleteDevice"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/host/presence": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Report which app the person has open, if any
         * @description A push of the app that the person is inside shows no banner: its outcome is `suppressed_user_in_app`. Each device has its own presence, and one device inside the app is enough. Presence ends by itself after 60 seconds, so repeat it every 30 while the app is open, and send `null` when it is closed.
         */
        readonly put: operations["setPresence"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/host/pushes": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Listen for pushes
         * @description Server-sent events for a device of transport `stream`. Each push is an event of type `push`, with its
         *     notificationId as `id` and one line of JSON (schema Push) as `data`. A comment line comes at least every
         *     15 seconds; a stream without one for 30 seconds is dead, so connect again.
         *
         *     Confirm every push with createReceipt: without a receipt within 60 seconds of the send the page counts as unreachable.
         *     Until then a push comes again on the next connection, so the same notificationId can arrive twice. One stream per device: a newer connection ends the older one. The stream also ends
         *     when the token expires. Browsers' `EventSource` cannot send a token: read the stream with `fetch`.
         */
        readonly get: operations["streamPushes"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/host/notifications/{notificationId}/receipts": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Report that a push arrived, or was tapped
         * @description Idempotent: a repeated receipt changes nothing. `clicked` without an earlier `delivered` records both. The first receipt of any of the person's devices counts. A notification whose outcome was already recorded as something else than `delivered` is 409. A service worker, which has no session, reports with the token that came with the push.
         */
        readonly post: operations["createReceipt"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/admin/apps": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the apps of all developers with the health of their webhooks
         * @description Newest first. Of a webhook, only the origin is shown, because developers put secrets into paths.
         */
        readonly get: operations["listAllApps"];
        readonly put?: never;
        readonly post?: never;
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
    readonly "/api/v1/admin/users/{sub}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Export everything that is stored about a person
         * @description As a recipient and as a developer, each list with the oldest first. Addresses and keys of push services are stored encrypted and left out. The export is recorded.
         */
        readonly get: operations["getPersonData"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Erase a person
         * @description Deletes names, consents, devices, notifications and their events, delivered or not. Apps whose only owner the person was are deleted like with `deleteApp`; other apps lose a member. A random pseudonym that nothing connects to the person replaces them in the audit. Erase the person at the sign-in provider first, so that no token of theirs works.
         */
        readonly delete: operations["deletePerson"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/admin/push-credentials/{transport}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Set the credentials for pushes to phones
         * @description Stored encrypted under the master key, and never shown again. They replace the former ones without a restart: every process uses them within 5 seconds. The change is recorded.
         */
        readonly put: operations["setPushCredentials"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/system/pushes": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Tell a person something in the name of the platform
         * @description A push of the platform's own app, `00000000-0000-4000-8000-000000000001`, whose title is its name. People allow it as they allow every app, and it reaches their devices like every push. It has no limits, no rule about repeated texts and no webhook: the provider decides what it tells. `Idempotency-Key` makes a repeated request one push.
         */
        readonly post: operations["createSystemPush"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/system/devices": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Register the owner's app of a person for pushes of the platform
         * @description A browser in which the person turned the provider's pushes on. That is their consent to the platform's own app, whose pushes alone reach this device. Repeating it renews the registration; a subscription that the browser ended is removed when a push cannot reach it.
         */
        readonly post: operations["createSystemDevice"];
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
    readonly "/api/v1/statistics": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Count the apps of this platform
         * @description How many apps developers have made and not deleted, for a start page. Names no app and no developer.
         */
        readonly get: operations["getStatistics"];
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
    readonly notificationStatus: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Report the outcome of a notification to the backend
         * @description Sent to the app's webhook URL. Exactly one outcome per real notification, and `clicked` in addition after a tap;
         *     at most one event per (notificationId, status), and `clicked` only after `delivered` is settled.
         *
         *     **Verify before parsing.** Read the raw body as UTF-8. Signed is the value of `X-Platform-Timestamp`, a dot, and
         *     the raw body: check the Ed25519 signature in `X-Platform-Signature` with your public key, during a rotation with the new
         *     key first and the previous one after it. Respond with 401 when a header is missing or the signature is not valid.
         *     The same event is also signed after the Standard Webhooks convention (`webhook-id`, `webhook-timestamp`,
         *     `webhook-signature`): signed there is `<webhook-id>.<webhook-timestamp>.<raw body>`. Either check is enough.
         *     An endpoint with a shared secret (createWebhookSecret) also gets `v1` signatures, HMAC-SHA256 over the same text,
         *     which the libraries of Standard Webhooks verify.
         *
         *     **Retries.** Any 2xx within 10 seconds is success. Anything else, redirects included (they are not followed), is
         *     tried again: at most 8 attempts, with pauses of 5, 10, 20, 40, 80, 160 and 300 seconds, each shortened by random
         *     jitter and never longer than 5 minutes; then the event is dropped and can be sent again from the portal. Every attempt is signed
         *     anew, with the newest key and the time of the attempt, and goes to the current URL. An endpoint that only
         *     fails for 5 days, or responds 410, is paused: its events wait for 30 days. `Retry-After` is honoured up to 5 minutes.
         *
         *     **Be idempotent.** A retry can arrive after the event was already handled. Tolerate values of `status` that you do
         *     not know.
         */
        readonly post: operations["deliverNotificationStatus"];
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
         * Recipient
         * @description The person, by session address: at most 64 characters without NUL. It must come from the `sub` claim of a user token that the backend verified, never from the client.
         * @example 5f3c9a1e7b2d4860a1c2e3f405162738
         */
        readonly RecipientAddress: string;
        /**
         * Notification id
         * @description `ntf_<id>` for real sends, `ntf_test_<id>` for test sends.
         * @example ntf_01KJMBQDE0Y72P6GXRDNGT8BB5
         * @example ntf_test_01KHX1M9H015ZW2GY79VS61P42
         */
        readonly NotificationId: string;
        readonly SendRequest: {
            readonly sessionAddress: components["schemas"]["RecipientAddress"];
            /**
             * @description The text of the push, 1 to 178 characters (Unicode code points). Longer is 413, empty is 400.
             * @example Your flat white is ready. See you at the counter!
             */
            readonly body: string;
            /**
             * @description Deep-link payload: the app finds it among its launch params when it is opened by a tap. At most 256 bytes in UTF-8, so fewer characters outside ASCII. Longer is 413.
             * @example order=7041
             */
            readonly startParam?: string;
            /**
             * @description Test scenario, see the operation. Any other value makes a normal, real send.
             * @example delivered
             * @example clicked
             * @example suppressed_user_in_app
             * @example dropped_permission_revoked
             * @example dropped_device_unreachable
             * @example error:permission_denied
             * @example error:duplicate_body
             * @example error:rate_limited
             * @example error:session_address_not_found
             * @example error:unknown
             */
            readonly test?: string;
        };
        readonly SystemDeviceRequest: {
            readonly sessionAddress: components["schemas"]["RecipientAddress"];
            readonly subscription: components["schemas"]["PushSubscription"];
            /** @description The key of getPushKey that the browser subscribed with. */
            readonly publicKey: components["schemas"]["VapidPublicKey"];
        };
        readonly SystemPushRequest: {
            readonly sessionAddress: components["schemas"]["RecipientAddress"];
            /** @description The text of the push. */
            readonly body: string;
            /** @description Id of the request that the push is about. A tap opens it at the provider, `/owner/requests/{requestId}`. */
            readonly startParam?: string;
        };
        readonly SendResult: {
            readonly notificationId: components["schemas"]["NotificationId"];
            /**
             * @description Always `queued`; the outcome is sent by webhook.
             * @constant
             */
            readonly status: "queued";
        };
        /**
         * Notification progress
         * @description `queued` until an outcome is recorded, then a notification status.
         * @example queued
         * @example delivered
         * @example clicked
         */
        readonly NotificationProgress: string;
        readonly RecordedStatus: {
            readonly status: components["schemas"]["NotificationStatus"];
            readonly at: components["schemas"]["Timestamp"];
        };
        /** @description An accepted send. Its text is not kept after the outcome. */
        readonly SentNotification: {
            readonly notificationId: components["schemas"]["NotificationId"];
            readonly sessionAddress: components["schemas"]["RecipientAddress"];
            readonly status: components["schemas"]["NotificationProgress"];
            /** @description Whether it was a test send. */
            readonly test: boolean;
            readonly sentAt: components["schemas"]["Timestamp"];
            /** @description Recorded statuses, oldest first. */
            readonly statuses: readonly components["schemas"]["RecordedStatus"][];
        };
        readonly SentNotificationPage: {
            readonly notifications: readonly components["schemas"]["SentNotification"][];
            readonly nextCursor: components["schemas"]["NextCursor"];
        };
        /** @description A recorded status of a notification, as its webhook reports it. */
        readonly StatusEvent: {
            readonly notificationId: components["schemas"]["NotificationId"];
            readonly status: components["schemas"]["NotificationStatus"];
            readonly sessionAddress: components["schemas"]["RecipientAddress"];
            /** @description Whether it is about a test send. */
            readonly test: boolean;
            readonly recordedAt: components["schemas"]["Timestamp"];
        };
        readonly StatusEventPage: {
            readonly events: readonly components["schemas"]["StatusEvent"][];
            readonly nextCursor: components["schemas"]["NextCursor"];
        };
        readonly Consent: {
            readonly sessionAddress: components["schemas"]["RecipientAddress"];
            readonly status: components["schemas"]["ConsentStatus"];
        };
        /**
         * @description `prompt` means that nothing is recorded.
         * @enum {string}
         */
        readonly ConsentStatus: "prompt" | "granted" | "denied";
        /**
         * Notification status
         * @description An open set: tolerate values that you do not know. Today:
         *     - `delivered`: the push reached the device
         *     - `clicked`: the person tapped it; sent in addition to `delivered`
         *     - `suppressed_user_in_app`: the person was inside the mini app, the banner was suppressed
         *     - `dropped_permission_revoked`: the person turned notifications off
         *     - `dropped_device_unreachable`: no deliverable device
         * @example delivered
         * @example clicked
         * @example suppressed_user_in_app
         * @example dropped_permission_revoked
         * @example dropped_device_unreachable
         */
        readonly NotificationStatus: string;
        readonly NotificationStatusEvent: {
            readonly notificationId: components["schemas"]["NotificationId"];
            readonly status: components["schemas"]["NotificationStatus"];
            readonly sessionAddress: components["schemas"]["RecipientAddress"];
            /** @description Whether a test send, or the portal's test, caused the event. */
            readonly test: boolean;
            /**
             * Format: date-time
             * @description Time of this attempt, RFC 3339.
             * @example 2026-03-01T09:30:02.000Z
             */
            readonly timestamp: string;
        };
        /**
         * App name
         * @description The title of every push. No control characters, no characters that change the direction of text, no space at either end, and at least one visible character.
         * @example Coffee Corner
         */
        readonly AppName: string;
        /**
         * App icon
         * @description A PNG, JPEG or WebP image as a `data:` URL, at most 16384 characters.
         */
        readonly AppIcon: string;
        /**
         * Role
         * @description `owner`: everything; `developer`: everything but deleting the app and changing its members.
         * @enum {string}
         */
        readonly MemberRole: "owner" | "developer";
        readonly CreateAppRequest: {
            readonly name: components["schemas"]["AppName"];
        };
        readonly UpdateAppRequest: {
            readonly name?: components["schemas"]["AppName"];
            /** @description The new icon, as in App; null removes it. */
            readonly icon?: string | null;
        };
        readonly App: {
            readonly appId: components["schemas"]["Uuid"];
            readonly name: components["schemas"]["AppName"];
            readonly role?: components["schemas"]["MemberRole"];
            readonly icon?: components["schemas"]["AppIcon"];
            readonly createdAt: components["schemas"]["Timestamp"];
            /** @description Whether the app has a webhook, which getWebhook reads. */
            readonly hasWebhook?: boolean;
            readonly webhookProblem?: components["schemas"]["WebhookProblem"];
            /**
             * Format: date-time
             * @description When it was deleted; present for deleted apps, which are erased 30 days later.
             */
            readonly deletedAt?: string;
        };
        /**
         * @description What its members should look at, present while it lasts. `failing`: every attempt at the webhook failed for an hour. `paused`: the webhook is paused, and its events wait.
         * @enum {string}
         */
        readonly WebhookProblem: "failing" | "paused";
        /** @description What a person calls themselves, 1 to 64 characters of any script; no control characters, no invisible or direction-changing characters but the joiners of letters and emoji, no white space at either end. Null without one. */
        readonly PersonName: string | null;
        readonly MemberProfile: {
            readonly name: components["schemas"]["PersonName"];
        };
        readonly Member: {
            readonly sub: components["schemas"]["RecipientAddress"];
            readonly name: components["schemas"]["PersonName"];
            readonly role: components["schemas"]["MemberRole"];
            readonly addedAt: components["schemas"]["Timestamp"];
        };
        readonly MemberList: {
            readonly members: readonly components["schemas"]["Member"][];
        };
        /**
         * Kind of an app event
         * @description What happened. The set is open: show an event that you do not know by its name.
         *
         *     | event | meaning |
         *     |---|---|
         *     | `app_created`, `app_changed` | the app was created; its name or icon was changed |
         *     | `app_deleted`, `app_restored` | the app was deleted or restored |
         *     | `member_set`, `member_removed` | a member was added or has another role (`sub`, `role`); one was removed or left (`sub`; `endingKeys`: number of API keys that they made, which end in 24 hours) |
         *     | `api_key_issued`, `api_key_adopted`, `api_key_revoked` | an API key was created, kept by an owner after its maker left, or revoked (`keyId`) |
         *     | `webhook_registered`, `webhook_changed`, `webhook_removed`, `webhook_resumed` | the webhook was registered, got another address, was removed or resumed |
         *     | `webhook_key_rotated`, `webhook_key_announced`, `webhook_key_activated` | the key of the webhook was replaced, or its next one announced or activated |
         *     | `webhook_secret_created`, `webhook_secret_deleted` | a shared secret of the webhook was created or removed |
         * @example api_key_issued
         */
        readonly AppEventKind: string;
        /** @description A change that a member made. */
        readonly AppEvent: {
            readonly eventId: components["schemas"]["Uuid"];
            readonly at: components["schemas"]["Timestamp"];
            readonly event: components["schemas"]["AppEventKind"];
            /** @description Session address of the member who did it; a pseudonym once that person was erased. */
            readonly actorSub: string;
            /** @description The name of the member who did it. */
            readonly actorName: components["schemas"]["PersonName"];
            /** @description The name of the person in `details.sub`. */
            readonly memberName: components["schemas"]["PersonName"];
            /** @description Facts of this change, such as the id of the key. */
            readonly details: {
                readonly [key: string]: string;
            };
            /** @description Whether another member did it and the caller has not seen it. */
            readonly isNew: boolean;
        };
        readonly AppActivityPage: {
            readonly events: readonly components["schemas"]["AppEvent"][];
            /**
             * Format: int32
             * @description Number of new changes on all pages, at most 100.
             */
            readonly newCount: number;
            readonly nextCursor: components["schemas"]["NextCursor"];
        };
        readonly SeenAppActivity: {
            /** @description The newest change that the caller has seen. */
            readonly through: components["schemas"]["Uuid"];
        };
        readonly SetMemberRequest: {
            readonly role: components["schemas"]["MemberRole"];
        };
        /**
         * Key label
         * @description What the key is for. Keys of the same label rotate each other.
         * @example Order service
         */
        readonly ApiKeyLabel: string;
        /**
         * Key scope
         * @description `send`: sending and consent checks; `read`: sends with their statuses, and consent checks.
         * @enum {string}
         */
        readonly ApiKeyScope: "send" | "read";
        /**
         * Key environment
         * @description `live`: real sends; `test`: every send is a test send.
         * @enum {string}
         */
        readonly ApiKeyEnvironment: "live" | "test";
        readonly CreateApiKeyRequest: {
            readonly label?: components["schemas"]["ApiKeyLabel"];
            /** @description When absent, both. */
            readonly scopes?: readonly components["schemas"]["ApiKeyScope"][];
            readonly environment?: components["schemas"]["ApiKeyEnvironment"];
        };
        readonly AppPage: {
            readonly apps: readonly components["schemas"]["App"][];
            readonly nextCursor: components["schemas"]["NextCursor"];
        };
        /**
         * @description `failing`: the latest attempts failed. `paused`: every attempt failed for 5 days, or the endpoint responded 410. `healthy`: neither.
         * @enum {string}
         */
        readonly WebhookHealthFilter: "healthy" | "failing" | "paused";
        /** @description An app as operators see it. */
        readonly AdministeredApp: {
            readonly appId: components["schemas"]["Uuid"];
            readonly name: components["schemas"]["AppName"];
            /** @description Session address of the developer; null for the demo app. */
            readonly owner: string | null;
            /** @description The name of the developer. */
            readonly ownerName: components["schemas"]["PersonName"];
            readonly createdAt: components["schemas"]["Timestamp"];
            /** @description Absent without a webhook. */
            readonly webhook?: components["schemas"]["AdministeredWebhook"];
        };
        readonly AdministeredWebhook: {
            /** @description Scheme, host and port of the endpoint. */
            readonly origin: string;
            readonly state: components["schemas"]["WebhookState"];
            /**
             * Format: date-time
             * @description When it was paused; null while active.
             */
            readonly pausedAt: string | null;
            /**
             * Format: date-time
             * @description Start of the current series of failures; null without one.
             */
            readonly failingSince: string | null;
            /**
             * Format: double
             * @description Share of the latest 100 attempts that succeeded, 0 to 1; null without attempts.
             */
            readonly successRate: number | null;
            /**
             * Format: int32
             * @description Median latency of the responses to the latest 100 attempts, milliseconds; null without responses.
             */
            readonly latencyMs: number | null;
        };
        readonly AdministeredAppPage: {
            readonly apps: readonly components["schemas"]["AdministeredApp"][];
            readonly nextCursor: components["schemas"]["NextCursor"];
        };
        /** @description Everything that is stored about a person. */
        readonly PersonData: {
            readonly names: readonly components["schemas"]["StoredName"][];
            readonly consents: readonly components["schemas"]["StoredConsent"][];
            readonly prompts: readonly components["schemas"]["StoredPrompt"][];
            readonly devices: readonly components["schemas"]["StoredDevice"][];
            readonly presence: readonly components["schemas"]["StoredPresence"][];
            readonly notifications: readonly components["schemas"]["StoredNotification"][];
            readonly events: readonly components["schemas"]["StoredEvent"][];
            readonly apps: readonly components["schemas"]["StoredMembership"][];
            readonly actions: readonly components["schemas"]["StoredAction"][];
        };
        /** @description What the person decided about an app. */
        readonly StoredConsent: {
            readonly appId: components["schemas"]["Uuid"];
            readonly status: components["schemas"]["ConsentChoice"];
            readonly updatedAt: components["schemas"]["Timestamp"];
        };
        /** @description A permission prompt of an app within the last day. */
        readonly StoredPrompt: {
            readonly appId: components["schemas"]["Uuid"];
            readonly shownAt: components["schemas"]["Timestamp"];
        };
        /** @description A device of the person. */
        readonly StoredDevice: {
            readonly deviceId: components["schemas"]["Uuid"];
            readonly transport: components["schemas"]["DeviceTransport"];
            readonly createdAt: components["schemas"]["Timestamp"];
            readonly seenAt: components["schemas"]["Timestamp"];
        };
        /** @description An app that the person has open. */
        readonly StoredPresence: {
            readonly appId: components["schemas"]["Uuid"];
            /** @description The device; null for a report without one. */
            readonly deviceId: string | null;
            readonly expiresAt: components["schemas"]["Timestamp"];
        };
        /** @description A send to the person. */
        readonly StoredNotification: {
            readonly appId: components["schemas"]["Uuid"];
            readonly notificationId: components["schemas"]["NotificationId"];
            /** @description Whether it was a test send. */
            readonly test: boolean;
            readonly status: components["schemas"]["NotificationProgress"];
            /** @description The text, until the outcome is recorded. */
            readonly body: string | null;
            /** @description Until the outcome is recorded; null also when there is none. */
            readonly startParam: string | null;
            readonly sentAt: components["schemas"]["Timestamp"];
        };
        /** @description A status of a notification, which the app's webhook reports. */
        readonly StoredEvent: {
            readonly appId: components["schemas"]["Uuid"];
            readonly notificationId: components["schemas"]["NotificationId"];
            readonly status: components["schemas"]["NotificationStatus"];
            readonly state: components["schemas"]["DeliveryState"];
            readonly createdAt: components["schemas"]["Timestamp"];
        };
        /** @description How the person is called for other members of an app. */
        readonly StoredName: {
            readonly appId: components["schemas"]["Uuid"];
            readonly name: string;
        };
        /** @description An app of which the person is a member. */
        readonly StoredMembership: {
            readonly appId: components["schemas"]["Uuid"];
            readonly name: components["schemas"]["AppName"];
            readonly role: components["schemas"]["MemberRole"];
            readonly since: components["schemas"]["Timestamp"];
        };
        /** @description An action of the person as a developer. */
        readonly StoredAction: {
            readonly appId: components["schemas"]["Uuid"];
            /** @description Name of the action. */
            readonly event: string;
            /** @description Provider address of the application that was used. */
            readonly clientId: string;
            /** @description Network address of the request. */
            readonly ip: string;
            readonly at: components["schemas"]["Timestamp"];
        };
        /** @description What an erasure changed. */
        readonly ErasedPerson: {
            readonly deletedConsents: components["schemas"]["ErasedRows"];
            readonly deletedDevices: components["schemas"]["ErasedRows"];
            readonly deletedNotifications: components["schemas"]["ErasedRows"];
            readonly deletedEvents: components["schemas"]["ErasedRows"];
            readonly deletedApps: components["schemas"]["ErasedRows"];
            readonly leftApps: components["schemas"]["ErasedRows"];
            readonly pseudonymizedActions: components["schemas"]["ErasedRows"];
        };
        /**
         * Format: int32
         * @description Number of rows that were deleted or changed.
         */
        readonly ErasedRows: number;
        readonly IssuedApiKey: {
            readonly keyId: components["schemas"]["Uuid"];
            /**
             * @description `ank_` and 26 characters of Crockford base32. Keep it on a server; it is not shown again.
             * @example ank_1X0QTJNJZJSAW5NFS92B4ETQHN
             */
            readonly key: string;
            readonly label?: components["schemas"]["ApiKeyLabel"];
            readonly scopes?: readonly components["schemas"]["ApiKeyScope"][];
            readonly environment?: components["schemas"]["ApiKeyEnvironment"];
        };
        /** @description A key without its secret. */
        readonly ApiKey: {
            readonly keyId: components["schemas"]["Uuid"];
            /**
             * @description The first 8 characters, to tell keys apart.
             * @example ank_1X0Q
             */
            readonly prefix: string;
            readonly label?: components["schemas"]["ApiKeyLabel"];
            readonly scopes?: readonly components["schemas"]["ApiKeyScope"][];
            readonly environment?: components["schemas"]["ApiKeyEnvironment"];
            readonly createdAt: components["schemas"]["Timestamp"];
            /** @description Session address of the member who made or adopted it; null for keys made before version 0.2.0, and after the member deleted their identity. */
            readonly createdBy: string | null;
            /** @description The name of this member. */
            readonly createdByName: components["schemas"]["PersonName"];
            /** @description Its maker left, so that it ends at `expiresAt` unless an owner adopts it (`adoptApiKey`). */
            readonly adoptable: boolean;
            /**
             * Format: date-time
             * @description When the key stops working; null for the newest.
             */
            readonly expiresAt: string | null;
            /**
             * Format: date-time
             * @description When the key was last accepted, to about a minute; null when never.
             */
            readonly lastUsedAt: string | null;
        };
        readonly ApiKeyPage: {
            readonly keys: readonly components["schemas"]["ApiKey"][];
            readonly nextCursor: components["schemas"]["NextCursor"];
        };
        /**
         * Webhook URL
         * Format: uri
         * @description Public, https, at most 2048 characters.
         * @example https://api.coffee-corner.example/hooks/push-status
         */
        readonly WebhookUrl: string;
        readonly SetWebhookRequest: {
            readonly url: components["schemas"]["WebhookUrl"];
        };
        /**
         * Webhook state
         * @description `paused` after 5 days of failures only, or a response 410; deliveries then wait until the webhook is resumed, for 30 days.
         * @enum {string}
         */
        readonly WebhookState: "active" | "paused";
        readonly Webhook: {
            readonly url: components["schemas"]["WebhookUrl"];
            readonly state: components["schemas"]["WebhookState"];
            readonly createdAt: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description When it was paused; null while active.
             */
            readonly pausedAt: string | null;
            readonly publicKeyFingerprint?: components["schemas"]["PublicKeyFingerprint"];
            readonly nextPublicKey?: components["schemas"]["Ed25519PublicKeyHex"];
            /**
             * Format: date-time
             * @description When the announced key signs; absent, like `nextPublicKey`, when none is announced.
             */
            readonly nextKeyActivatesAt?: string;
            /** @description Whether `v1` signatures with a shared secret are sent too. */
            readonly hasSecret?: boolean;
            /**
             * Format: date-time
             * @description Start of the current series of failures; null when the last attempt succeeded, or none was made.
             */
            readonly failingSince?: string | null;
            /**
             * Format: double
             * @description Share of the latest 100 attempts that succeeded, 0 to 1; null without attempts.
             */
            readonly successRate?: number | null;
            /**
             * Format: int32
             * @description Median latency of the responses to the latest 100 attempts, milliseconds; null without responses.
             */
            readonly latencyMs?: number | null;
        };
        /** @description A webhook as its registration shows it, with the public key. */
        readonly RegisteredWebhook: {
            readonly url: components["schemas"]["WebhookUrl"];
            readonly state: components["schemas"]["WebhookState"];
            readonly createdAt: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description Always null here; a new webhook is active.
             */
            readonly pausedAt: string | null;
            /** @description Always false here. */
            readonly hasSecret?: boolean;
            /**
             * Format: date-time
             * @description Always null here.
             */
            readonly failingSince?: string | null;
            /**
             * Format: double
             * @description Share of the latest 100 attempts that succeeded, 0 to 1, of an earlier webhook of the app; usually null.
             */
            readonly successRate?: number | null;
            /**
             * Format: int32
             * @description Median latency of the latest 100 attempts, milliseconds; usually null.
             */
            readonly latencyMs?: number | null;
            readonly publicKey: components["schemas"]["Ed25519PublicKeyHex"];
            readonly publicKeyFingerprint?: components["schemas"]["PublicKeyFingerprint"];
        };
        /**
         * @description SHA-256 of the 32 bytes of the public key that signs now, hex. The key itself is shown once; compare this with the one that a receiver has.
         * @example 66b9e13d5a3f2f7c0a1e4b8d9c6f5e4d3c2b1a09f8e7d6c5b4a3928170695847
         */
        readonly PublicKeyFingerprint: string;
        readonly AnnouncedWebhookKey: {
            readonly nextPublicKey: components["schemas"]["Ed25519PublicKeyHex"];
            /**
             * Format: date-time
             * @description When it signs without activateWebhookKey.
             */
            readonly activatesAt: string;
        };
        readonly WebhookSecret: {
            /**
             * @description `whsec_` and 32 random bytes in base64, as the Standard Webhooks libraries take it.
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=
             */
            readonly secret: string;
        };
        readonly RotatedWebhookKey: {
            readonly publicKey: components["schemas"]["Ed25519PublicKeyHex"];
            readonly previousPublicKey: components["schemas"]["Ed25519PublicKeyHex"];
        };
        /**
         * Delivery state
         * @description `pending`: being tried, or waiting; `delivered`: a 2xx came; `dropped`: 8 attempts failed, or the webhook was removed.
         * @enum {string}
         */
        readonly DeliveryState: "pending" | "delivered" | "dropped";
        /** @description The request of an attempt. With the delivery id and the body it verifies the signature. */
        readonly DeliveryRequest: {
            readonly url: components["schemas"]["WebhookUrl"];
            /** @description Headers by name, signatures included. */
            readonly headers: {
                readonly [key: string]: string;
            };
        };
        /**
         * Drop reason
         * @description `attempts_exhausted`: 8 attempts failed; `webhook_deleted`; `webhook_paused`: the webhook was paused for 30 days.
         * @enum {string}
         */
        readonly DropReason: "attempts_exhausted" | "webhook_deleted" | "webhook_paused";
        readonly DeliveryAttempt: {
            readonly request?: components["schemas"]["DeliveryRequest"];
            readonly time: components["schemas"]["Timestamp"];
            /**
             * Format: int32
             * @description HTTP status of the response; null when there was none.
             */
            readonly status: number | null;
            /**
             * Format: int32
             * @description Milliseconds from the start of the attempt to the response, or to the failure.
             */
            readonly latencyMs: number;
            /** @description The beginning of the response body as UTF-8, at most 512 characters; null when there was none. */
            readonly answer: string | null;
            /** @description Error code when no response came, for instance `timeout`, `connection_refused`, `name_not_resolved`, `address_not_public`, `tls_failed`, `lease_expired`; null when one came. */
            readonly error: string | null;
        };
        readonly Delivery: {
            readonly deliveryId: components["schemas"]["Uuid"];
            readonly notificationId: components["schemas"]["NotificationId"];
            readonly sessionAddress: components["schemas"]["RecipientAddress"];
            readonly status: components["schemas"]["NotificationStatus"];
            readonly state: components["schemas"]["DeliveryState"];
            /** @description Whether the event is of a test. */
            readonly test: boolean;
            readonly createdAt: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description When it is tried next; null when settled, while the webhook is paused, and while `clicked` waits for `delivered`.
             */
            readonly nextAttemptAt: string | null;
            readonly droppedReason?: components["schemas"]["DropReason"];
            /** @description The attempts, oldest first; after redeliveries the latest 16. */
            readonly attempts: readonly components["schemas"]["DeliveryAttempt"][];
        };
        readonly DeliveryPage: {
            readonly deliveries: readonly components["schemas"]["Delivery"][];
            readonly nextCursor: components["schemas"]["NextCursor"];
        };
        readonly RecoverDeliveriesRequest: {
            readonly since: components["schemas"]["Timestamp"];
            readonly status?: components["schemas"]["NotificationStatus"];
        };
        readonly RecoveredDeliveries: {
            /**
             * Format: int32
             * @description How many deliveries this call made pending again.
             */
            readonly recovered: number;
            /** @description Whether there are more; then call again. */
            readonly remaining: boolean;
        };
        readonly RedeliverSelectedRequest: {
            readonly deliveryIds: readonly components["schemas"]["Uuid"][];
        };
        readonly RedeliveredDeliveries: {
            /** @description Ids of the deliveries that this call made pending again, the oldest first. */
            readonly redelivered: readonly components["schemas"]["Uuid"][];
        };
        readonly DeliveryStatistics: {
            /** @description Whether everything of these hours was counted. */
            readonly complete: boolean;
            /** @description Every hour, the oldest first. */
            readonly hours: readonly components["schemas"]["DeliveryHour"][];
            readonly failures: readonly components["schemas"]["DeliveryFailure"][];
        };
        readonly DeliveryHour: {
            readonly hour: components["schemas"]["Timestamp"];
            readonly sent: components["schemas"]["HourlyCount"];
            readonly received: components["schemas"]["HourlyCount"];
            readonly pending: components["schemas"]["HourlyCount"];
            readonly failed: components["schemas"]["HourlyCount"];
            readonly testsSent: components["schemas"]["HourlyCount"];
            readonly tests: components["schemas"]["HourlyCount"];
        };
        /**
         * Format: int32
         * @description A count of one hour: `sent` of accepted sends, `received`, `pending` and `failed` of webhook events by what became of them, `testsSent` and `tests` of test sends and test events.
         */
        readonly HourlyCount: number;
        readonly DeliveryFailure: {
            /**
             * Format: int32
             * @description HTTP status of the latest attempt; null when no response came.
             */
            readonly status: number | null;
            /** @description Error code of the latest attempt when no response came, as in DeliveryAttempt. */
            readonly error: string | null;
            readonly count: components["schemas"]["HourlyCount"];
            readonly latestDeliveryId: components["schemas"]["Uuid"];
            readonly latestAt: components["schemas"]["Timestamp"];
        };
        readonly UsageCount: {
            /**
             * Format: date
             * @description UTC day.
             */
            readonly date: string;
            /** @description `queued` for accepted sends, else a notification status. */
            readonly status: string;
            /** Format: int64 */
            readonly count: number;
        };
        readonly Usage: {
            /**
             * Format: date
             * @description First UTC day of the range.
             */
            readonly from: string;
            /**
             * Format: date
             * @description Last UTC day of the range, inclusive.
             */
            readonly to: string;
            readonly counts: readonly components["schemas"]["UsageCount"][];
        };
        readonly PermissionDecision: {
            readonly appId: components["schemas"]["Uuid"];
            readonly appName: components["schemas"]["AppName"];
            readonly status: components["schemas"]["PermissionStatus"];
            /**
             * Format: date-time
             * @description With `rate_limited`, when a prompt is possible again; otherwise null.
             */
            readonly nextPromptAt: string | null;
        };
        /**
         * @description `prompt`: show the question; `granted`: nothing to ask; `rate_limited`: show nothing.
         * @enum {string}
         */
        readonly PermissionStatus: "prompt" | "granted" | "rate_limited";
        /**
         * @description What the person chose.
         * @enum {string}
         */
        readonly ConsentChoice: "granted" | "denied";
        readonly SetConsentRequest: {
            readonly status: components["schemas"]["ConsentChoice"];
        };
        readonly AppConsent: {
            readonly appId: components["schemas"]["Uuid"];
            readonly appName: components["schemas"]["AppName"];
            readonly status: components["schemas"]["ConsentChoice"];
            readonly updatedAt: components["schemas"]["Timestamp"];
        };
        readonly AppConsentPage: {
            readonly consents: readonly components["schemas"]["AppConsent"][];
            readonly nextCursor: components["schemas"]["NextCursor"];
        };
        readonly Statistics: {
            /**
             * Format: int32
             * @description Apps of developers. More than 10000 are counted as 10000.
             */
            readonly apps: number;
        };
        readonly PushKey: {
            readonly publicKey: components["schemas"]["VapidPublicKey"];
        };
        /**
         * @description Uncompressed P-256 point, base64url without padding.
         * @example BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs
         */
        readonly VapidPublicKey: string;
        /** @description What `PushSubscription.toJSON()` returns in a browser (W3C Push API). */
        readonly PushSubscription: {
            /**
             * Format: uri
             * @description Endpoint of the browser's push service; https and public.
             */
            readonly endpoint: string;
            /**
             * Format: double
             * @description When the subscription ends, in milliseconds since 1970; null or absent when it does not.
             */
            readonly expirationTime?: number | null;
            readonly keys: components["schemas"]["PushSubscriptionKeys"];
        };
        /** @description Keys that a push is encrypted with (RFC 8291). */
        readonly PushSubscriptionKeys: {
            /** @description Public key of the browser, an uncompressed P-256 point, base64url without padding. */
            readonly p256dh: string;
            /** @description Authentication secret of 16 bytes, base64url without padding. */
            readonly auth: string;
        };
        /** Browser */
        readonly CreateWebPushDeviceRequest: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly transport: "web-push";
            readonly subscription: components["schemas"]["PushSubscription"];
            /** @description The key that the browser subscribed with, `options.applicationServerKey` of its `PushSubscription`. Pushes to this device are signed with it. When absent, it is the key of the registered subscription, or else the current key. A key that has ended is 1001 with the reason `unknown_key`: subscribe again with the key of getPushKey. */
            readonly publicKey?: components["schemas"]["VapidPublicKey"];
        };
        /** Open page */
        readonly CreateStreamDeviceRequest: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly transport: "stream";
        };
        /** iPhone */
        readonly CreateApnsDeviceRequest: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly transport: "apns";
            /** @description The device token in hexadecimal digits, of `didRegisterForRemoteNotificationsWithDeviceToken`. */
            readonly token: string;
        };
        /** Android phone */
        readonly CreateFcmDeviceRequest: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly transport: "fcm";
            /** @description The registration token of Firebase Cloud Messaging, of `getToken`. */
            readonly token: string;
        };
        /** @description `transport` distinguishes them. */
        readonly CreatePushDeviceRequest: components["schemas"]["CreateWebPushDeviceRequest"] | components["schemas"]["CreateStreamDeviceRequest"] | components["schemas"]["CreateApnsDeviceRequest"] | components["schemas"]["CreateFcmDeviceRequest"];
        /**
         * @description How pushes reach a device: through the push service of its browser, over an open stream, or through Apple or Google.
         * @enum {string}
         */
        readonly DeviceTransport: "web-push" | "stream" | "apns" | "fcm";
        /**
         * @description Apple Push Notification service, or Firebase Cloud Messaging.
         * @enum {string}
         */
        readonly MobileTransport: "apns" | "fcm";
        /**
         * @description Server that the device tokens belong to.
         * @enum {string}
         */
        readonly ApnsEnvironment: "production" | "sandbox";
        /** APNs */
        readonly SetApnsCredentialsRequest: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly transport: "apns";
            /** @description Team id of the Apple developer account. */
            readonly teamId: string;
            /** @description Key id of the authentication key. */
            readonly keyId: string;
            /** @description Bundle id of the host's app. */
            readonly topic: string;
            readonly environment: components["schemas"]["ApnsEnvironment"];
            /**
             * Format: password
             * @description The authentication key, content of the `.p8` file (PKCS#8, P-256).
             */
            readonly privateKey: string;
        };
        /**
         * FCM
         * @description Members of a service account's JSON key file.
         */
        readonly SetFcmCredentialsRequest: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly transport: "fcm";
            /** @description `project_id`. */
            readonly projectId: string;
            /**
             * Format: email
             * @description `client_email`.
             */
            readonly clientEmail: string;
            /**
             * Format: password
             * @description `private_key`: an RSA key (PKCS#8).
             */
            readonly privateKey: string;
        };
        /** @description `transport` distinguishes them, and is that of the address. */
        readonly SetPushCredentialsRequest: components["schemas"]["SetApnsCredentialsRequest"] | components["schemas"]["SetFcmCredentialsRequest"];
        /** @description Credentials of a transport without their secret. */
        readonly PushCredentials: {
            readonly transport: components["schemas"]["MobileTransport"];
            /** @description Team id and key id at Apple, or the service account at Google. */
            readonly sender: string;
            readonly updatedAt: components["schemas"]["Timestamp"];
        };
        readonly PushDevice: {
            readonly deviceId: components["schemas"]["Uuid"];
            readonly transport: components["schemas"]["DeviceTransport"];
            readonly createdAt: components["schemas"]["Timestamp"];
        };
        readonly SetPresenceRequest: {
            /** @description The app that the person has open; null for none. */
            readonly appId: string | null;
            /** @description The device of the caller on which the app is open. When absent, the report is about the person without a device, and `null` clears all devices. */
            readonly deviceId?: string;
        };
        readonly Presence: {
            /** @description The app; null for none. */
            readonly appId: string | null;
            /**
             * Format: date-time
             * @description When the presence ends by itself; null for none.
             */
            readonly expiresAt: string | null;
        };
        /** @description What reaches a device, over the stream and as the payload of a web push alike. */
        readonly Push: {
            readonly notificationId: components["schemas"]["NotificationId"];
            readonly appId: components["schemas"]["Uuid"];
            readonly title: components["schemas"]["AppName"];
            /** @description The text. */
            readonly body: string;
            /** @description Present when the send had one; pass it to the app as a launch param after a tap. */
            readonly startParam?: string;
            readonly sentAt: components["schemas"]["Timestamp"];
            /** @description Only in a web push. Proves to createReceipt who received the push, so that a service worker can report while no user is signed in. */
            readonly receiptToken?: string;
        };
        /** @description Server-sent events; the `data` of each event of type `push` is a Push in JSON. */
        readonly PushStream: string;
        readonly CreateReceiptRequest: {
            readonly status: components["schemas"]["ReceiptStatus"];
        };
        /**
         * @description `delivered`: the device received the push; `clicked`: the person tapped it.
         * @enum {string}
         */
        readonly ReceiptStatus: "delivered" | "clicked";
        /**
         * Next cursor
         * @description Pass it as `cursor` to get the next page; null on the last one.
         * @example aG90OjExNC43MTc6MDE5Y2E4ZTI
         * @example null
         */
        readonly NextCursor: string | null;
        /**
         * Error message
         * @description What is wrong, with which value, and what to do; for people. Programs decide by `code`.
         */
        readonly ErrorMessage: string;
        /** Error details */
        readonly ErrorDetails: {
            /** @description The invalid parameter, or the path of the invalid body member, for instance `subscription/keys/auth`. */
            readonly field?: string;
            /** @description Stable code of the violated rule; a keyword of the contract such as `required` or `maxLength`, or one that the operation names. */
            readonly reason?: string;
            /**
             * Format: int32
             * @description With code 429 alone. Whole seconds until the request can succeed; the same as `Retry-After`.
             */
            readonly retryAfterSeconds?: number;
        };
        /**
         * Error code
         * Format: int32
         * @description Why the request failed: the table under "Errors" above explains each code and what to do. Each response
         *     lists the codes it uses. The set is open: treat a code that you do not know by the HTTP status.
         * @example 1005
         */
        readonly NotificationsErrorCode: number;
        /**
         * Error
         * @description Every failure of every operation has this body.
         */
        readonly NotificationsError: {
            readonly code: components["schemas"]["NotificationsErrorCode"];
            readonly message: components["schemas"]["ErrorMessage"];
            readonly details?: components["schemas"]["ErrorDetails"];
        };
        /**
         * Format: date-time
         * @description Timestamp in UTC, RFC 3339 with milliseconds and `Z`.
         * @example 2026-03-01T09:30:00.000Z
         */
        readonly Timestamp: string;
        /**
         * @description A UUID in lowercase.
         * @example 0193a6c0-7b1e-7c3a-9d55-0a1b2c3d4e5f
         */
        readonly Uuid: string;
        /**
         * Ed25519 public key, hex
         * @description The 32 bytes of an Ed25519 public key in lowercase hex.
         * @example d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a
         */
        readonly Ed25519PublicKeyHex: string;
        /**
         * Session address
         * @description Stable identifier of a person (the `sub` claim); the same on every sign-in, and for every application without pairwise subjects.
         * @example 5f3c9a1e7b2d4860a1c2e3f405162738
         */
        readonly SessionAddress: string;
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
                readonly "Cache-Control": components["headers"]["PublicCache-2"];
                readonly ETag: components["headers"]["ETag"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The request is invalid (1001), or the person got the same body within 24 hours (1002) */
        readonly SendInvalid: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["NotificationsError"];
            };
        };
        /** @description The person does not allow pushes of this app, or the key may not send */
        readonly ConsentDenied: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["NotificationsError"];
            };
        };
        /** @description No consent is recorded for this app and person */
        readonly ConsentMissing: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["NotificationsError"];
            };
        };
        /** @description The Idempotency-Key was used with another payload */
        readonly IdempotencyConflict: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["NotificationsError"];
            };
        };
        /** @description The pair (app, person) had its pushes, 1 per hour and 3 per 24 hours; or too many requests of any kind */
        readonly SendRateExceeded: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Retry-After": components["headers"]["RetryAfter"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["NotificationsError"];
            };
        };
        /** @description The key lacks a scope */
        readonly KeyScopeLacking: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["NotificationsError"];
            };
        };
        /** @description The API key is missing or invalid, or an Authorization header was sent */
        readonly KeyRefused: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["NotificationsError"];
            };
        };
        /** @description The access token, or its proof, is missing or invalid */
        readonly TokenRefused: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "WWW-Authenticate": components["headers"]["WWWAuthenticate"];
                readonly "DPoP-Nonce": components["headers"]["DPoPNonce"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["NotificationsError"];
            };
        };
        /** @description No token of the sign-in provider, or one that is not for this service and this minute */
        readonly ServiceTokenRefused: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "WWW-Authenticate": components["headers"]["WWWAuthenticate"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["NotificationsError"];
            };
        };
        /** @description The person does not allow pushes of the platform */
        readonly SystemConsentDenied: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["NotificationsError"];
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
                readonly "application/json": components["schemas"]["NotificationsError"];
            };
        };
        /** @description The administrator does not have the scope `notifications` */
        readonly AdministratorLacksScope: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "WWW-Authenticate": components["headers"]["WWWAuthenticate"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["NotificationsError"];
            };
        };
        /** @description The token is valid, but the operator does not let the application that it was issued to act here, or it has scopes of the platform and not the one that the challenge names (RFC 6750 section 3.1): `notifications:host` for `host`, none of them for `portal`. Also for a developer of an app who calls what only its owners may do (`owner_required`) */
        readonly ApplicationRefused: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                /**
                 * @description Present when a scope lacks: `error="insufficient_scope"`.
                 * @example DPoP error="insufficient_scope", scope="notifications:host"
                 */
                readonly "WWW-Authenticate"?: string;
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["NotificationsError"];
            };
        };
        /** @description A parameter or the body is invalid */
        readonly ValidationFailed: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["NotificationsError"];
            };
        };
        /** @description The body is invalid, or webhooks cannot be sent to this URL */
        readonly WebhookUrlRefused: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["NotificationsError"];
            };
        };
        /** @description A text, or the whole request, is too long */
        readonly PayloadTooLarge: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["NotificationsError"];
            };
        };
        /** @description The body is not application/json */
        readonly UnsupportedMediaType: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["NotificationsError"];
            };
        };
        /** @description The caller has no such app */
        readonly AppNotFound: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["NotificationsError"];
            };
        };
        /** @description The caller has no such app, or nothing with this id was done to the app */
        readonly ActivityNotFound: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["NotificationsError"];
            };
        };
        /** @description The caller has no such app, or the app has no such member */
        readonly MemberNotFound: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["NotificationsError"];
            };
        };
        /** @description Nothing is stored about this person */
        readonly PersonNotFound: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["NotificationsError"];
            };
        };
        /** @description There is no such app */
        readonly HostAppNotFound: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["NotificationsError"];
            };
        };
        /** @description The caller has no such app, or the app has no such key that works */
        readonly KeyNotFound: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["NotificationsError"];
            };
        };
        /** @description The caller has no such app, or the app has no webhook */
        readonly WebhookNotFound: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["NotificationsError"];
            };
        };
        /** @description The caller has no such app, or the app has no such delivery */
        readonly DeliveryNotFound: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["NotificationsError"];
            };
        };
        /** @description There is no such app, or the caller has no such device */
        readonly PresenceNotFound: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["NotificationsError"];
            };
        };
        /** @description The caller has no such device, or it is not of the transport that is asked for */
        readonly DeviceNotFound: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["NotificationsError"];
            };
        };
        /** @description The app sent no notification with this id in the last 30 days */
        readonly SendNotFound: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["NotificationsError"];
            };
        };
        /** @description No notification with this id was sent to the caller; test sends reach no device */
        readonly NotificationNotFound: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["NotificationsError"];
            };
        };
        /** @description The caller has the maximum number of apps */
        readonly TooManyApps: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["NotificationsError"];
            };
        };
        /** @description The app would have no owner, or has the maximum number of members */
        readonly MemberRefused: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["NotificationsError"];
            };
        };
        /** @description The app has the maximum number of working keys */
        readonly TooManyKeys: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["NotificationsError"];
            };
        };
        /** @description Its maker is still a member, or a newer key replaced it */
        readonly KeyNotAdoptable: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["NotificationsError"];
            };
        };
        /** @description The webhook is paused */
        readonly WebhookPaused: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["NotificationsError"];
            };
        };
        /** @description No key is announced */
        readonly NoNextKey: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["NotificationsError"];
            };
        };
        /** @description The delivery is not settled yet, or the webhook is paused or deleted */
        readonly RedeliveryRefused: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["NotificationsError"];
            };
        };
        /** @description Another outcome is already recorded */
        readonly OutcomeSettled: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["NotificationsError"];
            };
        };
        /** @description Too many requests of this client */
        readonly TooManyRequests: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Retry-After": components["headers"]["RetryAfter"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["NotificationsError"];
            };
        };
        /** @description The service failed; nothing was accepted */
        readonly InternalFailure: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["NotificationsError"];
            };
        };
        /** @description The service is overloaded, or its database is unreachable */
        readonly Unavailable: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Retry-After": components["headers"]["RetryAfter"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["NotificationsError"];
            };
        };
    };
    parameters: {
        /**
         * @description The app.
         * @example 019c7a10-1400-7055-9e9a-4427b88fbebe
         */
        readonly AppId: components["schemas"]["Uuid"];
        /**
         * @description The member, by the `sub` of their tokens.
         * @example 0a1b2c3d4e5f60718293a4b5c6d7e8f9
         */
        readonly MemberSub: components["schemas"]["RecipientAddress"];
        /**
         * @description The person, by the `sub` of their tokens.
         * @example 5f3c9a1e7b2d4860a1c2e3f405162738
         */
        readonly PersonSub: components["schemas"]["RecipientAddress"];
        /**
         * @description The API key, by its id (never the key itself).
         * @example 019c7a10-fe60-7f80-9ada-a9aad0bbc5e2
         */
        readonly KeyId: components["schemas"]["Uuid"];
        /**
         * @description The webhook delivery.
         * @example 019ca8bb-bd90-7888-9b51-f4d82011f358
         */
        readonly DeliveryId: components["schemas"]["Uuid"];
        /**
         * @description The device.
         * @example 019c8182-34c0-74fc-92f5-f9b007e0855d
         */
        readonly DeviceId: components["schemas"]["Uuid"];
        /**
         * @description The notification that the push brought.
         * @example ntf_01KJMBQDE0Y72P6GXRDNGT8BB5
         */
        readonly NotificationIdPath: components["schemas"]["NotificationId"];
        /**
         * @description The most entries of one page.
         * @example 50
         */
        readonly Limit: number;
        /**
         * @description Start of the page, from `nextCursor` of the page before. Opaque; any other value is rejected with 400.
         * @example eyJiIjoiMDE5Y2E4YmIifQ
         */
        readonly Cursor: string;
        /**
         * @description Ed25519 signature over `<X-Platform-Timestamp>.<raw body>`, lowercase hex.
         * @example 49046022c8b0c93dbf0dd8bb76881ff02eec29378364bc879b5dd22e36aabba09ace0a2d8884cddd38ee05861a6861693a0430ccc7b3188df49a071327bf9001
         */
        readonly PlatformSignature: string;
        /**
         * @description Time of this attempt in Unix seconds, decimal.
         * @example 1772357402
         */
        readonly PlatformTimestamp: string;
        /**
         * @description The deliveryId; the same on every attempt and redelivery of this event.
         * @example 019ca8bb-bd90-7888-9b51-f4d82011f358
         */
        readonly WebhookId: components["schemas"]["Uuid"];
        /**
         * @description The same time as `X-Platform-Timestamp`.
         * @example 1772357402
         */
        readonly WebhookTimestamp: string;
        /**
         * @description `v1a,` and the Ed25519 signature over `<webhook-id>.<webhook-timestamp>.<raw body>` in base64. With a shared secret, a space, `v1,` and the HMAC-SHA256 of the same text follow; for 24 hours after its replacement, once for each secret.
         * @example v1a,lEMiUlPUCKAe4sSzqXdrKaAmo3XMFQ0m+GN+weOjEDXBj+ZyRBA1INy52oG7To6Hf3MnhMAZy0BtNBrhtu0yCQ==
         */
        readonly WebhookSignature: string;
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
         * @description The response is the same for every caller and may be cached.
         * @example public, max-age=300
         */
        readonly PublicCache: string;
        /**
         * @description Identifies this request in the service's logs; quote it when you ask for help.
         * @example req-0193a6c07b1e7c3a
         */
        readonly RequestId: string;
        /**
         * @description Whole seconds to wait before the next attempt (RFC 9110 section 10.2.3).
         * @example 5
         */
        readonly RetryAfter: number;
        /**
         * @description The challenge that states how to authenticate (RFC 6750 section 3, RFC 9449 section 7.1). `scope` is what a client sends to authorize for a token that the operation accepts.
         * @example DPoP error="invalid_token", algs="EdDSA Ed25519 ES256", scope="openid"
         */
        readonly WWWAuthenticate: string;
        /**
         * @description Present when the server asks for, or renews, a nonce that the next proof must carry (RFC 9449 section 8).
         * @example n-4tV0kFq2Yw
         */
        readonly DPoPNonce: string;
        /**
         * @description The response contains secrets and must not be cached.
         * @example no-store
         */
        readonly NoStore: "no-store";
        /**
         * @description Any cache may keep this document for five minutes.
         * @example public, max-age=300
         */
        readonly "PublicCache-2": "public, max-age=300";
        /**
         * @description Names this version of the document; send it back in `If-None-Match` to save the download.
         * @example "9f2c1e7a"
         */
        readonly ETag: string;
    };
    pathItems: never;
}
export type RecipientAddress = components['schemas']['RecipientAddress'];
export type NotificationId = components['schemas']['NotificationId'];
export type SendRequest = components['schemas']['SendRequest'];
export type SystemDeviceRequest = components['schemas']['SystemDeviceRequest'];
export type SystemPushRequest = components['schemas']['SystemPushRequest'];
export type SendResult = components['schemas']['SendResult'];
export type NotificationProgress = components['schemas']['NotificationProgress'];
export type RecordedStatus = components['schemas']['RecordedStatus'];
export type SentNotification = components['schemas']['SentNotification'];
export type SentNotificationPage = components['schemas']['SentNotificationPage'];
export type StatusEvent = components['schemas']['StatusEvent'];
export type StatusEventPage = components['schemas']['StatusEventPage'];
export type Consent = components['schemas']['Consent'];
export type ConsentStatus = components['schemas']['ConsentStatus'];
export type NotificationStatus = components['schemas']['NotificationStatus'];
export type NotificationStatusEvent = components['schemas']['NotificationStatusEvent'];
export type AppName = components['schemas']['AppName'];
export type AppIcon = components['schemas']['AppIcon'];
export type MemberRole = components['schemas']['MemberRole'];
export type CreateAppRequest = components['schemas']['CreateAppRequest'];
export type UpdateAppRequest = components['schemas']['UpdateAppRequest'];
export type App = components['schemas']['App'];
export type WebhookProblem = components['schemas']['WebhookProblem'];
export type PersonName = components['schemas']['PersonName'];
export type MemberProfile = components['schemas']['MemberProfile'];
export type Member = components['schemas']['Member'];
export type MemberList = components['schemas']['MemberList'];
export type AppEventKind = components['schemas']['AppEventKind'];
export type AppEvent = components['schemas']['AppEvent'];
export type AppActivityPage = components['schemas']['AppActivityPage'];
export type SeenAppActivity = components['schemas']['SeenAppActivity'];
export type SetMemberRequest = components['schemas']['SetMemberRequest'];
export type ApiKeyLabel = components['schemas']['ApiKeyLabel'];
export type ApiKeyScope = components['schemas']['ApiKeyScope'];
export type ApiKeyEnvironment = components['schemas']['ApiKeyEnvironment'];
export type CreateApiKeyRequest = components['schemas']['CreateApiKeyRequest'];
export type AppPage = components['schemas']['AppPage'];
export type WebhookHealthFilter = components['schemas']['WebhookHealthFilter'];
export type AdministeredApp = components['schemas']['AdministeredApp'];
export type AdministeredWebhook = components['schemas']['AdministeredWebhook'];
export type AdministeredAppPage = components['schemas']['AdministeredAppPage'];
export type PersonData = components['schemas']['PersonData'];
export type StoredConsent = components['schemas']['StoredConsent'];
export type StoredPrompt = components['schemas']['StoredPrompt'];
export type StoredDevice = components['schemas']['StoredDevice'];
export type StoredPresence = components['schemas']['StoredPresence'];
export type StoredNotification = components['schemas']['StoredNotification'];
export type StoredEvent = components['schemas']['StoredEvent'];
export type StoredName = components['schemas']['StoredName'];
export type StoredMembership = components['schemas']['StoredMembership'];
export type StoredAction = components['schemas']['StoredAction'];
export type ErasedPerson = components['schemas']['ErasedPerson'];
export type ErasedRows = components['schemas']['ErasedRows'];
export type IssuedApiKey = components['schemas']['IssuedApiKey'];
export type ApiKey = components['schemas']['ApiKey'];
export type ApiKeyPage = components['schemas']['ApiKeyPage'];
export type WebhookUrl = components['schemas']['WebhookUrl'];
export type SetWebhookRequest = components['schemas']['SetWebhookRequest'];
export type WebhookState = components['schemas']['WebhookState'];
export type Webhook = components['schemas']['Webhook'];
export type RegisteredWebhook = components['schemas']['RegisteredWebhook'];
export type PublicKeyFingerprint = components['schemas']['PublicKeyFingerprint'];
export type AnnouncedWebhookKey = components['schemas']['AnnouncedWebhookKey'];
export type WebhookSecret = components['schemas']['WebhookSecret'];
export type RotatedWebhookKey = components['schemas']['RotatedWebhookKey'];
export type DeliveryState = components['schemas']['DeliveryState'];
export type DeliveryRequest = components['schemas']['DeliveryRequest'];
export type DropReason = components['schemas']['DropReason'];
export type DeliveryAttempt = components['schemas']['DeliveryAttempt'];
export type Delivery = components['schemas']['Delivery'];
export type DeliveryPage = components['schemas']['DeliveryPage'];
export type RecoverDeliveriesRequest = components['schemas']['RecoverDeliveriesRequest'];
export type RecoveredDeliveries = components['schemas']['RecoveredDeliveries'];
export type RedeliverSelectedRequest = components['schemas']['RedeliverSelectedRequest'];
export type RedeliveredDeliveries = components['schemas']['RedeliveredDeliveries'];
export type DeliveryStatistics = components['schemas']['DeliveryStatistics'];
export type DeliveryHour = components['schemas']['DeliveryHour'];
export type HourlyCount = components['schemas']['HourlyCount'];
export type DeliveryFailure = components['schemas']['DeliveryFailure'];
export type UsageCount = components['schemas']['UsageCount'];
export type Usage = components['schemas']['Usage'];
export type PermissionDecision = components['schemas']['PermissionDecision'];
export type PermissionStatus = components['schemas']['PermissionStatus'];
export type ConsentChoice = components['schemas']['ConsentChoice'];
export type SetConsentRequest = components['schemas']['SetConsentRequest'];
export type AppConsent = components['schemas']['AppConsent'];
export type AppConsentPage = components['schemas']['AppConsentPage'];
export type Statistics = components['schemas']['Statistics'];
export type PushKey = components['schemas']['PushKey'];
export type VapidPublicKey = components['schemas']['VapidPublicKey'];
export type PushSubscription = components['schemas']['PushSubscription'];
export type PushSubscriptionKeys = components['schemas']['PushSubscriptionKeys'];
export type CreateWebPushDeviceRequest = components['schemas']['CreateWebPushDeviceRequest'];
export type CreateStreamDeviceRequest = components['schemas']['CreateStreamDeviceRequest'];
export type CreateApnsDeviceRequest = components['schemas']['CreateApnsDeviceRequest'];
export type CreateFcmDeviceRequest = components['schemas']['CreateFcmDeviceRequest'];
export type CreatePushDeviceRequest = components['schemas']['CreatePushDeviceRequest'];
export type DeviceTransport = components['schemas']['DeviceTransport'];
export type MobileTransport = components['schemas']['MobileTransport'];
export type ApnsEnvironment = components['schemas']['ApnsEnvironment'];
export type SetApnsCredentialsRequest = components['schemas']['SetApnsCredentialsRequest'];
export type SetFcmCredentialsRequest = components['schemas']['SetFcmCredentialsRequest'];
export type SetPushCredentialsRequest = components['schemas']['SetPushCredentialsRequest'];
export type PushCredentials = components['schemas']['PushCredentials'];
export type PushDevice = components['schemas']['PushDevice'];
export type SetPresenceRequest = components['schemas']['SetPresenceRequest'];
export type Presence = components['schemas']['Presence'];
export type Push = components['schemas']['Push'];
export type PushStream = components['schemas']['PushStream'];
export type CreateReceiptRequest = components['schemas']['CreateReceiptRequest'];
export type ReceiptStatus = components['schemas']['ReceiptStatus'];
export type NextCursor = components['schemas']['NextCursor'];
export type ErrorMessage = components['schemas']['ErrorMessage'];
export type ErrorDetails = components['schemas']['ErrorDetails'];
export type NotificationsErrorCode = components['schemas']['NotificationsErrorCode'];
export type NotificationsError = components['schemas']['NotificationsError'];
export type Timestamp = components['schemas']['Timestamp'];
export type Uuid = components['schemas']['Uuid'];
export type Ed25519PublicKeyHex = components['schemas']['Ed25519PublicKeyHex'];
export type SessionAddress = components['schemas']['SessionAddress'];
export type ServiceHealth = components['schemas']['ServiceHealth'];
export type ProtectedResourceMetadata = components['schemas']['ProtectedResourceMetadata'];
export type ResponseNotModified = components['responses']['NotModified'];
export type ResponseSendInvalid = components['responses']['SendInvalid'];
export type ResponseConsentDenied = components['responses']['ConsentDenied'];
export type ResponseConsentMissing = components['responses']['ConsentMissing'];
export type ResponseIdempotencyConflict = components['responses']['IdempotencyConflict'];
export type ResponseSendRateExceeded = components['responses']['SendRateExceeded'];
export type ResponseKeyScopeLacking = components['responses']['KeyScopeLacking'];
export type ResponseKeyRefused = components['responses']['KeyRefused'];
export type ResponseTokenRefused = components['responses']['TokenRefused'];
export type ResponseServiceTokenRefused = components['responses']['ServiceTokenRefused'];
export type ResponseSystemConsentDenied = components['responses']['SystemConsentDenied'];
export type ResponseAdministratorRefused = components['responses']['AdministratorRefused'];
export type ResponseAdministratorLacksScope = components['responses']['AdministratorLacksScope'];
export type ResponseApplicationRefused = components['responses']['ApplicationRefused'];
export type ResponseValidationFailed = components['responses']['ValidationFailed'];
export type ResponseWebhookUrlRefused = components['responses']['WebhookUrlRefused'];
export type ResponsePayloadTooLarge = components['responses']['PayloadTooLarge'];
export type ResponseUnsupportedMediaType = components['responses']['UnsupportedMediaType'];
export type ResponseAppNotFound = components['responses']['AppNotFound'];
export type ResponseActivityNotFound = components['responses']['ActivityNotFound'];
export type ResponseMemberNotFound = components['responses']['MemberNotFound'];
export type ResponsePersonNotFound = components['responses']['PersonNotFound'];
export type ResponseHostAppNotFound = components['responses']['HostAppNotFound'];
export type ResponseKeyNotFound = components['responses']['KeyNotFound'];
export type ResponseWebhookNotFound = components['responses']['WebhookNotFound'];
export type ResponseDeliveryNotFound = components['responses']['DeliveryNotFound'];
export type ResponsePresenceNotFound = components['responses']['PresenceNotFound'];
export type ResponseDeviceNotFound = components['responses']['DeviceNotFound'];
export type ResponseSendNotFound = components['responses']['SendNotFound'];
export type ResponseNotificationNotFound = components['responses']['NotificationNotFound'];
export type ResponseTooManyApps = components['responses']['TooManyApps'];
export type ResponseMemberRefused = components['responses']['MemberRefused'];
export type ResponseTooManyKeys = components['responses']['TooManyKeys'];
export type ResponseKeyNotAdoptable = components['responses']['KeyNotAdoptable'];
export type ResponseWebhookPaused = components['responses']['WebhookPaused'];
export type ResponseNoNextKey = components['responses']['NoNextKey'];
export type ResponseRedeliveryRefused = components['responses']['RedeliveryRefused'];
export type ResponseOutcomeSettled = components['responses']['OutcomeSettled'];
export type ResponseTooManyRequests = components['responses']['TooManyRequests'];
export type ResponseInternalFailure = components['responses']['InternalFailure'];
export type ResponseUnavailable = components['responses']['Unavailable'];
export type ParameterAppId = components['parameters']['AppId'];
export type ParameterMemberSub = components['parameters']['MemberSub'];
export type ParameterPersonSub = components['parameters']['PersonSub'];
export type ParameterKeyId = components['parameters']['KeyId'];
export type ParameterDeliveryId = components['parameters']['DeliveryId'];
export type ParameterDeviceId = components['parameters']['DeviceId'];
export type ParameterNotificationIdPath = components['parameters']['NotificationIdPath'];
export type ParameterLimit = components['parameters']['Limit'];
export type ParameterCursor = components['parameters']['Cursor'];
export type ParameterPlatformSignature = components['parameters']['PlatformSignature'];
export type ParameterPlatformTimestamp = components['parameters']['PlatformTimestamp'];
export type ParameterWebhookId = components['parameters']['WebhookId'];
export type ParameterWebhookTimestamp = components['parameters']['WebhookTimestamp'];
export type ParameterWebhookSignature = components['parameters']['WebhookSignature'];
export type ParameterIdempotencyKey = components['parameters']['IdempotencyKey'];
export type ParameterIfNoneMatch = components['parameters']['IfNoneMatch'];
export type HeaderRateLimit = components['headers']['RateLimit'];
export type HeaderRateLimitPolicy = components['headers']['RateLimitPolicy'];
export type HeaderPublicCache = components['headers']['PublicCache'];
export type HeaderRequestId = components['headers']['RequestId'];
export type HeaderRetryAfter = components['headers']['RetryAfter'];
export type HeaderWwwAuthenticate = components['headers']['WWWAuthenticate'];
export type HeaderDPoPNonce = components['headers']['DPoPNonce'];
export type HeaderNoStore = components['headers']['NoStore'];
export type HeaderPublicCache_2 = components['headers']['PublicCache-2'];
export type HeaderETag = components['headers']['ETag'];
export type $defs = Record<string, never>;
export interface operations {
    readonly sendNotification: {
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
                readonly "application/json": components["schemas"]["SendRequest"];
            };
        };
        readonly responses: {
            /** @description Accepted, or accepted before under the same Idempotency-Key */
            readonly 202: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SendResult"];
                };
            };
            readonly 400: components["responses"]["SendInvalid"];
            readonly 401: components["responses"]["KeyRefused"];
            readonly 403: components["responses"]["ConsentDenied"];
            readonly 404: components["responses"]["ConsentMissing"];
            readonly 409: components["responses"]["IdempotencyConflict"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["SendRateExceeded"];
            readonly 500: components["responses"]["InternalFailure"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getConsent: {
        readonly parameters: {
            readonly query: {
                /**
                 * @description The person, by the `sub` of a token that your backend verified.
                 * @example 5f3c9a1e7b2d4860a1c2e3f405162738
                 */
                readonly sessionAddress: components["schemas"]["RecipientAddress"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description What is recorded for the pair (app, sessionAddress) */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Consent"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["KeyRefused"];
            readonly 403: components["responses"]["KeyScopeLacking"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalFailure"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listNotifications: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Only sends accepted at this time or later; when absent, all that are kept.
                 * @example 2026-03-01T09:00:00.000Z
                 */
                readonly since?: components["schemas"]["Timestamp"];
                /**
                 * @description Only notifications that reached this status; `queued` for those without an outcome.
                 * @example dropped_device_unreachable
                 */
                readonly status?: components["schemas"]["NotificationProgress"];
                /**
                 * @description `true` for test sends, `false` for real ones. When absent, a live key lists real sends; a test key lists test sends only, whatever this says.
                 * @example true
                 */
                readonly test?: boolean;
                /**
                 * @description The most entries of one page.
                 * @example 50
                 */
                readonly limit?: components["parameters"]["Limit"];
                /**
                 * @description Start of the page, from `nextCursor` of the page before. Opaque; any other value is rejected with 400.
                 * @example eyJiIjoiMDE5Y2E4YmIifQ
                 */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of sends */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SentNotificationPage"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["KeyRefused"];
            readonly 403: components["responses"]["KeyScopeLacking"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalFailure"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getNotification: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The notification that the push brought.
                 * @example ntf_01KJMBQDE0Y72P6GXRDNGT8BB5
                 */
                readonly notificationId: components["parameters"]["NotificationIdPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The notification */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SentNotification"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["KeyRefused"];
            readonly 403: components["responses"]["KeyScopeLacking"];
            readonly 404: components["responses"]["SendNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalFailure"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listEvents: {
        readonly parameters: {
            readonly query: {
                /**
                 * @description Only events recorded at this time or later.
                 * @example 2026-03-01T09:00:00.000Z
                 */
                readonly since: components["schemas"]["Timestamp"];
                /**
                 * @description The most entries of one page.
                 * @example 50
                 */
                readonly limit?: components["parameters"]["Limit"];
                /**
                 * @description Start of the page, from `nextCursor` of the page before. Opaque; any other value is rejected with 400.
                 * @example eyJiIjoiMDE5Y2E4YmIifQ
                 */
                readonly cursor?: components["parameters"]["Cursor"];
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
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["StatusEventPage"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["KeyRefused"];
            readonly 403: components["responses"]["KeyScopeLacking"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalFailure"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listApps: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description With `true`, the apps that were deleted within 30 days instead of the others.
                 * @example true
                 */
                readonly deleted?: boolean;
                /**
                 * @description The most entries of one page.
                 * @example 50
                 */
                readonly limit?: components["parameters"]["Limit"];
                /**
                 * @description Start of the page, from `nextCursor` of the page before. Opaque; any other value is rejected with 400.
                 * @example eyJiIjoiMDE5Y2E4YmIifQ
                 */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of apps */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AppPage"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["TokenRefused"];
            readonly 403: components["responses"]["ApplicationRefused"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalFailure"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly createApp: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateAppRequest"];
            };
        };
        readonly responses: {
            /** @description The new app */
            readonly 201: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["App"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["TokenRefused"];
            readonly 403: components["responses"]["ApplicationRefused"];
            readonly 409: components["responses"]["TooManyApps"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalFailure"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getApp: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The app.
                 * @example 019c7a10-1400-7055-9e9a-4427b88fbebe
                 */
                readonly appId: components["parameters"]["AppId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The app */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["App"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["TokenRefused"];
            readonly 403: components["responses"]["ApplicationRefused"];
            readonly 404: components["responses"]["AppNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalFailure"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly deleteApp: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The app.
                 * @example 019c7a10-1400-7055-9e9a-4427b88fbebe
                 */
                readonly appId: components["parameters"]["AppId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The app as it is now */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["App"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["TokenRefused"];
            readonly 403: components["responses"]["ApplicationRefused"];
            readonly 404: components["responses"]["AppNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalFailure"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly updateApp: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The app.
                 * @example 019c7a10-1400-7055-9e9a-4427b88fbebe
                 */
                readonly appId: components["parameters"]["AppId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UpdateAppRequest"];
            };
        };
        readonly responses: {
            /** @description The app as it is now */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["App"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["TokenRefused"];
            readonly 403: components["responses"]["ApplicationRefused"];
            readonly 404: components["responses"]["AppNotFound"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalFailure"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly restoreApp: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The app.
                 * @example 019c7a10-1400-7055-9e9a-4427b88fbebe
                 */
                readonly appId: components["parameters"]["AppId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The app as it is now */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["App"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["TokenRefused"];
            readonly 403: components["responses"]["ApplicationRefused"];
            readonly 404: components["responses"]["AppNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalFailure"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listAppActivity: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The most entries of one page.
                 * @example 50
                 */
                readonly limit?: components["parameters"]["Limit"];
                /**
                 * @description Start of the page, from `nextCursor` of the page before. Opaque; any other value is rejected with 400.
                 * @example eyJiIjoiMDE5Y2E4YmIifQ
                 */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description The app.
                 * @example 019c7a10-1400-7055-9e9a-4427b88fbebe
                 */
                readonly appId: components["parameters"]["AppId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of changes */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AppActivityPage"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["TokenRefused"];
            readonly 403: components["responses"]["ApplicationRefused"];
            readonly 404: components["responses"]["AppNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalFailure"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly setAppActivitySeen: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The app.
                 * @example 019c7a10-1400-7055-9e9a-4427b88fbebe
                 */
                readonly appId: components["parameters"]["AppId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SeenAppActivity"];
            };
        };
        readonly responses: {
            /** @description Recorded */
            readonly 204: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["TokenRefused"];
            readonly 403: components["responses"]["ApplicationRefused"];
            readonly 404: components["responses"]["ActivityNotFound"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalFailure"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getMembers: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The app.
                 * @example 019c7a10-1400-7055-9e9a-4427b88fbebe
                 */
                readonly appId: components["parameters"]["AppId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description All members */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MemberList"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["TokenRefused"];
            readonly 403: components["responses"]["ApplicationRefused"];
            readonly 404: components["responses"]["AppNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalFailure"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly setMemberProfile: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The app.
                 * @example 019c7a10-1400-7055-9e9a-4427b88fbebe
                 */
                readonly appId: components["parameters"]["AppId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["MemberProfile"];
            };
        };
        readonly responses: {
            /** @description Recorded */
            readonly 204: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["TokenRefused"];
            readonly 403: components["responses"]["ApplicationRefused"];
            readonly 404: components["responses"]["AppNotFound"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalFailure"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly setMember: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The app.
                 * @example 019c7a10-1400-7055-9e9a-4427b88fbebe
                 */
                readonly appId: components["parameters"]["AppId"];
                /**
                 * @description The member, by the `sub` of their tokens.
                 * @example 0a1b2c3d4e5f60718293a4b5c6d7e8f9
                 */
                readonly sub: components["parameters"]["MemberSub"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SetMemberRequest"];
            };
        };
        readonly responses: {
            /** @description The member as recorded now */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Member"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["TokenRefused"];
            readonly 403: components["responses"]["ApplicationRefused"];
            readonly 404: components["responses"]["AppNotFound"];
            readonly 409: components["responses"]["MemberRefused"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalFailure"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly deleteMember: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The app.
                 * @example 019c7a10-1400-7055-9e9a-4427b88fbebe
                 */
                readonly appId: components["parameters"]["AppId"];
                /**
                 * @description The member, by the `sub` of their tokens.
                 * @example 0a1b2c3d4e5f60718293a4b5c6d7e8f9
                 */
                readonly sub: components["parameters"]["MemberSub"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Removed */
            readonly 204: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["TokenRefused"];
            readonly 403: components["responses"]["ApplicationRefused"];
            readonly 404: components["responses"]["MemberNotFound"];
            readonly 409: components["responses"]["MemberRefused"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalFailure"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listApiKeys: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The most entries of one page.
                 * @example 50
                 */
                readonly limit?: components["parameters"]["Limit"];
                /**
                 * @description Start of the page, from `nextCursor` of the page before. Opaque; any other value is rejected with 400.
                 * @example eyJiIjoiMDE5Y2E4YmIifQ
                 */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description The app.
                 * @example 019c7a10-1400-7055-9e9a-4427b88fbebe
                 */
                readonly appId: components["parameters"]["AppId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of keys */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiKeyPage"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["TokenRefused"];
            readonly 403: components["responses"]["ApplicationRefused"];
            readonly 404: components["responses"]["AppNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalFailure"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly createApiKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The app.
                 * @example 019c7a10-1400-7055-9e9a-4427b88fbebe
                 */
                readonly appId: components["parameters"]["AppId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateApiKeyRequest"];
            };
        };
        readonly responses: {
            /** @description The new key, shown once */
            readonly 201: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["IssuedApiKey"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["TokenRefused"];
            readonly 403: components["responses"]["ApplicationRefused"];
            readonly 404: components["responses"]["AppNotFound"];
            readonly 409: components["responses"]["TooManyKeys"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalFailure"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly revokeApiKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The app.
                 * @example 019c7a10-1400-7055-9e9a-4427b88fbebe
                 */
                readonly appId: components["parameters"]["AppId"];
                /**
                 * @description The API key, by its id (never the key itself).
                 * @example 019c7a10-fe60-7f80-9ada-a9aad0bbc5e2
                 */
                readonly keyId: components["parameters"]["KeyId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Revoked */
            readonly 204: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["TokenRefused"];
            readonly 403: components["responses"]["ApplicationRefused"];
            readonly 404: components["responses"]["KeyNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalFailure"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly adoptApiKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The app.
                 * @example 019c7a10-1400-7055-9e9a-4427b88fbebe
                 */
                readonly appId: components["parameters"]["AppId"];
                /**
                 * @description The API key, by its id (never the key itself).
                 * @example 019c7a10-fe60-7f80-9ada-a9aad0bbc5e2
                 */
                readonly keyId: components["parameters"]["KeyId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Adopted */
            readonly 204: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["TokenRefused"];
            readonly 403: components["responses"]["ApplicationRefused"];
            readonly 404: components["responses"]["KeyNotFound"];
            readonly 409: components["responses"]["KeyNotAdoptable"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalFailure"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The app.
                 * @example 019c7a10-1400-7055-9e9a-4427b88fbebe
                 */
                readonly appId: components["parameters"]["AppId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The webhook */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Webhook"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["TokenRefused"];
            readonly 403: components["responses"]["ApplicationRefused"];
            readonly 404: components["responses"]["WebhookNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalFailure"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly setWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The app.
                 * @example 019c7a10-1400-7055-9e9a-4427b88fbebe
                 */
                readonly appId: components["parameters"]["AppId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SetWebhookRequest"];
            };
        };
        readonly responses: {
            /** @description The URL was changed; the key pair stays */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description Registered; the public key is shown now and after a rotation only */
            readonly 201: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RegisteredWebhook"];
                };
            };
            readonly 400: components["responses"]["WebhookUrlRefused"];
            readonly 401: components["responses"]["TokenRefused"];
            readonly 403: components["responses"]["ApplicationRefused"];
            readonly 404: components["responses"]["AppNotFound"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalFailure"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly deleteWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The app.
                 * @example 019c7a10-1400-7055-9e9a-4427b88fbebe
                 */
                readonly appId: components["parameters"]["AppId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Removed */
            readonly 204: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["TokenRefused"];
            readonly 403: components["responses"]["ApplicationRefused"];
            readonly 404: components["responses"]["WebhookNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalFailure"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly rotateWebhookKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The app.
                 * @example 019c7a10-1400-7055-9e9a-4427b88fbebe
                 */
                readonly appId: components["parameters"]["AppId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The new public key and the one that it replaces */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RotatedWebhookKey"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["TokenRefused"];
            readonly 403: components["responses"]["ApplicationRefused"];
            readonly 404: components["responses"]["WebhookNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalFailure"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly announceWebhookKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The app.
                 * @example 019c7a10-1400-7055-9e9a-4427b88fbebe
                 */
                readonly appId: components["parameters"]["AppId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The key that was announced before */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AnnouncedWebhookKey"];
                };
            };
            /** @description The announced key */
            readonly 201: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AnnouncedWebhookKey"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["TokenRefused"];
            readonly 403: components["responses"]["ApplicationRefused"];
            readonly 404: components["responses"]["WebhookNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalFailure"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly activateWebhookKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The app.
                 * @example 019c7a10-1400-7055-9e9a-4427b88fbebe
                 */
                readonly appId: components["parameters"]["AppId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The public key that signs now and the one that it replaces */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RotatedWebhookKey"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["TokenRefused"];
            readonly 403: components["responses"]["ApplicationRefused"];
            readonly 404: components["responses"]["WebhookNotFound"];
            readonly 409: components["responses"]["NoNextKey"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalFailure"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly createWebhookSecret: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The app.
                 * @example 019c7a10-1400-7055-9e9a-4427b88fbebe
                 */
                readonly appId: components["parameters"]["AppId"];
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
                    readonly "application/json": components["schemas"]["WebhookSecret"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["TokenRefused"];
            readonly 403: components["responses"]["ApplicationRefused"];
            readonly 404: components["responses"]["WebhookNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalFailure"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly deleteWebhookSecret: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The app.
                 * @example 019c7a10-1400-7055-9e9a-4427b88fbebe
                 */
                readonly appId: components["parameters"]["AppId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description No secret signs any more */
            readonly 204: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["TokenRefused"];
            readonly 403: components["responses"]["ApplicationRefused"];
            readonly 404: components["responses"]["WebhookNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalFailure"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly resumeWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The app.
                 * @example 019c7a10-1400-7055-9e9a-4427b88fbebe
                 */
                readonly appId: components["parameters"]["AppId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The webhook, active */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Webhook"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["TokenRefused"];
            readonly 403: components["responses"]["ApplicationRefused"];
            readonly 404: components["responses"]["WebhookNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalFailure"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly testWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The app.
                 * @example 019c7a10-1400-7055-9e9a-4427b88fbebe
                 */
                readonly appId: components["parameters"]["AppId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The queued delivery */
            readonly 202: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Delivery"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["TokenRefused"];
            readonly 403: components["responses"]["ApplicationRefused"];
            readonly 404: components["responses"]["WebhookNotFound"];
            readonly 409: components["responses"]["WebhookPaused"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalFailure"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listDeliveries: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Only deliveries in this state.
                 * @example dropped
                 */
                readonly state?: components["schemas"]["DeliveryState"];
                /**
                 * @description Only deliveries about this notification.
                 * @example ntf_01KJMBQDE0Y72P6GXRDNGT8BB5
                 */
                readonly notificationId?: components["schemas"]["NotificationId"];
                /**
                 * @description Only deliveries of events with this status.
                 * @example delivered
                 */
                readonly status?: components["schemas"]["NotificationStatus"];
                /**
                 * @description With `true`, only events of tests; with `false`, only the others.
                 * @example false
                 */
                readonly test?: boolean;
                /**
                 * @description Only deliveries whose latest attempt got this HTTP status (`503`), a status of this class (`5xx`), or no response (`none`).
                 * @example 5xx
                 */
                readonly response?: string;
                /**
                 * @description Only deliveries that were created at this time or later.
                 * @example 2026-03-01T09:00:00.000Z
                 */
                readonly from?: components["schemas"]["Timestamp"];
                /**
                 * @description Only deliveries that were created at this time or earlier.
                 * @example 2026-03-01T10:00:00.000Z
                 */
                readonly to?: components["schemas"]["Timestamp"];
                /**
                 * @description The most entries of one page.
                 * @example 50
                 */
                readonly limit?: components["parameters"]["Limit"];
                /**
                 * @description Start of the page, from `nextCursor` of the page before. Opaque; any other value is rejected with 400.
                 * @example eyJiIjoiMDE5Y2E4YmIifQ
                 */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description The app.
                 * @example 019c7a10-1400-7055-9e9a-4427b88fbebe
                 */
                readonly appId: components["parameters"]["AppId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of deliveries */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DeliveryPage"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["TokenRefused"];
            readonly 403: components["responses"]["ApplicationRefused"];
            readonly 404: components["responses"]["AppNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalFailure"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly recoverDeliveries: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The app.
                 * @example 019c7a10-1400-7055-9e9a-4427b88fbebe
                 */
                readonly appId: components["parameters"]["AppId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RecoverDeliveriesRequest"];
            };
        };
        readonly responses: {
            /** @description How many are pending again */
            readonly 202: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RecoveredDeliveries"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["TokenRefused"];
            readonly 403: components["responses"]["ApplicationRefused"];
            readonly 404: components["responses"]["WebhookNotFound"];
            readonly 409: components["responses"]["WebhookPaused"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalFailure"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly redeliverSelected: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The app.
                 * @example 019c7a10-1400-7055-9e9a-4427b88fbebe
                 */
                readonly appId: components["parameters"]["AppId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RedeliverSelectedRequest"];
            };
        };
        readonly responses: {
            /** @description The deliveries that are pending again */
            readonly 202: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RedeliveredDeliveries"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["TokenRefused"];
            readonly 403: components["responses"]["ApplicationRefused"];
            readonly 404: components["responses"]["WebhookNotFound"];
            readonly 409: components["responses"]["WebhookPaused"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalFailure"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getDelivery: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The app.
                 * @example 019c7a10-1400-7055-9e9a-4427b88fbebe
                 */
                readonly appId: components["parameters"]["AppId"];
                /**
                 * @description The webhook delivery.
                 * @example 019ca8bb-bd90-7888-9b51-f4d82011f358
                 */
                readonly deliveryId: components["parameters"]["DeliveryId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The delivery */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Delivery"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["TokenRefused"];
            readonly 403: components["responses"]["ApplicationRefused"];
            readonly 404: components["responses"]["DeliveryNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalFailure"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly redeliver: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The app.
                 * @example 019c7a10-1400-7055-9e9a-4427b88fbebe
                 */
                readonly appId: components["parameters"]["AppId"];
                /**
                 * @description The webhook delivery.
                 * @example 019ca8bb-bd90-7888-9b51-f4d82011f358
                 */
                readonly deliveryId: components["parameters"]["DeliveryId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The delivery, pending again */
            readonly 202: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Delivery"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["TokenRefused"];
            readonly 403: components["responses"]["ApplicationRefused"];
            readonly 404: components["responses"]["DeliveryNotFound"];
            readonly 409: components["responses"]["RedeliveryRefused"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalFailure"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getUsage: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description First UTC day; when absent, 29 days before `to`. The range has at most 92 days.
                 * @example 2026-02-26
                 */
                readonly from?: string;
                /**
                 * @description Last UTC day, inclusive; when absent, today.
                 * @example 2026-03-01
                 */
                readonly to?: string;
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description The app.
                 * @example 019c7a10-1400-7055-9e9a-4427b88fbebe
                 */
                readonly appId: components["parameters"]["AppId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The counts */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Usage"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["TokenRefused"];
            readonly 403: components["responses"]["ApplicationRefused"];
            readonly 404: components["responses"]["AppNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalFailure"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getDeliveryStatistics: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The app.
                 * @example 019c7a10-1400-7055-9e9a-4427b88fbebe
                 */
                readonly appId: components["parameters"]["AppId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The counts */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DeliveryStatistics"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["TokenRefused"];
            readonly 403: components["responses"]["ApplicationRefused"];
            readonly 404: components["responses"]["AppNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalFailure"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly requestPermission: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The app.
                 * @example 019c7a10-1400-7055-9e9a-4427b88fbebe
                 */
                readonly appId: components["parameters"]["AppId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description What the host may do */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PermissionDecision"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["TokenRefused"];
            readonly 403: components["responses"]["ApplicationRefused"];
            readonly 404: components["responses"]["HostAppNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalFailure"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly setConsent: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The app.
                 * @example 019c7a10-1400-7055-9e9a-4427b88fbebe
                 */
                readonly appId: components["parameters"]["AppId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SetConsentRequest"];
            };
        };
        readonly responses: {
            /** @description What is recorded now */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AppConsent"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["TokenRefused"];
            readonly 403: components["responses"]["ApplicationRefused"];
            readonly 404: components["responses"]["HostAppNotFound"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalFailure"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listConsents: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The most entries of one page.
                 * @example 50
                 */
                readonly limit?: components["parameters"]["Limit"];
                /**
                 * @description Start of the page, from `nextCursor` of the page before. Opaque; any other value is rejected with 400.
                 * @example eyJiIjoiMDE5Y2E4YmIifQ
                 */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of consents */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AppConsentPage"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["TokenRefused"];
            readonly 403: components["responses"]["ApplicationRefused"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalFailure"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getPushKey: {
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
                    readonly "Cache-Control": components["headers"]["PublicCache"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PushKey"];
                };
            };
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalFailure"];
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
                readonly "application/json": components["schemas"]["CreatePushDeviceRequest"];
            };
        };
        readonly responses: {
            /** @description This subscription or token was registered before */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PushDevice"];
                };
            };
            /** @description Registered */
            readonly 201: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PushDevice"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["TokenRefused"];
            readonly 403: components["responses"]["ApplicationRefused"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalFailure"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly deleteDevice: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The device.
                 * @example 019c8182-34c0-74fc-92f5-f9b007e0855d
                 */
                readonly deviceId: components["parameters"]["DeviceId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Removed */
            readonly 204: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["TokenRefused"];
            readonly 403: components["responses"]["ApplicationRefused"];
            readonly 404: components["responses"]["DeviceNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalFailure"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly setPresence: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SetPresenceRequest"];
            };
        };
        readonly responses: {
            /** @description What is recorded now, and until when */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Presence"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["TokenRefused"];
            readonly 403: components["responses"]["ApplicationRefused"];
            readonly 404: components["responses"]["PresenceNotFound"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalFailure"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly streamPushes: {
        readonly parameters: {
            readonly query: {
                /**
                 * @description A device of the caller with transport `stream`.
                 * @example 019c8182-34c0-74fc-92f5-f9b007e0855d
                 */
                readonly deviceId: components["schemas"]["Uuid"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The open stream */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/event-stream": components["schemas"]["PushStream"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["TokenRefused"];
            readonly 403: components["responses"]["ApplicationRefused"];
            readonly 404: components["responses"]["DeviceNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalFailure"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly createReceipt: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The notification that the push brought.
                 * @example ntf_01KJMBQDE0Y72P6GXRDNGT8BB5
                 */
                readonly notificationId: components["parameters"]["NotificationIdPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateReceiptRequest"];
            };
        };
        readonly responses: {
            /** @description Recorded, now or before */
            readonly 204: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["TokenRefused"];
            readonly 403: components["responses"]["ApplicationRefused"];
            readonly 404: components["responses"]["NotificationNotFound"];
            readonly 409: components["responses"]["OutcomeSettled"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalFailure"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listAllApps: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Only apps whose webhook is in this state.
                 * @example failing
                 */
                readonly webhook?: components["schemas"]["WebhookHealthFilter"];
                /**
                 * @description Only apps of this developer.
                 * @example 5f3c9a1e7b2d4860a1c2e3f405162738
                 */
                readonly owner?: components["schemas"]["SessionAddress"];
                /**
                 * @description The most entries of one page.
                 * @example 50
                 */
                readonly limit?: components["parameters"]["Limit"];
                /**
                 * @description Start of the page, from `nextCursor` of the page before. Opaque; any other value is rejected with 400.
                 * @example eyJiIjoiMDE5Y2E4YmIifQ
                 */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of apps */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AdministeredAppPage"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["AdministratorRefused"];
            readonly 403: components["responses"]["AdministratorLacksScope"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalFailure"];
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
            readonly 500: components["responses"]["InternalFailure"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getPersonData: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The person, by the `sub` of their tokens.
                 * @example 5f3c9a1e7b2d4860a1c2e3f405162738
                 */
                readonly sub: components["parameters"]["PersonSub"];
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
                    readonly "application/json": components["schemas"]["PersonData"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["AdministratorRefused"];
            readonly 403: components["responses"]["AdministratorLacksScope"];
            readonly 404: components["responses"]["PersonNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalFailure"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly deletePerson: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The person, by the `sub` of their tokens.
                 * @example 5f3c9a1e7b2d4860a1c2e3f405162738
                 */
                readonly sub: components["parameters"]["PersonSub"];
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
                    readonly "application/json": components["schemas"]["ErasedPerson"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["AdministratorRefused"];
            readonly 403: components["responses"]["AdministratorLacksScope"];
            readonly 404: components["responses"]["PersonNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalFailure"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly setPushCredentials: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Whose credentials they are.
                 * @example apns
                 */
                readonly transport: components["schemas"]["MobileTransport"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SetPushCredentialsRequest"];
            };
        };
        readonly responses: {
            /** @description Set */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PushCredentials"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["AdministratorRefused"];
            readonly 403: components["responses"]["AdministratorLacksScope"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalFailure"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly createSystemPush: {
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
                readonly "application/json": components["schemas"]["SystemPushRequest"];
            };
        };
        readonly responses: {
            /** @description Accepted, or accepted before under the same Idempotency-Key */
            readonly 202: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SendResult"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["ServiceTokenRefused"];
            readonly 403: components["responses"]["SystemConsentDenied"];
            readonly 404: components["responses"]["ConsentMissing"];
            readonly 409: components["responses"]["IdempotencyConflict"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalFailure"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly createSystemDevice: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SystemDeviceRequest"];
            };
        };
        readonly responses: {
            /** @description Registered */
            readonly 204: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["ServiceTokenRefused"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalFailure"];
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
                    readonly "Cache-Control": components["headers"]["PublicCache-2"];
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
            readonly 500: components["responses"]["InternalFailure"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getStatistics: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The counts */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "Cache-Control": components["headers"]["PublicCache"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Statistics"];
                };
            };
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalFailure"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly deliverNotificationStatus: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Ed25519 signature over `<X-Platform-Timestamp>.<raw body>`, lowercase hex.
                 * @example 49046022c8b0c93dbf0dd8bb76881ff02eec29378364bc879b5dd22e36aabba09ace0a2d8884cddd38ee05861a6861693a0430ccc7b3188df49a071327bf9001
                 */
                readonly "X-Platform-Signature": components["parameters"]["PlatformSignature"];
                /**
                 * @description Time of this attempt in Unix seconds, decimal.
                 * @example 1772357402
                 */
                readonly "X-Platform-Timestamp": components["parameters"]["PlatformTimestamp"];
                /**
                 * @description The deliveryId; the same on every attempt and redelivery of this event.
                 * @example 019ca8bb-bd90-7888-9b51-f4d82011f358
                 */
                readonly "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description The same time as `X-Platform-Timestamp`.
                 * @example 1772357402
                 */
                readonly "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1a,` and the Ed25519 signature over `<webhook-id>.<webhook-timestamp>.<raw body>` in base64. With a shared secret, a space, `v1,` and the HMAC-SHA256 of the same text follow; for 24 hours after its replacement, once for each secret.
                 * @example v1a,lEMiUlPUCKAe4sSzqXdrKaAmo3XMFQ0m+GN+weOjEDXBj+ZyRBA1INy52oG7To6Hf3MnhMAZy0BtNBrhtu0yCQ==
                 */
                readonly "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NotificationStatusEvent"];
            };
        };
        readonly responses: {
            /** @description A signature header is missing or the signature is not valid; tried again */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Handled, or handled before; the content does not matter */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Counts as a failure and is not followed; tried again */
            readonly "3XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other response, or none within 10 seconds; tried again */
            readonly default: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
