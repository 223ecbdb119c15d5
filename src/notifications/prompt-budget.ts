/** Maximum number of prompts of one app to one person within the window. */
const maxPrompts = 3;

/** Length of the rolling window, milliseconds. */
export const promptWindowMs = 24 * 60 * 60 * 1000;

export type PromptDecision =
  /** `shown`: times to store, Unix milliseconds. */
  | { readonly allowed: true; readonly shown: readonly number[] }
  | { readonly allowed: false; readonly nextPromptAt: Date };

/** Decides on a permission prompt: at most 3 in any 24 hours per (session address, app). */
export function decidePrompt(shown: readonly number[], now: Date): PromptDecision {
  const recent = shown.filter((time) => now.getTime() - time < promptWindowMs).sort((a, b) => a - b);
  const oldestCounted = recent.at(-maxPrompts);
  if (oldestCounted === undefined) return { allowed: true, shown: [...recent, now.getTime()] };
  return { allowed: false, nextPromptAt: new Date(oldestCounted + promptWindowMs) };
}
