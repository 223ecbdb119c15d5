/** What the page at a deep link may know before anybody has signed in there. */
export interface ApprovalView {
  /** `redeemed`: approved, and the application has its tokens. */
  readonly status: 'pending' | 'approved' | 'rejected' | 'expired' | 'redeemed';
  readonly applicationName: string;
  /** `query`: the browser that asks waits on this very page. */
  readonly responseMode: 'json' | 'query';
  readonly comparisonCode: string;
  readonly expiresAt: Date;
  /** Where the asking browser goes on to, once somebody decided; null where it does not. */
  readonly returnTo: string | null;
  readonly askedFrom: { readonly ip: string; readonly userAgent: string | null };
}

export interface ApprovalReadModel {
  /** @param link the secret at the end of the deep link */
  byLink(link: string): Promise<ApprovalView | undefined>;
}
