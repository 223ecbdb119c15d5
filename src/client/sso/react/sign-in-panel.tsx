import { type ReactNode, useEffect, useId, useMemo, useRef, useSyncExternalStore } from 'react';
import { encode } from 'uqr';
import { hasEnded, type SignInState } from './sign-in-attempt.ts';
import { type SignIn, type SignInTexts, useSignIn, useSsoContext } from './sso-context.ts';

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

/** Renders a QR code as one SVG path, dark on light in both color schemes, because cameras cannot read inverted codes. */
function SignInQrCode({ text, label }: { readonly text: string; readonly label: string }): ReactNode {
  const { size, path } = useMemo(() => {
    const { data, size } = encode(text, { ecc: 'M', border: 2 });
    const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
    return { size, path: squares.join('') };
  }, [text]);
  return (
    <svg
      className="platform-sso-qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

const query = '(pointer: coarse)';
// Some test environments have no matchMedia.
const list = () => globalThis.matchMedia?.(query);

function subscribe(listener: () => void): () => void {
  const media = list();
  media?.addEventListener('change', listener);
  return () => media?.removeEventListener('change', listener);
}

/** Whether the device is operated by touch, like a phone. False on a server. */
const useCoarsePointer = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => list()?.matches ?? false,
    () => false,
  );

/**
 * CSS variables on any ancestor set the theme: --platform-sso-accent, -accent-text, -background, -text, -muted, -border,
 * -danger, -success, -radius, -font. Dark and light follow the system, or data-theme="dark | light" on the nearest
 * ancestor; variables, unlike selectors, inherit from the nearest one.
 */
const light = '--platform-sso-light:initial;--platform-sso-dark: ';
const dark = '--platform-sso-light: ;--platform-sso-dark:initial';
// One of the two colors applies: an initial variable yields to its fallback, an empty one yields nothing.
const colors =
  '--_accent:var(--platform-sso-accent,var(--platform-sso-light,#2450d8) var(--platform-sso-dark,#8fb0ff));--_accent-text:var(--platform-sso-accent-text,var(--platform-sso-light,#fff) var(--platform-sso-dark,#0b1533));--_bg:var(--platform-sso-background,var(--platform-sso-light,#fff) var(--platform-sso-dark,#16191f));--_text:var(--platform-sso-text,var(--platform-sso-light,#15181f) var(--platform-sso-dark,#eef0f4));--_muted:var(--platform-sso-muted,var(--platform-sso-light,#555d6b) var(--platform-sso-dark,#a8b0be));--_border:var(--platform-sso-border,var(--platform-sso-light,#d9dde5) var(--platform-sso-dark,#343a46));--_danger:var(--platform-sso-danger,var(--platform-sso-light,#b3261e) var(--platform-sso-dark,#ff9d94));--_success:var(--platform-sso-success,var(--platform-sso-light,#14733a) var(--platform-sso-dark,#7ddc9c));';

const css = `
:root{${light}}
@media (prefers-color-scheme:dark){:root{${dark}}}
[data-theme=light]{${light}}
[data-theme=dark]{${dark}}
.platform-sso{color-scheme:var(--platform-sso-light,light) var(--platform-sso-dark,dark);${colors}--_radius:var(--platform-sso-radius,16px);font-family:var(--platform-sso-font,system-ui,-apple-system,"Segoe UI",Roboto,sans-serif);font-size:1rem;line-height:1.45;color:var(--_text);box-sizing:border-box}
.platform-sso *{box-sizing:border-box}
.platform-sso-button{appearance:none;display:inline-flex;align-items:center;justify-content:center;gap:.5em;min-height:44px;padding:.6em 1.3em;border:1px solid transparent;border-radius:calc(var(--_radius)*.75);background:var(--_accent);color:var(--_accent-text);font:inherit;font-weight:600;text-decoration:none;cursor:pointer;transition:filter .15s}
.platform-sso-button:hover{filter:brightness(1.08)}
.platform-sso-button:focus-visible,.platform-sso-close:focus-visible{outline:3px solid var(--_accent);outline-offset:2px}
.platform-sso-button.platform-sso-quiet{background:transparent;color:var(--_text);border-color:var(--_border)}
.platform-sso-panel{display:flex;flex-direction:column;align-items:center;gap:16px;width:100%;max-width:360px;margin:0 auto;padding:28px 24px;background:var(--_bg);border:1px solid var(--_border);border-radius:var(--_radius);text-align:center}
.platform-sso-title{margin:0;font-size:1.35rem;line-height:1.25;font-weight:650;letter-spacing:-.01em}
.platform-sso-hint{margin:0;text-wrap:balance;color:var(--_muted);overflow-wrap:anywhere}
.platform-sso-frame{display:grid;place-items:center;width:min(232px,100%);aspect-ratio:1;border-radius:calc(var(--_radius)*.75);background:#fff;border:1px solid var(--_border);overflow:hidden}
.platform-sso-frame.platform-sso-plain{background:transparent}
.platform-sso-qr{display:block;width:100%;height:100%}
.platform-sso-compare{display:flex;flex-direction:column;gap:2px;margin:0;color:var(--_muted);font-size:.9rem}
.platform-sso-compare strong{color:var(--_text);font:600 1.5rem/1.2 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;letter-spacing:.12em}
.platform-sso-status{display:flex;align-items:center;justify-content:center;gap:10px;margin:0;min-height:1.5em;color:var(--_muted);text-wrap:balance}
.platform-sso-dot{width:9px;height:9px;border-radius:50%;background:var(--_accent);animation:platform-sso-pulse 1.6s ease-in-out infinite}
.platform-sso-spinner{width:44px;height:44px;border-radius:50%;border:4px solid var(--_border);border-top-color:var(--_accent);animation:platform-sso-turn .9s linear infinite}
.platform-sso-mark{display:grid;place-items:center;width:64px;height:64px;border-radius:50%;border:3px solid currentColor;font-size:1.9rem;line-height:1;font-weight:700}
.platform-sso-good{color:var(--_success)}
.platform-sso-bad{color:var(--_danger)}
.platform-sso-open,.platform-sso-here,.platform-sso-other{width:100%}
.platform-sso-other>summary{min-height:44px;display:grid;place-items:center;color:var(--_muted);cursor:pointer}
.platform-sso-other>.platform-sso-frame{margin:16px auto}
@media (pointer:coarse){.platform-sso-compare,.platform-sso-open{order:-1}.platform-sso-title{order:-2}}
@media (pointer:fine){.platform-sso-open{background:transparent;color:var(--_text);border-color:var(--_border)}}
.platform-sso-modal{padding:0;border:0;background:transparent;max-width:min(400px,calc(100vw - 24px));width:100%;max-height:calc(100dvh - 24px);overflow:auto;margin:auto;color:inherit}
.platform-sso-modal::backdrop{background:rgb(8 10 16/.55);backdrop-filter:blur(2px)}
.platform-sso-modal>.platform-sso{position:relative;max-width:360px;margin:0 auto}
.platform-sso-close{appearance:none;position:absolute;inset-block-start:10px;inset-inline-end:10px;width:44px;height:44px;border:0;border-radius:50%;background:transparent;color:var(--_muted);font:inherit;font-size:1.4rem;line-height:1;cursor:pointer}
.platform-sso-close:hover{color:var(--_text)}
@keyframes platform-sso-pulse{50%{opacity:.25}}
@keyframes platform-sso-turn{to{transform:rotate(1turn)}}
@media (prefers-reduced-motion:reduce){.platform-sso-dot,.platform-sso-spinner{animation-duration:4s}.platform-sso-button{transition:none}}
`;

/** Renders the styles; React moves them into the head once per page. */
export function SignInStyles(): ReactNode {
  const { nonce } = useSsoContext();
  return (
    <style href="platform-sso" precedence="platform" nonce={nonce}>
      {css}
    </style>
  );
}
