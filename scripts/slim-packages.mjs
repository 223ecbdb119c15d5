import { readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Prebuilt addons of a system are in a folder like linux-x64. */
const ownAddons = `${process.platform}-${process.arch}`;

/**
 * Deletes from installed packages what nothing here reads, a fifth of their size: source maps, the C++ headers of the Node of
 * optionalDependencies, and addons for other systems. Plain JavaScript, because `npm run prepare` is.
 *
 * @param {string} folder node_modules, or a folder in it
 */
export function slimPackages(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (isUnread(entry, folder)) rmSync(path, { recursive: true });
    else if (entry.isDirectory()) slimPackages(path);
  }
}

function isUnread(entry, folder) {
  if (!entry.isDirectory()) return /\.(?:[cm]?js|d\.[cm]?ts|css)\.map$/.test(entry.name);
  if (basename(folder) === 'prebuilds') return entry.name !== ownAddons;
  return entry.name === 'include' && /^node-(?:linux|win)-/.test(basename(folder));
}
