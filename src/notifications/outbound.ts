/** A request to an address that somebody else chose. */
export interface OutboundRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly timeoutMs: number;
  /** What is read of the answer's body; the rest is left. */
  readonly maxAnswerBytes: number;
}

export type OutboundAnswer =
  | { readonly status: number; readonly body: Uint8Array }
  /** No answer came; why, as one word. */
  | { readonly status: null; readonly error: string };

/** POSTs to a public address, follows no redirect, and never rejects. */
export type Outbound = (request: OutboundRequest) => Promise<OutboundAnswer>;
