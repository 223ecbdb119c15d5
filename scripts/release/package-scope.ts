/** Scope of the published packages on the registry. Its owner decides what `npx` runs, so docs print archives until it is owned. */
export const packageScope = '@platform';

/** Members of every published manifest: the registry shows which workflow built a package from which commit. */
export const publishConfig = { access: 'public', provenance: true };
