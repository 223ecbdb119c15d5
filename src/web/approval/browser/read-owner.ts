import type { Owner } from '../../../../generated/sso/types.ts';
import { responseError, sso } from './sso.ts';

let hasRequested = false;

/**
 * Returns the owner who is signed in to this browser; undefined without a session. The first call on a page that came
 * without a session sends no request, because the refusal would be an error in the browser's console.
 *
 * @throws Error when the provider refuses for another reason
 */
export async function readOwner(): Promise<Owner | undefined> {
  const known = hasRequested || document.querySelector<HTMLElement>('main')?.dataset['session'] !== 'none';
  hasRequested = true;
  if (!known) return undefined;
  const response = await sso.getOwner();
  if (response.status === 401) return undefined;
  if (response.status !== 200) throw responseError(response);
  return response.body;
}
