import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { ErrorNotice } from './error-notice.tsx';
import { Field, Form } from './field.tsx';

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
