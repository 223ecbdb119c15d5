import type { ReactNode } from 'react';
import { uiText } from './language.ts';
import './styles/parts.css';

/** Holds the place of content that loads, so that nothing below moves when it arrives. */
export function Skeleton({
  lines = 3,
  label = uiText('loading'),
}: {
  /** Number of lines, each as high as a row of a table. */
  readonly lines?: number;
  /** What a screen reader says. */
  readonly label?: string;
}): ReactNode {
  return (
    <div className="skeleton" role="status">
      <span className="hidden">{label}</span>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className="line" aria-hidden="true" />
      ))}
    </div>
  );
}
