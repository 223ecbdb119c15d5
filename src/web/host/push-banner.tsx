import type { ReactNode } from 'react';
import type { Push } from '../../../generated/notifications/types.ts';

export interface PushBannerProps {
  readonly pushes: readonly Push[];
  readonly onTap: (push: Push) => void;
  readonly onDismiss: (push: Push) => void;
}

/** Shows arrived notifications above the page. */
export function PushBanner({ pushes, onTap, onDismiss }: PushBannerProps): ReactNode {
  return (
    <div className="pushes" role="region" aria-label="Arrived notifications" aria-live="polite">
      {pushes.map((push) => (
        <div key={push.notificationId} className="push">
          <button type="button" className="open" onClick={() => onTap(push)}>
            <strong>{push.title}</strong>
            <span>{push.body}</span>
          </button>
          <button
            type="button"
            className="button small"
            aria-label={`Dismiss: ${push.body}`}
            onClick={() => onDismiss(push)}
          >
            Dismiss
          </button>
        </div>
      ))}
    </div>
  );
}
