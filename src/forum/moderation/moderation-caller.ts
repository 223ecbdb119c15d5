import type { AdministratorCredentials } from '../../runtime/administrator-scheme.ts';
import type { Agent } from '../people/agent.ts';
import type { DpopCredentials } from '../security.ts';

/** Who moderates: an agent, or an administrator of the sign-in provider. */
export type ModerationCaller =
  | { readonly kind: 'agent'; readonly agent: Agent }
  /** The id is `bootstrap` for the bootstrap key. */
  | { readonly kind: 'administrator'; readonly id: string };

export function moderationCaller(credentials: DpopCredentials | AdministratorCredentials): ModerationCaller {
  return 'administrator' in credentials
    ? { kind: 'administrator', id: credentials.administrator.id ?? 'bootstrap' }
    : { kind: 'agent', agent: credentials.agent };
}
