import { type RefObject, useLayoutEffect, useRef } from 'react';

export interface NewRows {
  /** The element after the list, which contains its "Show more". */
  readonly below: RefObject<HTMLParagraphElement | null>;
  /** Remembers the rows of the list, before more are loaded. */
  readonly remember: () => void;
}

/**
 * Moves the focus from "Show more" to the first new row, so that a keyboard and a screen reader go on there. Someone who
 * has left the button meanwhile is not disturbed.
 *
 * @param items those of the list
 */
export function useFocusNewRows(items: readonly unknown[] | undefined): NewRows {
  const below = useRef<HTMLParagraphElement>(null);
  const previousRows = useRef<{ readonly list: Element; readonly rows: number }>(undefined);
  // Before the page notices that the last button is gone and moves the focus to a heading.
  useLayoutEffect(() => {
    const row = previousRows.current?.list.children.item(previousRows.current.rows);
    if (!(row instanceof HTMLElement)) return;
    previousRows.current = undefined;
    const { activeElement } = document;
    if (activeElement !== document.body && below.current?.contains(activeElement) !== true) return;
    row.tabIndex = -1;
    row.focus();
  }, [items]);
  return {
    below,
    remember: () => {
      const before = below.current?.previousElementSibling;
      const list = before?.matches('ul, ol') === true ? before : before?.querySelector('ul, ol, tbody');
      previousRows.current = list ? { list, rows: list.children.length } : undefined;
    },
  };
}
