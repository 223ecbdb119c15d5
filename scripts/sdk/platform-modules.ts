/** A module of src/protocol that Node has in a faster form, with node:crypto. */
interface PlatformModule {
  readonly name: string;
  readonly portable: string;
  readonly node: string;
}

export const platformModules: readonly PlatformModule[] = [
  { name: 'sha256', portable: 'sha256.ts', node: 'sha256.node.ts' },
  { name: 'ed25519', portable: 'ed25519.ts', node: 'ed25519.node.ts' },
  { name: 'es256', portable: 'es256.ts', node: 'es256.node.ts' },
];

/** The `imports` of the package's manifest. */
export const platformImports = Object.fromEntries(
  platformModules.map(({ name }) => [
    `#${name}`,
    {
      import: byRuntime((folder) => `./${folder}/${name}.js`),
      require: byRuntime((folder) => `./cjs/${folder}/${name}.cjs`),
    },
  ]),
);

function byRuntime(path: (folder: 'node' | 'portable') => string): Readonly<Record<'node' | 'default', string>> {
  return { node: path('node'), default: path('portable') };
}
