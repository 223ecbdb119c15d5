// Apart from the pages that read it: those are loaded after the sign-in.
const kept = 'platform.portal.invite';

/**
 * Takes the code of an invite out of the address of the page, before a sign-in leaves the page. A tab keeps it until the
 * person has joined.
 */
export function keepInvite(): void {
  const code = new URLSearchParams(location.hash.slice(1)).get('invite');
  if (location.pathname !== '/portal/applications/join' || code === null) return;
  sessionStorage.setItem(kept, code);
  history.replaceState(history.state, '', location.pathname);
}

export const keptInvite = (): string | null => sessionStorage.getItem(kept);

export const forgetInvite = (): void => sessionStorage.removeItem(kept);
