import type { BrowserSession } from '../../../../generated/sso/types.ts';
import { confirm, endText, readEndPreview } from './dialogs.ts';
import { actionButton, element } from './screen.ts';
import { browserName, formatTime, placeName, translated } from './language.ts';
import { confirmWithPasskey } from './passkey.ts';
import { bodyOf, deleted, sso } from './sso.ts';

interface BrowserSessionActions {
  /** Another browser was signed out. */
  readonly changed: () => Promise<void>;
  /** This browser was signed out. */
  readonly signedOut: () => void;
}

export function browserSessions(
  sessions: readonly BrowserSession[],
  { changed, signedOut }: BrowserSessionActions,
): HTMLElement {
  return element(
    'div',
    {},
    element(
      'ul',
      { class: 'list', 'aria-label': translated('browsers') },
      ...sessions.map((session) => entry(session, changed)),
    ),
    element(
      'div',
      { class: 'actions' },
      actionButton(translated('endAllSessions'), 'plain', async () => {
        const confirmed = await confirm({
          title: translated('endAllSessionsQuestion'),
          explanation: translated('endAllSessionsText'),
          ends: endText(await readEndPreview({ kind: 'browser_sessions' })),
          yes: translated('endAllSessions'),
        });
        if (!confirmed) return;
        const assertion = await confirmWithPasskey({ action: 'delete_browser_sessions' });
        await bodyOf(sso.deleteBrowserSessions({ body: { assertion } }));
        signedOut();
      }),
    ),
  );
}

function entry(session: BrowserSession, changed: () => Promise<void>): HTMLElement {
  const { browserSessionId, place, current } = session;
  const program = browserName(place?.userAgent ?? null);
  const end = actionButton(translated('endSession'), 'plain', async () => {
    if (!(await confirmEnd(browserSessionId, translated('endSessionQuestion', { browser: program })))) return;
    await deleted(sso.deleteBrowserSession({ path: { browserSessionId } }));
    await changed();
  });
  end.setAttribute('aria-label', translated('endSessionOf', { browser: program, time: formatTime(session.createdAt) }));
  return element(
    'li',
    { class: 'connection' },
    element(
      'div',
      {},
      element('strong', {}, place === undefined ? program : placeName(place)),
      element(
        'small',
        {},
        current ? translated('thisBrowser') : translated('lastUsed', { time: formatTime(session.lastUsedAt) }),
      ),
      element('small', {}, translated('signedIn', { time: formatTime(session.createdAt) })),
    ),
    current ? undefined : end,
  );
}

/** Asks before a browser is signed out, when applications end with it. @returns whether to sign it out */
export async function confirmEnd(browserSessionId: string, title: string): Promise<boolean> {
  const preview = await readEndPreview({ kind: 'browser_session', id: browserSessionId });
  if (preview.applications + preview.agents + preview.helpers === 0) return true;
  return confirm({
    title,
    explanation: translated('endSessionText'),
    ends: endText(preview),
    yes: translated('signOut'),
  });
}
