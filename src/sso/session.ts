/** What a redeemed code started: one application that may act for one owner until it is disconnected. */
export interface Session {
  readonly id: string;
  readonly clientAddress: string;
  readonly ownerSub: string;
  readonly scope: string;
  /** Thumbprint of the key that the tokens are bound to; null for Bearer tokens. */
  readonly jkt: string | null;
  /** When the owner approved. */
  readonly authTime: Date;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
}

/** Why a session ended: by whom, or by which sign of theft. */
export type SessionEnd = 'reuse' | 'code_reuse' | 'owner' | 'client' | 'provider_disabled';
