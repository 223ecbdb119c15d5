/** Who may become an owner (setting REGISTRATION): everybody, the invited, or nobody. */
export type Registration = 'open' | 'invite' | 'closed';
