import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { SignInPanel, type SignInPanelProps } from './sign-in-panel.tsx';
import { useSsoContext } from './sso-context.ts';

export interface SignInModalProps extends Pick<SignInPanelProps, 'onSuccess'> {
  readonly open: boolean;
  /** Called on Escape, the close button or a click on the backdrop. */
  readonly onClose: () => void;
}

/** Renders the panel in a modal dialog of the browser, which traps and restores the focus. */
export function SignInModal({ open, ...props }: SignInModalProps): ReactNode {
  return open ? <OpenModal {...props} /> : null;
}

function OpenModal({ onClose, onSuccess }: Omit<SignInModalProps, 'open'>): ReactNode {
  const { texts } = useSsoContext();
  const dialog = useRef<HTMLDialogElement>(null);
  // The browser restores the focus only when the dialog closes before it leaves the page.
  useLayoutEffect(() => {
    const { current } = dialog;
    if (current?.open === false) current.showModal();
    return () => current?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="platform-sso-modal"
      aria-label={texts.title}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className="platform-sso">
        <SignInPanel onSuccess={onSuccess} />
        <button type="button" className="platform-sso-close" aria-label={texts.close} onClick={onClose}>
          ×
        </button>
      </div>
    </dialog>
  );
}
