/** The parts of web-push that are used here; the package brings no types. */
declare module 'web-push' {
  export interface RequestDetails {
    readonly endpoint: string;
    readonly method: 'POST';
    readonly headers: Record<string, string | number>;
    readonly body: Buffer;
  }

  export interface RequestOptions {
    /** Seconds. */
    readonly TTL: number;
    readonly urgency: 'very-low' | 'low' | 'normal' | 'high';
    readonly vapidDetails: { readonly subject: string; readonly publicKey: string; readonly privateKey: string };
  }

  export interface Subscription {
    readonly endpoint: string;
    readonly keys: { readonly p256dh: string; readonly auth: string };
  }

  const webPush: {
    generateVAPIDKeys(): { readonly publicKey: string; readonly privateKey: string };
    /** Encrypts after RFC 8291 and authorizes after RFC 8292; sends nothing. */
    generateRequestDetails(subscription: Subscription, payload: string, options: RequestOptions): RequestDetails;
  };
  export default webPush;
}
