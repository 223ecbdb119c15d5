import { v4 } from 'uuid';

/** `inv-` and a random UUID: nobody guesses the number of somebody else's invoice. @param random 16 random bytes */
export function invoiceNumber(random: Uint8Array): string {
  return `inv-${v4({ random })}`;
}
