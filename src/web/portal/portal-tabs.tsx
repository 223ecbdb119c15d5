import type { ReactNode } from 'react';
import { AppLink } from '../ui/router.tsx';

/** The two kinds of what a developer builds here. */
export function PortalTabs({ current }: { readonly current: 'apps' | 'applications' }): ReactNode {
  return (
    <nav className="tabs" aria-label="Sections of the portal">
      <AppLink to="/portal" current={current === 'apps'}>
        Notification apps
      </AppLink>
      <AppLink to="/portal/applications" current={current === 'applications'}>
        Sign-in applications
      </AppLink>
    </nav>
  );
}
