import { type ReactNode, useState } from 'react';

/** A value with a button that copies it. */
export function CopyText({ label, value }: { readonly label: string; readonly value: string }): ReactNode {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => setState('copied'),
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
