import { type ReactNode, useId } from 'react';

export interface SwitchProps {
  readonly label: string;
  readonly on: boolean;
  readonly busy: boolean;
  readonly onChange: (on: boolean) => void;
}

/** A switch that takes effect immediately. */
export function Switch({ label, on, busy, onChange }: SwitchProps): ReactNode {
  const id = useId();
  return (
    <div className="row between">
      <label htmlFor={id}>{label}</label>
      <button
        id={id}
        type="button"
        role="switch"
        className="switch"
        aria-checked={on}
        aria-busy={busy}
        onClick={() => !busy && onChange(!on)}
      >
        <span className="knob" aria-hidden="true" />
      </button>
    </div>
  );
}
