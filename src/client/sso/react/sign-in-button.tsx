import { type ReactNode, useState } from 'react';
import { SignInModal } from './sign-in-modal.tsx';
import { SignInStyles } from './sign-in-styles.tsx';
import { useSsoContext } from './sso-context.ts';
import { useAuth } from './use-auth.ts';

export interface SignInButtonProps {
  /** Replaces the label "Sign in". */
  readonly children?: ReactNode;
  readonly className?: string | undefined;
  readonly onSuccess?: (() => void) | undefined;
}

/** Renders a button that opens the sign-in, or signs out a signed-in user. */
export function SignInButton({ children, className, onSuccess }: SignInButtonProps): ReactNode {
  const { texts } = useSsoContext();
  const { status, logout } = useAuth();
  const [open, setOpen] = useState(false);
  const signedIn = status === 'signed-in';
  const classes = ['platform-sso platform-sso-button', signedIn && 'platform-sso-quiet', className]
    .filter(Boolean)
    .join(' ');
  const succeeded = () => {
    setOpen(false);
    onSuccess?.();
  };
  return (
    <>
      <SignInStyles />
      <button
        type="button"
        className={classes}
        disabled={status === 'loading'}
        aria-haspopup={signedIn ? undefined : 'dialog'}
        onClick={signedIn ? logout : () => setOpen(true)}
      >
        {signedIn ? texts.signOut : (children ?? texts.signIn)}
      </button>
      <SignInModal open={open} onClose={() => setOpen(false)} onSuccess={succeeded} />
    </>
  );
}
