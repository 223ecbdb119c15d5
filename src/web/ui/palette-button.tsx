import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import type { Command } from './command-palette.tsx';

/** In a file of its own, which is loaded on first use. */
const CommandPalette = lazy(async () => ({ default: (await import('./command-palette.tsx')).CommandPalette }));

/** Opens the command palette, as ⌘K and Ctrl+K do. */
export function PaletteButton(palette: {
  readonly commands: () => Promise<readonly Command[]>;
  readonly search?: (text: string, signal: AbortSignal) => Promise<readonly Command[]>;
  readonly label?: string;
}): ReactNode {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.altKey) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <button type="button" className="button small" onClick={() => setOpen(true)}>
        Go to…<kbd aria-hidden="true">Ctrl K</kbd>
      </button>
      {open && (
        <Suspense>
          <CommandPalette {...palette} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
