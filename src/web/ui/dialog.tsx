import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { ErrorNotice } from './error-notice.tsx';
import { Field, Form } from './field.tsx';

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

/** Asks before an action that ends something. */
export function ConfirmDialog({
  title,
  action,
  children,
  typed,
  note,
  busy,
  error,
  run,
  close,
}: {
  readonly title: string;
  /** Label of the button that acts. */
  readonly action: string;
  /** What happens, and whether it can be undone. */
  readonly children: ReactNode;
  /** Text that has to be typed before the button works. */
  readonly typed?: string;
  /** Field of a text that is passed to `run`. */
  readonly note?: {
    readonly label: string;
    readonly hint: string;
    readonly maxLength: number;
    readonly required?: true;
  };
  readonly busy: boolean;
  readonly error: unknown;
  readonly run: (note: string) => void;
  readonly close: () => void;
}): ReactNode {
  const [text, setText] = useState('');
  const [proof, setProof] = useState('');
  // The page may keep one action for several dialogs: the error of an earlier one says nothing about this one.
  const [earlierError] = useState(error);
  return (
    <Dialog title={title} onClose={close}>
      <Form
        onSubmit={() => {
          if (!busy && (typed === undefined || proof.trim() === typed)) run(text.trim());
        }}
      >
        {children}
        {note !== undefined && <Field value={text} onChange={setText} {...note} />}
        {typed !== undefined && (
          <Field label={`Type ${typed} to continue`} value={proof} onChange={setProof} autoComplete="off" required />
        )}
        {error !== earlierError && <ErrorNotice error={error} />}
        <div className="actions">
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" kind="danger" busy={busy} disabled={typed !== undefined && proof.trim() !== typed}>
            {action}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
