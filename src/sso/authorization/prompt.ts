/** What the pages must ask, whatever was approved before (OpenID Connect Core §3.1.2.1). */
const asking = ['login', 'consent', 'select_account'] as const;

export type PromptValue = 'none' | (typeof asking)[number];

/** Tells whether a request contains a value of `prompt`. The contract has validated the list. */
export function prompts(prompt: string | null | undefined, value: PromptValue): boolean {
  return prompt?.split(' ').includes(value) ?? false;
}

/** Tells whether a request requires a page, even when nothing is left to approve. */
export function promptsPage(prompt: string | null | undefined): boolean {
  return asking.some((value) => prompts(prompt, value));
}
