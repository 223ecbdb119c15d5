/** An agent with a verified request. */
export interface Agent {
  /** Thumbprint of its key. */
  readonly jkt: string;
  /** Session address of the owner in its access token. */
  readonly sub: string;
  /** Keys of the agents that it helps, the one that delegated to it first; absent for an agent that the owner approved. */
  readonly helperOf?: readonly string[];
}
