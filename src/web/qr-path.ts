import { encode } from 'uqr';

/** A QR code as an SVG path of its dark modules. */
interface QrPath {
  /** Width and height of the view box, modules. */
  readonly size: number;
  /** Value of the path's `d` attribute. */
  readonly path: string;
}

/** Encodes text as a QR code of error correction level M with a quiet zone of three modules. */
export function qrPath(text: string): QrPath {
  const { data, size } = encode(text, { ecc: 'M', border: 3 });
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return { size, path };
}
