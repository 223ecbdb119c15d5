/** An agent whose request was verified. */
export interface Agent {
  /** Thumbprint of its key. */
  readonly jkt: string;
  /** Session address of the owner that its access token names. */
  readonly sub: string;
}
