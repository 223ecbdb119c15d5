import { type ReactNode, useId } from 'react';

export interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  /** What is wrong with the value. */
  readonly error?: string | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: 'text' | 'url' | 'password' | 'datetime-local';
  readonly required?: boolean;
  readonly maxLength?: number;
  readonly placeholder?: string;
  readonly autoComplete?: 'off';
}

/** A labelled text input. */
export function Field({ label, hint, error, value, onChange, type = 'text', ...input }: FieldProps): ReactNode {
  const id = useId();
  const descriptions = [error !== undefined && `${id}-error`, hint !== undefined && `${id}-hint`].filter(Boolean);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        type={type}
        value={value}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={descriptions.length === 0 ? undefined : descriptions.join(' ')}
        onChange={(event) => onChange(event.target.value)}
      />
      {error !== undefined && (
        <p id={`${id}-error`} className="field-error" role="alert">
          {error}
        </p>
      )}
      {hint !== undefined && (
        <small id={`${id}-hint`} className="hint">
          {hint}
        </small>
      )}
    </div>
  );
}

export interface LinesFieldProps {
  readonly label: string;
  readonly hint: ReactNode;
  /** One line each. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A labelled text area for a list, one line each. */
export function LinesField({ label, hint, value, onChange }: LinesFieldProps): ReactNode {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        rows={Math.max(2, value.split('\n').length)}
        spellCheck={false}
        value={value}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(event.target.value)}
      />
      <small id={`${id}-hint`} className="hint">
        {hint}
      </small>
    </div>
  );
}

/** The lines of a text, without empty ones. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

export interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly text: string }[];
  readonly onChange: (value: Value) => void;
}

/** A labelled select. */
export function Choice<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>): ReactNode {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value);
          if (chosen) onChange(chosen.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </div>
  );
}
