// Runs on every version of Node, so that an old one gets one clear line before a syntax error.
const { platform, arch } = process;
const needed = { major: 24, minor: 18 };
const [major, minor] = process.versions.node.split('.').map(Number);

/** Systems for which optionalDependencies of package.json have a fitting Node. */
const bundled = ['linux x64', 'linux arm64', 'win32 x64'];

if (major < needed.major || (major === needed.major && minor < needed.minor)) {
  const remedy = bundled.includes(`${platform} ${arch}`)
    ? 'run `npm ci` without --omit=optional, which installs a fitting Node, and start programs with `npm run`'
    : `install Node ${needed.major} (npm has no package of it for ${platform} ${arch})`;
  console.error(
    `The source code needs Node ${needed.major}.${needed.minor} or later, and this is ${process.versions.node}: ${remedy}. A release runs on Node 20.`,
  );
  process.exit(1);
}
