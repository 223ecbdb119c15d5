// First module of every program of a release: refuses an older Node, and adds what Node 20 lacks.

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`This release needs Node 20.19 or later, and this is ${process.versions.node}: update Node.`);
  process.exit(1);
}

const defined = (object, name, value) => {
  if (!(name in object)) Object.defineProperty(object, name, { value, configurable: true, writable: true });
};

defined(Map, 'groupBy', (items, keyOf) => {
  const groups = new Map();
  let index = 0;
  for (const item of items) {
    const key = keyOf(item, index++);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
});

defined(Object, 'groupBy', (items, keyOf) =>
  Object.assign(
    Object.create(null),
    Object.fromEntries(Map.groupBy(items, (item, index) => String(keyOf(item, index)))),
  ),
);

defined(Set.prototype, 'union', function union(other) {
  return new Set([...this, ...other]);
});
