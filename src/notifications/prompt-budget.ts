/** Prompts that may be shown to one person for one app within the window. */
const maxPrompts = 3;

/** Length of the rolling window, milliseconds. */
export const promptWindowMs = 24 * 60 * 60 * 1000;

export type PromptDecision =
  /** The prompt may be shown; `shown` is what to remember, Unix milliseconds. */
  | { readonly allowed: true; readonly shown: readonly number[] }
  | { readonly allowed: false; readonly nextPromptAt: Date };

/** Judges one more permission prompt: at most 3 in any 24 hours for one (session address, app). */
export function decidePrompt(shown: readonly number[], now: Date): PromptDecision {
  const recent = shown.filter((moment) => now.getTime() - moment < promptWindowMs).sort((a, b) => a - b);
  const oldestThatCounts = recent.at(-maxPrompts);
  if (oldestThatCounts === undefined) return { allowed: true, shown: [...recent, now.getTime()] };
  return { allowed: false, nextPromptAt: new Date(oldestThatCounts + promptWindowMs) };
}
