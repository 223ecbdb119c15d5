import { type ReactNode, useEffect, useId, useRef } from 'react';
import { SignInQrCode } from './sign-in-qr-code.tsx';
import { hasEnded, type SignInState } from './sign-in-attempt.ts';
import { SignInStyles } from './sign-in-styles.tsx';
import type { SignInTexts } from './sign-in-texts.ts';
import { useSsoContext } from './sso-context.ts';
import { useCoarsePointer } from './use-coarse-pointer.ts';
import { type SignIn, useSignIn } from './use-sign-in.ts';

export interface SignInPanelProps {
  /** Called once after a sign-in that this panel showed, also when another tab completed it. */
  readonly onSuccess?: (() => void) | undefined;
  readonly className?: string | undefined;
}

/** Renders a complete sign-in: on this device, by QR code or link, waiting, result and retry. */
export function SignInPanel({ onSuccess, className }: SignInPanelProps): ReactNode {
  const { texts } = useSsoContext();
  const { state, retry, signInHere } = useSignIn();
  const title = useId();
  const before = useRef(state.status);
  useEffect(() => {
    // A sign-in that ended before this panel was mounted does not count.
    if (state.status === 'success' && before.current !== 'success' && before.current !== 'idle') onSuccess?.();
    before.current = state.status;
  }, [state.status, onSuccess]);
  return (
    <section
      className={['platform-sso platform-sso-panel', className].filter(Boolean).join(' ')}
      aria-labelledby={title}
    >
      <SignInStyles />
      <h2 id={title} className="platform-sso-title">
        {heading(state, texts)}
      </h2>
      {state.status === 'waiting' ? (
        <Waiting {...state} texts={texts} signInHere={signInHere} />
      ) : (
        <Picture state={state} />
      )}
      <p className="platform-sso-status" role="status">
        {state.status === 'waiting' && <span className="platform-sso-dot" aria-hidden="true" />}
        {announcement(state, texts)}
      </p>
      {hasEnded(state) && (
        <button type="button" className="platform-sso-button" onClick={retry}>
          {texts.tryAgain}
        </button>
      )}
    </section>
  );
}

interface WaitingProps extends Extract<SignInState, { status: 'waiting' }> {
  readonly texts: SignInTexts;
  readonly signInHere: SignIn['signInHere'];
}

function Waiting({ deepLink, comparisonCode, texts, signInHere }: WaitingProps): ReactNode {
  const phone = useCoarsePointer();
  const code = comparisonCode !== undefined && (
    <p className="platform-sso-compare">
      {texts.compare} <strong>{comparisonCode}</strong>
    </p>
  );
  const picture = (
    <>
      <p className="platform-sso-hint">{texts.scan}</p>
      <div className="platform-sso-frame">
        <SignInQrCode text={deepLink} label={texts.qrLabel} />
      </div>
      {signInHere !== undefined && code}
    </>
  );
  return (
    <>
      {signInHere !== undefined && (
        <button type="button" className="platform-sso-button platform-sso-here" onClick={signInHere}>
          {texts.onThisDevice}
        </button>
      )}
      {/* The camera of a phone cannot scan its own screen. */}
      {phone ? (
        <details className="platform-sso-other">
          <summary>{texts.onAnotherDevice}</summary>
          {picture}
        </details>
      ) : (
        picture
      )}
      {signInHere === undefined && (
        <>
          {code}
          <a
            className="platform-sso-button platform-sso-open"
            href={deepLink}
            target="_blank"
            rel="noopener noreferrer"
          >
            {texts.openApp}
          </a>
        </>
      )}
    </>
  );
}

function Picture({ state: { status } }: { readonly state: SignInState }): ReactNode {
  if (status === 'success')
    return (
      <span className="platform-sso-mark platform-sso-good" aria-hidden="true">
        ✓
      </span>
    );
  if (status === 'rejected' || status === 'failed') {
    return (
      <span className="platform-sso-mark platform-sso-bad" aria-hidden="true">
        !
      </span>
    );
  }
  if (status === 'expired')
    return (
      <span className="platform-sso-mark" aria-hidden="true">
        ⏱
      </span>
    );
  return (
    <div className="platform-sso-frame platform-sso-plain">
      <span className="platform-sso-spinner" aria-hidden="true" />
    </div>
  );
}

function heading({ status }: SignInState, texts: SignInTexts): string {
  if (status === 'success' || status === 'rejected' || status === 'expired' || status === 'failed')
    return texts[status];
  return texts.title;
}

function announcement({ status }: SignInState, texts: SignInTexts): string {
  switch (status) {
    case 'idle':
    case 'starting':
      return texts.preparing;
    case 'waiting':
      return texts.waiting;
    case 'finishing':
      return texts.finishing;
    case 'success':
      return texts.successHint;
    case 'rejected':
      return texts.rejectedHint;
    case 'expired':
      return texts.expiredHint;
    case 'failed':
      return texts.failedHint;
  }
}
