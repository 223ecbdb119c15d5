/**
 * Returns the providers whose directories are trusted, without trailing slashes.
 *
 * @throws TypeError that names the invalid address
 */
export function trustedProviders(directories: readonly string[]): readonly string[] {
  if (!Array.isArray(directories) || directories.length === 0)
    throw new TypeError('trustedDirectories must be a list of the URLs of sign-in providers, with one at least.');
  return directories.map((address) => {
    const url = URL.canParse(address) ? new URL(address) : undefined;
    const isSecure = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
    if (url === undefined || !isSecure || url.username + url.password + url.search + url.hash !== '')
      throw new TypeError(
        `trustedDirectories must have https URLs of sign-in providers (http on a loopback host), not ${address}.`,
      );
    return url.origin + url.pathname.replace(/\/+$/, '');
  });
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}
