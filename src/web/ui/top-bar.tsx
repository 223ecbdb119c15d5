import type { ReactNode } from 'react';
import type { Session } from './session.ts';
import { useSubject } from './use-session.ts';

export interface TopBarProps {
  readonly title: string;
  /** Address of the application's first page. */
  readonly home: string;
  readonly session: Session;
  readonly onSignOut?: () => Promise<void>;
  readonly children?: ReactNode;
}

/** Where one is, and who. */
export function TopBar({ title, home, session, onSignOut, children }: TopBarProps): ReactNode {
  const sub = useSubject(session);
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
          <button
            type="button"
            className="button small"
            onClick={() => {
              // Whatever the services say, on this device the session is over.
              void (onSignOut?.() ?? Promise.resolve()).catch(() => undefined).then(() => session.sso.logout());
            }}
          >
            Sign out
          </button>
        </>
      )}
    </header>
  );
}
