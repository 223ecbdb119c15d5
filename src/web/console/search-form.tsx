import { type ReactNode, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';

export interface SearchFormProps {
  readonly label: string;
  readonly hint: string;
  readonly onSearch: (text: string) => void;
  /** Further filters. */
  readonly children?: ReactNode;
}

/** A search field that searches on submit. */
export function SearchForm({ label, hint, onSearch, children }: SearchFormProps): ReactNode {
  const [text, setText] = useState('');
  return (
    <form
      role="search"
      className="filters"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(text.trim());
      }}
    >
      <Field label={label} hint={hint} value={text} onChange={setText} maxLength={256} autoComplete="off" />
      {children}
      <Button type="submit">Search</Button>
    </form>
  );
}
