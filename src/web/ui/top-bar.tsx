import type { ReactNode } from 'react';
import { deleteDrafts } from './drafts.ts';
import { elapsed } from './elapsed.ts';
import { forgetBrowser } from './redirect-sign-in.ts';
import { revokeSession, type PageSession } from './session.ts';
import { signOut } from './sign-out.ts';
import { useAction } from './use-action.ts';
import { useSubject } from './use-session.ts';

export interface TopBarProps {
  readonly title: string;
  /** Path of the application's first page. */
  readonly home: string;
  readonly session: PageSession;
  /** Called before the session ends, for clean-up that needs it. */
  readonly onSignOut?: () => Promise<void>;
  readonly children?: ReactNode;
}

/** The bar with the application's name, the user and the sign-out button. */
export function TopBar({ title, home, session, onSignOut, children }: TopBarProps): ReactNode {
  const { sso } = session;
  const sub = useSubject(session);
  const signingOut = useAction(async () => {
    forgetBrowser();
    deleteDrafts(sessionStorage);
    await signOut({ sso, leave: onSignOut, revoke: (token) => revokeSession(sso, token), elapsed });
    await session.replaceKey?.().catch(() => undefined);
  });
  return (
    <header className="top">
      <a className="brand" href={home}>
        {title}
      </a>
      {children}
      <span className="grow" />
      {sub !== undefined && (
        <>
          <code className="subject" title={`You are ${sub}`}>
            {sub.slice(0, 8)}…
          </code>
          <button
            type="button"
            className="button small"
            aria-busy={signingOut.busy}
            title={`Ends your session of “${title}” in this browser. You stay signed in at the provider.`}
            onClick={() => void signingOut.run()}
          >
            Sign out
          </button>
        </>
      )}
    </header>
  );
}
