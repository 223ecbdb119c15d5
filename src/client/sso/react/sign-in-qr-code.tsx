import type { ReactNode } from 'react';
import { useMemo } from 'react';
import { encode } from 'uqr';

export interface SignInQrCodeProps {
  readonly text: string;
  readonly label: string;
}

/** Renders a QR code as one SVG path, dark on light in both color schemes, because cameras cannot read inverted codes. */
export function SignInQrCode({ text, label }: SignInQrCodeProps): ReactNode {
  const { size, path } = useMemo(() => {
    const { data, size } = encode(text, { ecc: 'M', border: 2 });
    const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
    return { size, path: squares.join('') };
  }, [text]);
  return (
    <svg
      className="platform-sso-qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
