/** Runs when the page is looked at again, or back online. @returns what stops listening */
export function onWake(wake: () => void): () => void {
  if (typeof document === 'undefined') return () => undefined;
  const visible = () => {
    if (document.visibilityState === 'visible') wake();
  };
  document.addEventListener('visibilitychange', visible);
  window.addEventListener('online', wake);
  return () => {
    document.removeEventListener('visibilitychange', visible);
    window.removeEventListener('online', wake);
  };
}
