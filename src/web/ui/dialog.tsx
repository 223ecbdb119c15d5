import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Button } from './button.tsx';

interface DialogProps {
  readonly title: string;
  readonly children: ReactNode;
  /** Called when the user closes the dialog, for example with Escape. */
  readonly onClose: () => void;
}

/** A modal dialog that is open while mounted. The browser keeps the focus inside, and gives it back afterwards. */
export function Dialog({ title, children, onClose }: DialogProps): ReactNode {
  const id = useId();
  return (
    <ModalElement labelledBy={id} onClose={onClose}>
      <h2 id={id}>{title}</h2>
      {children}
    </ModalElement>
  );
}

/** A modal dialog along the side of the page, for details of an entry of the list behind it. */
export function Drawer({ title, children, onClose }: DialogProps): ReactNode {
  const id = useId();
  return (
    <ModalElement labelledBy={id} className="drawer" onClose={onClose}>
      <header className="row between">
        <h2 id={id}>{title}</h2>
        <Button onClick={onClose}>Close</Button>
      </header>
      {children}
    </ModalElement>
  );
}

function ModalElement({
  labelledBy,
  className,
  children,
  onClose,
}: Pick<DialogProps, 'children' | 'onClose'> & {
  readonly labelledBy: string;
  readonly className?: string;
}): ReactNode {
  const element = useRef<HTMLDialogElement>(null);
  // The dialog is closed before it is removed: a removed one would not give the focus back.
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={element}
      className={className}
      aria-labelledby={labelledBy}
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
      {children}
    </dialog>
  );
}
