import type { ReactNode } from 'react';
import './styles/parts.css';

/** A choice of which part of a list is shown, all options in view. */
export function FilterChips<Value extends string>({
  label,
  value,
  options,
  onChange,
}: {
  /** Names the group for screen readers. */
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly text: string; readonly count?: number }[];
  readonly onChange: (value: Value) => void;
}): ReactNode {
  return (
    <div className="chips" role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className="chip"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.text}
          {option.count !== undefined && <span className="count">{counts.format(option.count)}</span>}
        </button>
      ))}
    </div>
  );
}

const counts = new Intl.NumberFormat();
