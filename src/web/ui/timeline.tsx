import type { ReactNode } from 'react';
import './styles/parts.css';
import { Time, type Tone } from './values.tsx';

export interface TimelineEntry {
  readonly key: string;
  readonly title: ReactNode;
  /** ISO 8601; null for what is still to come at an unknown time. */
  readonly at: string | null;
  readonly tone?: Tone;
  /** Details below the title. */
  readonly children?: ReactNode;
}

/** What happened, the oldest entry first. */
export function Timeline({
  label,
  entries,
}: {
  /** Names the list for screen readers. */
  readonly label: string;
  readonly entries: readonly TimelineEntry[];
}): ReactNode {
  return (
    <ol className="timeline" aria-label={label}>
      {entries.map(({ key, title, at, tone = 'quiet', children }) => (
        <li key={key} className={tone}>
          <span className="row">
            <strong>{title}</strong>
            {at !== null && (
              <span className="soft">
                <Time at={at} to="second" />
              </span>
            )}
          </span>
          {children}
        </li>
      ))}
    </ol>
  );
}
