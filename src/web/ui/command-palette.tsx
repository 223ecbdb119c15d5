import './aria-style.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { Autocomplete, Input, Label, Menu, MenuItem, SearchField, useFilter } from 'react-aria-components';
import { Dialog } from './dialog.tsx';
import { ErrorNotice } from './error-notice.tsx';
import './styles/parts.css';

/** A place that the palette leads to. */
export interface Command {
  readonly id: string;
  readonly text: string;
  readonly run: () => void;
}

/** Milliseconds without typing after which a text is searched for. */
const pauseMs = 200;

/** Finds a place by a few letters. Loaded when it is opened first. */
export function CommandPalette({
  commands,
  search,
  label = 'Page or app',
  onClose,
}: {
  readonly commands: () => Promise<readonly Command[]>;
  /** Finds further places, which need not contain the text. */
  readonly search?: (text: string, signal: AbortSignal) => Promise<readonly Command[]>;
  readonly label?: string;
  readonly onClose: () => void;
}): ReactNode {
  const { contains } = useFilter({ sensitivity: 'base' });
  const [items, setItems] = useState<readonly Command[]>([]);
  const [text, setText] = useState('');
  const [found, setFound] = useState<readonly Command[]>([]);
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    commands().then(setItems, setError);
    // The palette is opened anew for other commands.
  }, []);
  useEffect(() => {
    const wanted = text.trim();
    setFound([]);
    if (search === undefined || wanted.length < 2) return undefined;
    const abort = new AbortController();
    const failed = (cause: unknown) => abort.signal.aborted || setError(cause);
    const timer = setTimeout(() => {
      search(wanted, abort.signal).then((more) => abort.signal.aborted || setFound(more), failed);
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [text]);
  const shown = [...items.filter((command) => contains(command.text, text.trim())), ...found].filter(
    ({ id }, index, all) => all.findIndex((other) => other.id === id) === index,
  );
  return (
    <Dialog title="Go to" onClose={onClose}>
      <ErrorNotice error={error} />
      <Autocomplete inputValue={text} onInputChange={setText}>
        <SearchField autoFocus className="field">
          <Label className="hidden">{label}</Label>
          <Input placeholder={label} />
        </SearchField>
        <Menu
          className="menu palette"
          aria-label="Places"
          items={shown}
          renderEmptyState={() => <p className="soft">Nothing is called that.</p>}
          onAction={(id) => {
            onClose();
            shown.find((command) => command.id === id)?.run();
          }}
        >
          {({ id, text: name }) => <MenuItem id={id}>{name}</MenuItem>}
        </Menu>
      </Autocomplete>
    </Dialog>
  );
}
