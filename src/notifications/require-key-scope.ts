import type { ApiKeyScope } from './api-key-grants.ts';
import { keyScopeLacking } from './errors.ts';
import type { CallingApp } from './handler.ts';

/** @throws DomainError 403 when the key has none of the scopes */
export function requireKeyScope({ scopes }: Pick<CallingApp, 'scopes'>, ...accepted: readonly ApiKeyScope[]): void {
  if (!accepted.some((scope) => scopes.includes(scope))) throw keyScopeLacking(accepted.join(' or '));
}
