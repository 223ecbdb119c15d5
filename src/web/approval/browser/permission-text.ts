import type { AuthorizationRequest } from '../../../../generated/sso/types.ts';
import { formatList } from './format.ts';
import { findText } from './language.ts';

/** What approving allows: English words of the contract, and codes that a page in another language says itself. */
export type Permissions = Pick<AuthorizationRequest, 'permissions' | 'permissionCodes' | 'services'>;

/** Returns what approving allows, to be put into a sentence. A code that this page does not know is shown in English. */
export function permissionText({ permissions = [], permissionCodes = [], services = [] }: Permissions): string {
  const named = { services: formatList(services) };
  return formatList(
    permissionCodes.map((code, index) => findText(`permission_${code}`, named) ?? permissions[index] ?? code),
  );
}
