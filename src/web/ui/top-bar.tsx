import type { ReactNode } from 'react';
import { elapsed } from './elapsed.ts';
import { revoke, type Session } from './session.ts';
import { signOut } from './sign-out.ts';
import { useAction } from './use-action.ts';
import { useSubject } from './use-session.ts';

export interface TopBarProps {
  readonly title: string;
  /** Address of the application's first page. */
  readonly home: string;
  readonly session: Session;
  /** What the page takes back before its session ends. */
  readonly onSignOut?: () => Promise<void>;
  readonly children?: ReactNode;
}

/** Where one is, and who. */
export function TopBar({ title, home, session, onSignOut, children }: TopBarProps): ReactNode {
  const { sso } = session;
  const sub = useSubject(session);
  const leaving = useAction(() => signOut({ sso, leave: onSignOut, revoke: (token) => revoke(sso, token), elapsed }));
  return (
    <header className="top">
      <a className="brand" href={home}>
        {title}
      </a>
      {children}
      <span className="grow" />
      <a href="/">Start</a>
      {sub !== undefined && (
        <>
          <code className="subject" title={`You are ${sub}`}>
            {sub.slice(0, 8)}…
          </code>
          <button type="button" className="button small" aria-busy={leaving.busy} onClick={() => void leaving.run()}>
            Sign out
          </button>
        </>
      )}
    </header>
  );
}
