import type { ReactNode } from 'react';
import type { SignedInProps } from './signed-in.tsx';
import { useAuth } from './use-auth.ts';

/** Renders its children for a signed-out user; nothing while the session is loading. */
export function SignedOut({ children }: SignedInProps): ReactNode {
  return useAuth().status === 'signed-out' ? children : null;
}
