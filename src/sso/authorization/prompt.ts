/** What the pages must ask, whatever was approved before (OpenID Connect Core §3.1.2.1). */
const pagePrompts = ['login', 'consent', 'select_account'] as const;

export type PromptValue = 'none' | (typeof pagePrompts)[number];

/** Returns whether a request contains a value of `prompt`. The contract has validated the list. */
export function prompts(prompt: string | null | undefined, value: PromptValue): boolean {
  return prompt?.split(' ').includes(value) ?? false;
}

/** Returns whether a request requires a page, even when nothing is left to approve. */
export function promptsPage(prompt: string | null | undefined): boolean {
  return pagePrompts.some((value) => prompts(prompt, value));
}
