import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { SignInPanel, type SignInPanelProps } from './sign-in-panel.tsx';
import { useSsoContext } from './sso-provider.tsx';

export interface SignInModalProps extends Pick<SignInPanelProps, 'onSuccess'> {
  readonly open: boolean;
  /** Escape, the close button, or a click beside the panel. */
  readonly onClose: () => void;
}

/** The panel over the page: the browser's own dialog keeps the focus inside and gives it back. */
export function SignInModal({ open, ...props }: SignInModalProps): ReactNode {
  return open ? <OpenModal {...props} /> : null;
}

function OpenModal({ onClose, onSuccess }: Omit<SignInModalProps, 'open'>): ReactNode {
  const { texts } = useSsoContext();
  const dialog = useRef<HTMLDialogElement>(null);
  // Closed while it is still in the page: only then does the browser give the focus back.
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
