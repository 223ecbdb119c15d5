import type { ReactNode } from 'react';
import type { AuthorizeResponse } from '../../../generated/sso/types.ts';
import { Button } from './button.tsx';
import { useResource, Wait } from './requests.tsx';

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

/**
 * A QR code. It is dark on light in both themes, because cameras do not read an inverted one. The encoder is loaded when
 * the first code is shown.
 */
function QrImage({ text, label }: { readonly text: string; readonly label: string }): ReactNode {
  const code = useResource(text, async () => (await import('../qr.ts')).qrPath(text));
  if (code.value === undefined) return <div className="qr" />;
  const { size, path } = code.value;
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
