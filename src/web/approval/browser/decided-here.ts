const keyOf = (requestId: string): string => `decided:${requestId}`;

/**
 * Remembers that the person at this tab decided a request, so that a reload and the browser's Back say so. Everybody else
 * with the link only learns that it was decided.
 */
export function rememberDecision(requestId: string): void {
  try {
    sessionStorage.setItem(keyOf(requestId), '1');
  } catch {
    // Without storage a reload shows the neutral text.
  }
}

export function wasDecidedHere(requestId: string): boolean {
  try {
    return sessionStorage.getItem(keyOf(requestId)) !== null;
  } catch {
    return false;
  }
}
