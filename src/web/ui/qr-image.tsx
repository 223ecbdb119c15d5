import type { ReactNode } from 'react';
import { qrPath } from '../qr-path.ts';

/** A QR code. It is dark on light in both themes, because cameras do not read an inverted one. */
export function QrImage({ text, label }: { readonly text: string; readonly label: string }): ReactNode {
  const { size, path } = qrPath(text);
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
