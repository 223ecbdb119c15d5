import type { ReactNode } from 'react';

export interface ButtonProps {
  readonly children: ReactNode;
  readonly onClick?: (() => void) | undefined;
  readonly kind?: 'primary' | 'plain' | 'danger';
  readonly type?: 'button' | 'submit';
  readonly busy?: boolean;
  readonly disabled?: boolean;
}

/** A button. While `busy` or `disabled`, it ignores clicks and keeps the focus. */
export function Button({
  children,
  onClick,
  kind = 'plain',
  type = 'button',
  busy = false,
  disabled = false,
}: ButtonProps): ReactNode {
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
