import { renderUnicodeCompact } from 'uqr';

/** Renders a QR code for a terminal in half-block characters, two modules per line. */
export function qrText(text: string): string {
  return renderUnicodeCompact(text, { border: 2 });
}
