/** Settles as `work` does, or rejects with `reason` after the timeout, which does not cancel `work`. */
export async function withTimeout<Result>(
  milliseconds: number,
  work: Promise<Result>,
  reason: string,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${reason} within ${milliseconds} ms`)), milliseconds);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
