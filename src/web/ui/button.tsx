import { type ReactNode, useState } from 'react';

/** A button. While `busy` or `disabled`, it ignores clicks and keeps the focus. */
export function Button({
  children,
  onClick,
  kind = 'plain',
  type = 'button',
  busy = false,
  disabled = false,
}: {
  readonly children: ReactNode;
  readonly onClick?: (() => void) | undefined;
  readonly kind?: 'primary' | 'plain' | 'danger';
  readonly type?: 'button' | 'submit';
  readonly busy?: boolean;
  readonly disabled?: boolean;
}): ReactNode {
  return (
    <button
      type={type}
      className={`button ${kind}`}
      aria-disabled={disabled || undefined}
      aria-busy={busy}
      onClick={(event) => {
        if (busy || disabled) event.preventDefault();
        else onClick?.();
      }}
    >
      {busy && <span className="spinner" aria-hidden="true" />}
      {children}
    </button>
  );
}

/** A value with a button that copies it. */
export function CopyField({
  label,
  value,
  onCopied,
}: {
  readonly label: string;
  readonly value: string;
  readonly onCopied?: () => void;
}): ReactNode {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => {
        setState('copied');
        onCopied?.();
      },
      () => setState('failed'),
    );
  return (
    <span className="copy">
      <code>{value}</code>
      <button type="button" className="button small" aria-label={`Copy ${label}`} onClick={() => void copy()}>
        {state === 'copied' ? 'Copied' : 'Copy'}
      </button>
      <span className={state === 'failed' ? 'soft' : 'hidden'} role="status">
        {state === 'copied' && `${label} is copied`}
        {state === 'failed' && 'The browser did not allow copying: select the text and copy it.'}
      </span>
    </span>
  );
}

/** Offers a file to the person as a download. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
