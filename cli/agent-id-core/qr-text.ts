import { renderUnicodeCompact } from 'uqr';

/** A QR code in half-block characters, two modules high per line, to be scanned off a terminal. */
export function qrText(text: string): string {
  return renderUnicodeCompact(text, { border: 2 });
}
