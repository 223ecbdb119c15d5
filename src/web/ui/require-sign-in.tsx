import { type ReactNode, useMemo, useState } from 'react';
import { openDrafts } from './drafts.ts';
import type { PageSession } from './session.ts';
import { SignInScreen } from './sign-in-screen.tsx';
import { DraftContext } from './use-draft.ts';
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
  const subject = useSubject(session);
  const signedIn = subject !== undefined;
  const [before, setBefore] = useState(signedIn);
  if (signedIn && !before) setBefore(true);
  const keeping = useMemo(
    () =>
      subject === undefined
        ? undefined
        : {
            drafts: openDrafts(sessionStorage, subject),
            isSignedIn: () => session.sso.getAccessToken() !== null,
          },
    [session, subject],
  );
  if (signedIn) return <DraftContext value={keeping}>{children}</DraftContext>;
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
