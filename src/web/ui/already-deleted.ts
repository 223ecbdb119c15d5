import { RefusedError } from '../../typed-contract/client.ts';

/** Waits for a deletion. What is not found any more was deleted in another tab, which is the same to the user. */
export async function ignoreAlreadyDeleted(deletion: Promise<unknown>): Promise<void> {
  try {
    await deletion;
  } catch (error) {
    if (!(error instanceof RefusedError) || error.status !== 404) throw error;
  }
}
