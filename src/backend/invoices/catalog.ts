import type { Network, Token } from '../database.ts';

/** Simulated outcome of the payment of a test product. */
type PaymentTestScenario = 'paid' | 'paid:failed' | 'cancelled';

/** Payment recipients. Products in a token without recipient are not sold. */
export interface Recipients {
  /** Wallet on the public chain, for USDC: NEXT_PUBLIC_RECIPIENT_ADDRESS. */
  readonly chain: string | undefined;
  /** Provider address, for the platform's token: NEXT_PUBLIC_PLATFORM_RECIPIENT_ADDRESS. */
  readonly platform: string | undefined;
}

export interface Product {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly quantity: number;
  /** In whole tokens, for display: 0.99. */
  readonly price: string;
  /** The price in the token's smallest unit, 1 to 78 digits. */
  readonly amount: string;
  readonly token: Token;
  readonly network: Network;
  readonly recipient: string | undefined;
  readonly iconUrl: string;
  /** Set on test products only. */
  readonly test?: PaymentTestScenario;
  /** No longer on sale; existing invoices stay payable. */
  readonly withdrawn?: true;
}

/** A product on sale: not withdrawn, and with a recipient. */
type Offer = Product & { readonly recipient: string };

export type ProductCatalog = ReturnType<typeof createProductCatalog>;

/** Number of decimal digits of each token's smallest unit. */
export const decimals: Readonly<Record<Token, number>> = { USDC: 6, PLATFORM: 9 };
const networks: Readonly<Record<Token, Network>> = { USDC: 'solana', PLATFORM: 'platform' };

export function createProductCatalog(products: readonly Product[]) {
  const byId = new Map(products.map((product) => [product.id, product]));
  return {
    offers: products.filter(isOffer),
    /** Returns the product, on sale or not. */
    find: (id: string) => byId.get(id),
    /** Returns the product when it is on sale. */
    onSale: (id: string): Offer | undefined => {
      const product = byId.get(id);
      return product && isOffer(product) ? product : undefined;
    },
  };
}

const isOffer = (product: Product): product is Offer => !product.withdrawn && product.recipient !== undefined;

/** Validates a catalog. @returns all problems, each naming its product; empty for a valid catalog */
export function catalogProblems(products: readonly Product[], recipients: Recipients): readonly string[] {
  const seen = new Set<string>();
  return products.flatMap((product) => {
    const problems = productProblems(product, recipients);
    if (seen.has(product.id)) problems.push('has the id of another product');
    seen.add(product.id);
    return problems.map((problem) => `product "${product.id}" ${problem}`);
  });
}

const onlyZeros = /^0*$/;
/** The contract's form of addresses: visible ASCII. */
const address = /^[\x21-\x7e]{1,128}$/;

function productProblems(product: Product, { chain, platform }: Recipients): string[] {
  const { id, title, description, quantity, price, amount, token, network, recipient, iconUrl } = product;
  const expected = token === 'PLATFORM' ? platform : chain;
  const rules: readonly (readonly [boolean, string])[] = [
    [/^[a-z0-9][a-z0-9-]{0,63}$/.test(id), 'needs an id of 1 to 64 lowercase letters, digits and hyphens'],
    [isTextOf(title, 200), 'needs a title of 1 to 200 characters'],
    [isTextOf(description, 1000), 'needs a description of 1 to 1000 characters'],
    [Number.isInteger(quantity) && quantity >= 1 && quantity < 2 ** 31, `has the quantity ${quantity}, not 1 or more`],
    [/^[0-9]{1,78}$/.test(amount) && !onlyZeros.test(amount), `has the amount "${amount}", not 1 to 78 digits above 0`],
    [smallestUnits(price, token) === amount, `has the price ${price}, which is not the amount ${amount} in ${token}`],
    [networks[token] === network, `is paid in ${token} on ${network}, not on ${networks[token]}`],
    [
      recipient === undefined || address.test(recipient),
      `has the recipient "${recipient}", not 1 to 128 visible ASCII characters`,
    ],
    [recipient === expected, `is paid in ${token}, so its recipient must be ${expected}`],
    [URL.canParse(iconUrl) && iconUrl.length <= 2048, `has the iconUrl "${iconUrl}", not an address`],
  ];
  return rules.filter(([holds]) => !holds).map(([, problem]) => problem);
}

/** Whether a text is not blank, well-formed, and at most `maxLength` code points long. */
function isTextOf(text: string, maxLength: number): boolean {
  return text.trim() !== '' && text.isWellFormed() && Array.from(text).length <= maxLength;
}

/** Converts a price to smallest units without rounding. @returns undefined for text that is not a price */
function smallestUnits(price: string, token: Token): string | undefined {
  const [, whole, fraction = ''] = /^(0|[1-9]\d*)(?:\.(\d+))?$/.exec(price) ?? [];
  if (whole === undefined || fraction.length > decimals[token]) return undefined;
  return BigInt(whole + fraction.padEnd(decimals[token], '0')).toString();
}
