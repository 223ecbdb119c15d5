import type { ReactNode } from 'react';
import { useResource } from './use-resource.ts';

/**
 * A QR code. It is dark on light in both themes, because cameras do not read an inverted one. The encoder is loaded when
 * the first code is shown.
 */
export function QrImage({ text, label }: { readonly text: string; readonly label: string }): ReactNode {
  const code = useResource(text, async () => (await import('../qr-path.ts')).qrPath(text));
  if (code.value === undefined) return <div className="qr" />;
  const { size, path } = code.value;
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
