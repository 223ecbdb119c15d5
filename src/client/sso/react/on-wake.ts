/** Calls `wake` when the page becomes visible or online. @returns the function that stops listening */
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
