/** Who may become an owner (setting REGISTRATION): any person, invited people, or no one. */
export type Registration = 'open' | 'invite' | 'closed';
