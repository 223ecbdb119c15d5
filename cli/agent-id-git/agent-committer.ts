/** Git identity of an agent key in commits, SSH principals and trailers. */
export interface AgentCommitter {
  readonly name: string;
  readonly email: string;
}

/** Derives the email `agent-<jkt>@agent-id.local` and a short name for logs. */
export function agentCommitter(jkt: string): AgentCommitter {
  return { name: `agent-${jkt.slice(0, 8)}`, email: `agent-${jkt}@agent-id.local` };
}
