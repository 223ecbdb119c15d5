import type { ReactNode } from 'react';

export type Tone = 'good' | 'bad' | 'busy' | 'quiet';

/** A short label with a colour. */
export function Badge({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }): ReactNode {
  return <span className={`badge ${tone}`}>{children}</span>;
}
