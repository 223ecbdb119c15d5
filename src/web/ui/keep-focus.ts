/**
 * Keeps the focus near its place: when the focused element is removed, for example with its row, the nearest heading
 * gets the focus. Otherwise Tab would continue at the top of the page, and a screen reader would say nothing. A page in
 * a frame gets the focus back where it was.
 *
 * @param page contains everything that is removed and added
 */
export function keepFocus(page: HTMLElement): void {
  let focused: Element | undefined;
  /** What surrounded the focused element when it got the focus, from the inside. */
  let surroundings: readonly Element[] = [];
  page.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element)) return;
    focused = target;
    surroundings = ancestors(target, page);
  });
  new MutationObserver(() => {
    if (focused === undefined || focused.isConnected || document.activeElement !== document.body) return;
    const nearest = surroundings.find((element) => element.isConnected) ?? page;
    focused = undefined;
    headingOf(nearest, page)?.focus({ preventScroll: true });
  }).observe(page, { childList: true, subtree: true });
  if (window.parent === window) return;
  // Browsers forget what had the focus in a frame when a dialog of the page around it opens.
  window.addEventListener('focus', () => {
    // Tab and a click set the focus after this event.
    setTimeout(() => {
      if (document.activeElement === document.body && focused instanceof HTMLElement)
        focused.focus({ preventScroll: true });
    });
  });
}

/** The elements around an element up to the page. */
function ancestors(element: Element, page: HTMLElement): readonly Element[] {
  const parent = element.parentElement;
  return element === page || parent === null ? [] : [parent, ...ancestors(parent, page)];
}

/** The heading of the innermost part of the page that has one, made focusable; without any, the main content. */
function headingOf(start: Element, page: HTMLElement): HTMLElement | null {
  const around = [start, ...ancestors(start, page)];
  const headings = around.map((element) => element.querySelector<HTMLElement>('h1, h2, h3'));
  const target = headings.find((heading) => heading !== null) ?? page.querySelector<HTMLElement>('main');
  if (target !== null && !target.hasAttribute('tabindex')) target.tabIndex = -1;
  return target;
}
