/** Milliseconds: a longer `setTimeout` fires at once. */
export const maxTimerDelay: number = 2 ** 31 - 1;
