/** Milliseconds: a longer `setTimeout` fires at once. */
export const longestTimer: number = 2 ** 31 - 1;
