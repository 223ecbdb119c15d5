/** An agent with a verified request. */
export interface Agent {
  /** Thumbprint of its key. */
  readonly jkt: string;
  /** Session address of the owner in its access token. */
  readonly sub: string;
}
