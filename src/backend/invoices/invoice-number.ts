import { v4 } from 'uuid';
import { bucketBytes, bucketOf, bucketOfDigits } from '../../runtime/database/bucket.ts';

const prefix = 'inv-';

/**
 * Creates an unguessable invoice number: `inv-` and a UUIDv4 that carries the payer's bucket and 110 random bits.
 *
 * @param random 16 random bytes
 */
export const invoiceNumber = (random: Uint8Array, payer: string): string =>
  prefix + v4({ random: bucketBytes(random, bucketOf(payer)) });

/** Returns the bucket of an invoice; some bucket for a text that is no invoice number. */
export const bucketOfInvoice = (invoice: string): number => bucketOfDigits(invoice.slice(prefix.length));
