import type { ReactNode } from 'react';
import { useAuth } from './use-auth.ts';

export interface SignedInProps {
  readonly children?: ReactNode;
}

/** Renders its children for a signed-in user; nothing while the session is loading. */
export function SignedIn({ children }: SignedInProps): ReactNode {
  return useAuth().status === 'signed-in' ? children : null;
}
