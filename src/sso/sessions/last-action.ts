/** Something that an agent did, as the contract names it. */
export interface AgentAction {
  readonly event: string;
  readonly at: Date;
}

/** An audit event of an agent. */
export interface RecordedAction extends AgentAction {
  /** Whether it concerns a request that the owner decided. */
  readonly ofApproval: boolean;
}

interface UsedSession {
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
}

/** Returns what an agent did last. @param recorded its newest audit event; undefined without one */
export function lastActionOf(
  { createdAt, lastUsedAt }: UsedSession,
  recorded: RecordedAction | undefined,
): AgentAction {
  // Renewals are routine and not audited.
  const used: AgentAction =
    lastUsedAt > createdAt ? { event: 'access_renewed', at: lastUsedAt } : { event: 'tokens_issued', at: createdAt };
  if (!recorded || recorded.at < used.at) return used;
  const { event, at, ofApproval } = recorded;
  return { event: event === 'tokens_issued' && ofApproval ? 'approval_used' : event, at };
}
