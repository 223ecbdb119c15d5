import type { ReactNode } from 'react';
import type { AuthorizeResponse } from '../../../generated/sso/types.ts';
import { Button } from './button.tsx';
import { QrImage } from './qr-image.tsx';
import { Wait } from './wait.tsx';

/** A sign-in that waits for a decision on another device. */
export function PendingRequest({
  request: { deep_link: link, comparison_code: code },
  cancel,
}: {
  readonly request: AuthorizeResponse;
  readonly cancel: () => void;
}): ReactNode {
  return (
    <div className="card stack">
      <p>
        Scan the code with your phone, or{' '}
        <a href={link} target="_blank" rel="noreferrer">
          approve in this browser
        </a>
        .
      </p>
      <QrImage text={link} label="QR code of the sign-in link" />
      {code !== undefined && (
        <p>
          Both screens show <strong className="comparison">{code}</strong>
          <br />
          Approve only when they agree.
        </p>
      )}
      <Wait>Waiting for the decision…</Wait>
      <Button onClick={cancel}>Cancel</Button>
    </div>
  );
}
