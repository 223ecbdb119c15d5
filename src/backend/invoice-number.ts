import { v4 } from 'uuid';

/** Creates an unguessable invoice number: `inv-` and a random UUID. @param random 16 random bytes */
export function invoiceNumber(random: Uint8Array): string {
  return `inv-${v4({ random })}`;
}
