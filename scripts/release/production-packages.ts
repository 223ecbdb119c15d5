/** A package of package-lock.json. */
interface LockedPackage {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly [member: string]: unknown;
}

export interface Lockfile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
  readonly [member: string]: unknown;
}

/** Returns the place of a dependency as Node finds it from a package: inside it, or in a folder above. */
function locate(packages: Lockfile['packages'], from: string, name: string): string | undefined {
  const folders = from === '' ? [] : from.split(/\/(?=node_modules\/)/);
  for (let depth = folders.length; depth >= 0; depth--) {
    const place = [...folders.slice(0, depth), `node_modules/${name}`].join('/');
    if (Object.hasOwn(packages, place)) return place;
  }
  return undefined;
}

/**
 * Reduces a lockfile to some direct dependencies and everything that they need, at the same places and versions.
 *
 * @param root the package itself, with the direct dependencies that are kept
 */
export function reduceLockfile(lockfile: Lockfile, root: LockedPackage): Lockfile {
  const kept = new Set<string>();
  const visit = (from: string, { dependencies, optionalDependencies, peerDependencies }: LockedPackage): void => {
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const place = locate(lockfile.packages, from, name);
      if (place === undefined || kept.has(place)) continue;
      kept.add(place);
      visit(place, lockfile.packages[place] ?? {});
    }
  };
  visit('', root);
  const entries = Object.entries(lockfile.packages).filter(([place]) => kept.has(place));
  return { ...lockfile, packages: { '': root, ...Object.fromEntries(entries) } };
}
