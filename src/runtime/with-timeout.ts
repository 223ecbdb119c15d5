/** Settles as the promise does, or rejects with `reason` after so many milliseconds; the work itself goes on. */
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
