import { type ReactNode, useEffect, useId, useRef } from 'react';

export interface DialogProps {
  readonly title: string;
  readonly children: ReactNode;
  /** Called when the user closes the dialog, for example with Escape. */
  readonly onClose: () => void;
}

/** A modal dialog that is open while mounted. The browser traps the focus and restores it. */
export function Dialog({ title, children, onClose }: DialogProps): ReactNode {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={element}
      aria-labelledby={id}
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
