import { mulberry32 } from '../../contract-tests/fixtures/random.ts';
import { assumptions } from './demand.ts';
import type { RequestKind } from './request-kinds.ts';

/**
 * Creates a mix of requests in the proportions of scripts/capacity. Prepares sessions to refresh and posts to read first.
 */
export async function mixOf(kinds: readonly RequestKind[]): Promise<() => Promise<unknown>> {
  const shares = kinds.map((kind) => ({ kind, share: assumptions.perUserAndDay[kind.name] ?? 0 }));
  const total = shares.reduce((sum, { share }) => sum + share, 0);
  const made = new Map<string, number>();
  const make = ({ name, request }: RequestKind) => {
    const index = made.get(name) ?? 0;
    made.set(name, index + 1);
    return request(index);
  };
  for (const kind of kinds)
    for (let first = 0; first < 100 && (kind.name === 'sign-in' || kind.name === 'post'); first += 1) await make(kind);

  const random = mulberry32(1);
  const precision = 1_000_000;
  const choose = (): RequestKind => {
    let place = (random(precision) / precision) * total;
    for (const { kind, share } of shares) {
      place -= share;
      // All that was prepared has been used.
      const over = (made.get(kind.name) ?? 0) >= (kind.limit ?? Infinity);
      if (place < 0 && !over) return kind;
    }
    return choose();
  };
  return () => make(choose());
}
