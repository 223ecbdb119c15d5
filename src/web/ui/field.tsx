import { type ComponentProps, type ReactNode, type RefCallback, useEffect, useId, useRef } from 'react';
import { isJsonObject } from '../../protocol/json-object.ts';
import { RefusedError } from '../../typed-contract/client.ts';
import { describeError } from './error-notice.tsx';
import './styles/parts.css';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Attributes that connect a control with its label, hint and error. */
interface ControlAttributes {
  readonly id: string;
  readonly ref: RefCallback<Control>;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
}

interface LabelledProps {
  readonly label: string;
  readonly hint?: ReactNode;
  /** What is wrong with the value. */
  readonly error?: string | undefined;
}

/** A form whose data stay in the page. */
export function Form({
  onSubmit,
  ...attributes
}: Omit<ComponentProps<'form'>, 'onSubmit'> & { readonly onSubmit: () => void }): ReactNode {
  return (
    <form
      {...attributes}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    />
  );
}

/** A control with its label, hint and error. The first control of a form with a new error receives the focus. */
function Labelled({
  label,
  hint,
  error,
  children,
}: LabelledProps & { readonly children: (attributes: ControlAttributes) => ReactNode }): ReactNode {
  const id = useId();
  const control = useRef<Control>(null);
  useEffect(() => {
    const element = control.current;
    if (error === undefined || element === null) return;
    const first = element.form?.querySelector('[aria-invalid="true"]') ?? element;
    if (first === element) element.focus();
  }, [error]);
  const descriptions = [error !== undefined && `${id}-error`, hint !== undefined && `${id}-hint`].filter(Boolean);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        ref: (element) => {
          control.current = element;
        },
        'aria-invalid': error === undefined ? undefined : true,
        'aria-describedby': descriptions.length === 0 ? undefined : descriptions.join(' '),
      })}
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

/** A labelled text input. */
export function Field({
  label,
  hint,
  error,
  value,
  onChange,
  type = 'text',
  ...input
}: LabelledProps & {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: 'text' | 'url' | 'password' | 'datetime-local';
  readonly required?: boolean;
  readonly maxLength?: number;
  readonly placeholder?: string;
  readonly autoComplete?: 'off';
}): ReactNode {
  return (
    <Labelled label={label} hint={hint} error={error}>
      {(attributes) => (
        <input
          {...input}
          {...attributes}
          type={type}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Labelled>
  );
}

/** A labelled text area, for a list with one line each or for code. */
export function LinesField({
  label,
  hint,
  error,
  value,
  onChange,
}: LabelledProps & {
  readonly value: string;
  readonly onChange: (value: string) => void;
}): ReactNode {
  return (
    <Labelled label={label} hint={hint} error={error}>
      {(attributes) => (
        <textarea
          {...attributes}
          rows={Math.max(2, value.split('\n').length)}
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Labelled>
  );
}

/** The lines of a text, without empty ones. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** A labelled select. */
export function Choice<Value extends string>({
  label,
  hint,
  error,
  value,
  options,
  onChange,
}: LabelledProps & {
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly text: string }[];
  readonly onChange: (value: Value) => void;
}): ReactNode {
  return (
    <Labelled label={label} hint={hint} error={error}>
      {(attributes) => (
        <select
          {...attributes}
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
      )}
    </Labelled>
  );
}

/** The error of a form, split into what stands at a field and what stands below the fields. */
export interface FieldErrors<Name extends string> {
  /** Returns the text at a field; undefined when the error is not about it. */
  readonly at: (field: Name) => string | undefined;
  /** The error when it is about none of the fields. */
  readonly other: unknown;
}

/**
 * Assigns an error to the field that it names, such as `url`. A path such as `links/0` belongs to the field `links`.
 *
 * @param fields names in the contract of the fields that the form shows
 */
export function fieldErrors<Name extends string>(error: unknown, fields: readonly Name[]): FieldErrors<Name> {
  const named = namedField(error);
  const field = fields.find((name) => name === named);
  return {
    at: (name) => (name === field ? withLines(describeError(error), name) : undefined),
    other: field === undefined ? error : undefined,
  };
}

/** Replaces the path of an entry, such as `links.0`, by its line: each entry of a list is a line of its field. */
const withLines = (text: string, name: string): string =>
  text.replaceAll(new RegExp(`\\b${name}[./](\\d+)`, 'g'), (_path, index: string) => `Line ${Number(index) + 1}`);

function namedField(error: unknown): string | undefined {
  if (!(error instanceof RefusedError) || !isJsonObject(error.body)) return undefined;
  const { details, error_description: description } = error.body;
  // An error of the sign-in provider has no details; its description begins with the field.
  const path = isJsonObject(details) ? details['field'] : description;
  return typeof path === 'string' ? /^\w+/.exec(path)?.[0] : undefined;
}

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
