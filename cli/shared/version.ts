/** Version of the executables and their plugin manifests. */
export const toolkitVersion = '4.0.0';
