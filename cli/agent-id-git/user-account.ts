import { userInfo } from 'node:os';

/** Tests whether the user of this process has a passwd entry. In a container it may have none; OpenSSH then refuses to run. */
export function hasUserAccount(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}
