import { type ReactNode, useState } from 'react';
import type { Session } from './session.ts';
import { SignIn } from './sign-in.tsx';
import { useSubject } from './use-session.ts';

export interface SignedInProps {
  readonly session: Session;
  /** Of the page that asks to sign in. */
  readonly title: string;
  /** Why one should. */
  readonly invitation: ReactNode;
  readonly children: ReactNode;
}

/** Shows its children to somebody who is signed in; to others, and to whoever is so no longer, the way in. */
export function SignedIn({ session, title, invitation, children }: SignedInProps): ReactNode {
  const signedIn = useSubject(session) !== undefined;
  const [before, setBefore] = useState(signedIn);
  if (signedIn && !before) setBefore(true);
  if (signedIn) return children;
  return (
    <SignIn session={session} title={title}>
      {before && (
        <p className="notice" role="status">
          You are signed out, or your session has ended. Sign in again to go on where you were.
        </p>
      )}
      {invitation}
    </SignIn>
  );
}
