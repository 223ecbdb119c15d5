import type { JsonObject } from '../../src/protocol/json-object.ts';
import type { Change } from './change.ts';

/** Keywords whose larger value lets less through. */
const lower = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'] as const;
/** Keywords whose smaller value lets less through. */
const upper = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'] as const;
/** Keywords of which nobody can tell which value lets less through: only that having none lets everything. */
const forms = ['pattern', 'format', 'multipleOf', 'contentMediaType', 'uniqueItems'] as const;

/**
 * What a schema demands of one value. Requests break by demanding more, answers by promising less; a default that
 * changes changes what is meant by leaving out.
 */
export function compareBounds(was: JsonObject, is: JsonObject, request: boolean): readonly Change[] {
  const keywords = [...lower, ...upper, ...forms, ...(request ? (['default'] as const) : [])];
  return keywords.flatMap((keyword): readonly Change[] => {
    const [before, after] = [was[keyword], is[keyword]];
    if (JSON.stringify(before) === JSON.stringify(after)) return [];
    const stricter = demandsMore(keyword, before, after);
    const breaking = stricter === undefined || stricter === request;
    return [{ breaking, what: `${keyword} ${written(before)} → ${written(after)}` }];
  });
}

/** @returns undefined where it can be neither or both */
function demandsMore(keyword: string, before: unknown, after: unknown): boolean | undefined {
  if (keyword === 'default') return undefined;
  if (before === undefined) return true;
  if (after === undefined) return false;
  if (typeof before !== 'number' || typeof after !== 'number' || keyword === 'multipleOf') return undefined;
  return lower.some((one) => one === keyword) ? after > before : after < before;
}

const written = (value: unknown): string => (value === undefined ? 'none' : JSON.stringify(value));
