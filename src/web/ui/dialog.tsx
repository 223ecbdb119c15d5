import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { Field, Form } from './field.tsx';
import { useAction } from './requests.tsx';
import { ErrorNotice } from './error-notice.tsx';

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

/** A form in a dialog: its fields, its error, and the buttons that cancel and submit. */
export function FormDialog({
  title,
  action,
  cancel = 'Cancel',
  kind = 'primary',
  busy,
  disabled = false,
  error,
  submit,
  close,
  children,
}: {
  readonly title: string;
  /** Label of the button that submits. */
  readonly action: string;
  readonly cancel?: string | undefined;
  readonly kind?: 'primary' | 'danger';
  readonly busy: boolean;
  readonly disabled?: boolean;
  readonly error: unknown;
  readonly submit: () => void;
  readonly close: () => void;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <Dialog title={title} onClose={close}>
      <Form onSubmit={() => (busy || disabled ? undefined : submit())}>
        {children}
        <ErrorNotice error={error} />
        <div className="actions">
          <Button onClick={close}>{cancel}</Button>
          <Button type="submit" kind={kind} busy={busy} disabled={disabled}>
            {action}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

/** An action that is confirmed first. `ask` opens its dialog about something; success closes it. */
export function useConfirmed<Subject = true>(work: (subject: Subject, note: string) => Promise<unknown>) {
  const [asked, setAsked] = useState<Subject>();
  const action = useAction(async (note: string) => {
    if (asked !== undefined) await work(asked, note);
    setAsked(undefined);
  });
  return { ...action, asked, ask: (subject: Subject) => setAsked(() => subject), close: () => setAsked(undefined) };
}

/** Asks before an action that ends something. */
export function ConfirmDialog({
  title,
  action,
  cancel,
  children,
  typed,
  note,
  confirmation: { busy, error, run, close },
}: {
  readonly title: string;
  /** Label of the button that acts. */
  readonly action: string;
  readonly cancel?: string;
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
  readonly confirmation: {
    readonly busy: boolean;
    readonly error: unknown;
    readonly run: (note: string) => unknown;
    readonly close: () => void;
  };
}): ReactNode {
  const [text, setText] = useState('');
  const [proof, setProof] = useState('');
  // The page may keep one action for several dialogs: the error of an earlier one says nothing about this one.
  const [earlierError] = useState(error);
  return (
    <FormDialog
      title={title}
      action={action}
      cancel={cancel}
      kind="danger"
      busy={busy}
      disabled={typed !== undefined && proof.trim() !== typed}
      error={error === earlierError ? undefined : error}
      submit={() => void run(text.trim())}
      close={close}
    >
      {children}
      {note !== undefined && <Field value={text} onChange={setText} {...note} />}
      {typed !== undefined && (
        <Field label={`Type ${typed} to continue`} value={proof} onChange={setProof} autoComplete="off" required />
      )}
    </FormDialog>
  );
}
