import type { Product, Recipients } from './catalog.ts';

/**
 * Returns the products. Add a product by adding an entry; withdraw one with `withdrawn: true` instead of deleting it, so
 * that existing invoices can still be looked up and paid.
 *
 * @param baseUrl this service's public address, which serves `icons/`
 */
export function products({ chain, platform }: Recipients, baseUrl: string): readonly Product[] {
  const icon = (name: string) => `${baseUrl}/icons/${name}.svg`;
  const usdc = { token: 'USDC', network: 'solana', recipient: chain } as const;
  const platformToken = { token: 'PLATFORM', network: 'platform', recipient: platform } as const;
  const coins = { description: 'Coins to spend in the app.', iconUrl: icon('coins') } as const;
  const boost = { description: 'Everything counts twice while it lasts.', iconUrl: icon('boost') } as const;
  const test = { quantity: 1, iconUrl: icon('test') } as const;

  return [
    { ...usdc, ...coins, id: 'coins-100-usdc', title: '100 coins', quantity: 100, price: '0.99', amount: '990000' },
    { ...usdc, ...coins, id: 'coins-500-usdc', title: '500 coins', quantity: 500, price: '3.99', amount: '3990000' },
    {
      ...usdc,
      ...coins,
      id: 'coins-1200-usdc',
      title: '1,200 coins',
      quantity: 1200,
      price: '7.99',
      amount: '7990000',
    },
    {
      ...usdc,
      ...boost,
      id: 'boost-7-days-usdc',
      title: 'Boost, 7 days',
      quantity: 7,
      price: '1.49',
      amount: '1490000',
    },

    {
      ...platformToken,
      ...coins,
      id: 'coins-100-platform',
      title: '100 coins',
      quantity: 100,
      price: '10',
      amount: '10000000000',
    },
    {
      ...platformToken,
      ...coins,
      id: 'coins-500-platform',
      title: '500 coins',
      quantity: 500,
      price: '40',
      amount: '40000000000',
    },
    {
      ...platformToken,
      ...coins,
      id: 'coins-1200-platform',
      title: '1,200 coins',
      quantity: 1200,
      price: '80',
      amount: '80000000000',
    },
    {
      ...platformToken,
      ...boost,
      id: 'boost-7-days-platform',
      title: 'Boost, 7 days',
      quantity: 7,
      price: '15',
      amount: '15000000000',
    },

    // These run through every step and move no money.
    {
      ...usdc,
      ...test,
      id: 'test-paid-usdc',
      title: 'Test: paid',
      description: 'Will be paid.',
      price: '0.01',
      amount: '10000',
      test: 'paid',
    },
    {
      ...platformToken,
      ...test,
      id: 'test-paid-platform',
      title: 'Test: paid',
      description: 'Will be paid.',
      price: '0.1',
      amount: '100000000',
      test: 'paid',
    },
    {
      ...usdc,
      ...test,
      id: 'test-cancelled-usdc',
      title: 'Test: cancelled',
      description: 'Will be cancelled by its payer.',
      price: '0.01',
      amount: '10000',
      test: 'cancelled',
    },
    {
      ...usdc,
      ...test,
      id: 'test-paid-failed-usdc',
      title: 'Test: paid, then failed',
      description: 'Will look paid, and fail.',
      price: '0.01',
      amount: '10000',
      test: 'paid:failed',
    },
  ];
}
