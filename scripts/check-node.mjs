// Runs on any version of Node, so that an old one gets a clear message instead of a syntax error.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 18)) {
  console.error(
    `Node ${process.versions.node} is running, but the platform needs Node 24.18 or later.\n` +
      'npm installs a fitting one beside the packages on Linux (x64, arm64) and Windows: run `npm ci` without --omit=optional.\n' +
      'On other systems install Node 24 and try again.',
  );
  process.exit(1);
}
