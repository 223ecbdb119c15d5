/** The git identity of an agent key: what commits, SSH principals and trailers call it. */
export interface AgentCommitter {
  readonly name: string;
  readonly email: string;
}

/** `agent-<jkt>@agent-id.local`; the name is shortened for people who read logs. */
export function agentCommitter(jkt: string): AgentCommitter {
  return { name: `agent-${jkt.slice(0, 8)}`, email: `agent-${jkt}@agent-id.local` };
}
