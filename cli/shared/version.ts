/** Version of the four executables; their plugin manifests carry the same one. */
export const toolkitVersion = '4.0.0';
