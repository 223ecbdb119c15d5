import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';

/** A modal dialog that is open while mounted. The browser keeps the focus inside, and gives it back afterwards. */
export function Dialog({
  title,
  children,
  onClose,
}: {
  readonly title: string;
  readonly children: ReactNode;
  /** Called when the user closes the dialog, for example with Escape. */
  readonly onClose: () => void;
}): ReactNode {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  // The dialog is closed before it is removed: a removed one would not give the focus back.
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={element}
      aria-labelledby={id}
      // A browser closes a dialog at the second Escape in any case, so no Escape reaches it.
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
        event.preventDefault();
        onClose();
      }}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}
