import { type ReactNode, useState } from 'react';
import type { PageSession } from './session.ts';
import { SignInScreen } from './sign-in-screen.tsx';
import { useSubject } from './use-session.ts';

export interface RequireSignInProps {
  readonly session: PageSession;
  /** Title of the sign-in screen. */
  readonly title: string;
  /** Text above the sign-in button. */
  readonly invitation: ReactNode;
  readonly children: ReactNode;
}

/** Shows its children to signed-in users, and the sign-in screen to signed-out ones. */
export function RequireSignIn({ session, title, invitation, children }: RequireSignInProps): ReactNode {
  const signedIn = useSubject(session) !== undefined;
  const [before, setBefore] = useState(signedIn);
  if (signedIn && !before) setBefore(true);
  if (signedIn) return children;
  return (
    <SignInScreen session={session} title={title}>
      {before && (
        <p className="notice" role="status">
          You signed out, or your session has ended. Sign in again to continue where you were.
        </p>
      )}
      {invitation}
    </SignInScreen>
  );
}
