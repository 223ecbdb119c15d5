import { translated } from './language.ts';

/** An error whose message is for the person, in the language of the page. */
export class PageError extends Error {
  override readonly name: string = 'PageError';
}

/** The browser's session is missing or has ended. */
export class SignedOutError extends PageError {
  override readonly name = 'SignedOutError';

  constructor() {
    super(translated('sessionEnded'));
  }
}

/** Returns what the person reads about an error. Messages of browsers and libraries are in a language of their own. */
export function errorText(error: unknown): string {
  if (error instanceof PageError) return error.message;
  return translated('somethingFailed', { problem: error instanceof Error ? error.message : String(error) });
}
