import { encode } from 'uqr';
import { type Html, trustedHtml } from '../html.ts';

/** A QR code as SVG paths: dark modules on a light ground in both colour schemes, or cameras would not read it. */
export function qrCode(text: string): Html {
  const { data, size } = encode(text, { ecc: 'M', border: 3 });
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return trustedHtml(
    `<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label="QR code of the sign-in link" shape-rendering="crispEdges">` +
      `<rect width="${size}" height="${size}" fill="#fff"/><path d="${path}" fill="#000"/></svg>`,
  );
}
