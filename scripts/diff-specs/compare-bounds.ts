import type { JsonObject } from '../../src/protocol/json-object.ts';
import type { Change } from './change.ts';

/** Keywords for which a larger value is stricter. */
const lower = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'] as const;
/** Keywords for which a smaller value is stricter. */
const upper = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'] as const;
/** Keywords whose values have no order of strictness; only their absence is known to allow more. */
const forms = ['pattern', 'format', 'multipleOf', 'contentMediaType', 'uniqueItems'] as const;

/**
 * Compares the constraints on one value. A stricter request breaks callers, and so does a looser response. A changed
 * default changes the meaning of an absent value.
 */
export function compareBounds(was: JsonObject, is: JsonObject, request: boolean): readonly Change[] {
  const keywords = [...lower, ...upper, ...forms, ...(request ? (['default'] as const) : [])];
  return keywords.flatMap((keyword): readonly Change[] => {
    const [before, after] = [was[keyword], is[keyword]];
    if (JSON.stringify(before) === JSON.stringify(after)) return [];
    const stricter = isStricter(keyword, before, after);
    const breaking = stricter === undefined || stricter === request;
    return [{ breaking, what: `${keyword} ${written(before)} → ${written(after)}` }];
  });
}

/** @returns whether the new value is stricter; undefined when that is unknown */
function isStricter(keyword: string, before: unknown, after: unknown): boolean | undefined {
  if (keyword === 'default') return undefined;
  if (before === undefined) return true;
  if (after === undefined) return false;
  if (typeof before !== 'number' || typeof after !== 'number' || keyword === 'multipleOf') return undefined;
  return lower.some((one) => one === keyword) ? after > before : after < before;
}

const written = (value: unknown): string => (value === undefined ? 'none' : JSON.stringify(value));
