import { encode } from 'uqr';
import { type Html, html } from '../html/html.ts';

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

/** Renders a QR code as SVG. It is dark on light in both themes, because cameras do not read an inverted one. */
export function qrSvg(text: string, label: string): Html {
  const { size, path } = qrPath(text);
  return html`<svg
    class="qr"
    viewBox="0 0 ${size} ${size}"
    role="img"
    aria-label="${label}"
    shape-rendering="crispEdges"
  >
    <rect width="${size}" height="${size}" fill="#fff" />
    <path d="${path}" fill="#000" />
  </svg>`;
}
