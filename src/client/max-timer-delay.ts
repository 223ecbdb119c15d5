/** Maximum delay of `setTimeout` in milliseconds; a longer one fires immediately. */
export const maxTimerDelay: number = 2 ** 31 - 1;
