import { type Html, html } from '../html/html.ts';
import { qrPath } from './qr-path.ts';

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
