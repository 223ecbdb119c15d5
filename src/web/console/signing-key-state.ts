import type { FormerJwk } from '../../../generated/sso/types.ts';
import type { Tone } from '../ui/badge.tsx';

export interface SigningKeyState {
  readonly text: 'revoked' | 'signs next' | 'signed' | 'signs';
  readonly tone: Tone;
  readonly revocable: boolean;
}

/** Returns what a signing key does. @param now Unix seconds */
export function signingKeyState(
  { from, until, revoked }: Pick<FormerJwk, 'from' | 'until' | 'revoked'>,
  now: number,
): SigningKeyState {
  if (revoked !== undefined) return { text: 'revoked', tone: 'bad', revocable: false };
  if (from > now) return { text: 'signs next', tone: 'busy', revocable: true };
  if (until !== undefined && until <= now) return { text: 'signed', tone: 'quiet', revocable: true };
  return { text: 'signs', tone: 'good', revocable: true };
}
