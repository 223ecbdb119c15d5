import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { type Chain, readRequirements, readChains, parseRequirements } from './requirements.ts';
import { repositoryTree, type SourceTree } from './locate-target.ts';
import { readTests } from './tests.ts';
import { formatChain, selectRequirements, trace } from './trace.ts';
import { brokenLinks, brokenOperations } from './broken-links.ts';

const post: Chain = {
  id: 'C7',
  section: 'Endpoints / Forum',
  says: 'POST | /api/posts | creates a post',
  serves: ['forum.createPost'],
  place: { file: 'requirements/forum.txt', line: 7 },
  links: [
    {
      target: 'forum.createPost',
      needsContract: true,
      contract: { file: 'specs/forum.yaml', line: 12 },
      handler: { file: 'src/forum/posts/posts.ts', line: 5 },
    },
  ],
  proofs: [{ title: 'forum: a post', file: 'forum.test.ts', line: 3 }],
};
const bind: Chain = {
  ...post,
  id: 'B2',
  says: 'bind | waits up to 300 s',
  section: 'Toolkit',
  serves: ['agent-id-core bind'],
};
const chains = [post, bind];
const tests = readTests(repositoryTree);

test.each([
  ['createPost', [post]],
  ['forum.createpost', [post]],
  ['bind', [bind]],
  ['agent-id-core bind', [bind]],
  ['c7', [post]],
  ['creates POST', [post]],
  ['toolkit waits', [bind]],
  ['endpoints', [post]],
  ['createPosts', []],
  ['post bind', []],
  ['', []],
] as const)('trace: the query %j selects the right requirements', (query, selected) => {
  expect(selectRequirements(chains, query)).toEqual(selected);
});

test('trace: a chain names requirement, contract line, handler and tests, and what is missing', () => {
  expect(formatChain(post).split('\n')).toEqual([
    'POST | /api/posts | creates a post',
    '  section      Endpoints / Forum',
    '  requirement  C7  requirements/forum.txt:7',
    '  forum.createPost',
    '    contract   specs/forum.yaml:12',
    '    handler    src/forum/posts/posts.ts:5',
    '  test         forum.test.ts:3  forum: a post',
  ]);
  expect(formatChain({ ...post, proofs: [] })).toMatch(/^ {2}test {9}MISSING$/m);
});

const runTrace = (...query: readonly string[]) =>
  new Promise<{ readonly code: number; readonly output: string }>((done) => {
    execFile('node', [resolve(import.meta.dirname, '../trace.ts'), ...query], (error, stdout, stderr) =>
      done({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    );
  });

test('trace: prints the lines of an operation and exits with 0', async () => {
  const { code, output } = await runTrace('createPost');
  expect(code).toBe(0);
  expect(output).toMatch(/^forum\.createPost$/m);
  expect(output).toMatch(/contract +specs\/forum\.yaml:\d+$/m);
  expect(output).toMatch(/handler +src\/forum\/posts\/posts\.ts:\d+$/m);
  expect(output).toMatch(/requirement +C\d+ +contract-tests\/requirements\/forum\.txt:\d+$/m);
  expect(output).toMatch(/test +contract-tests\/areas\/forum\.test\.ts:\d+ /m);
});

test('trace: an operation that the interface document does not require has contract line, handler and tests', () => {
  const output = trace('createProvider', readRequirements(repositoryTree), repositoryTree, tests).join('\n\n');
  expect(output).toMatch(/handler +src\/sso\/clients\/providers\.ts:\d+$/m);
  expect(output).toMatch(/named in +\S+\.test\.ts$/m);
});

test('trace: exits with 1 when nothing matches', async () => {
  expect(await runTrace('no such thing')).toEqual({
    code: 1,
    output: 'No requirement, operation or command matches "no such thing".\n',
  });
});

test('requirements: every requirement leads to contract lines, handlers and tests, and every tag to a requirement', () => {
  expect(brokenLinks(readChains(readRequirements(repositoryTree), tests, repositoryTree), tests)).toEqual([]);
});

test('requirements: every operation of the contracts has a handler and is named by a test', () => {
  expect(brokenOperations(repositoryTree, tests)).toEqual([]);
});

/** A tree of a few files, in which glob patterns match by their folder. */
function treeOf(files: Readonly<Record<string, string>>): SourceTree {
  return {
    list: (pattern) =>
      Object.keys(files).filter((file) => file.startsWith(pattern.slice(0, pattern.search(/\*|\.ts$/)))),
    read: (file) => files[file] ?? '',
  };
}

const complete = {
  'specs/forum.yaml': 'paths:\n  /api/posts:\n    post:\n      operationId: createPost\n',
  'src/forum/posts/posts.ts': "export const createPost: ForumHandler<'createPost'> = 1;\n",
};
const files = { ...complete, 'a.test.ts': "test('a test [C1]', () => {});" };
const problemsOf = (tree: SourceTree, list = '# Forum [forum.createPost]\nC1 a post') => {
  const found = readTests({ ...tree, list: () => ['a.test.ts'] });
  return brokenLinks(readChains(parseRequirements(list, 'list.txt'), found, tree), found);
};

test('requirements: a complete chain has no broken links', () => {
  expect(problemsOf(treeOf(files))).toEqual([]);
});

test('requirements: a missing handler and a missing contract line are broken links', () => {
  expect(problemsOf(treeOf({ ...files, 'src/forum/posts/posts.ts': '' }))).toEqual([
    'C1 a post: forum.createPost has no handler',
  ]);
  expect(problemsOf(treeOf({ ...files, 'specs/forum.yaml': '      operationId: createPosts\n' }))).toEqual([
    'C1 a post: forum.createPost has no line in its contract',
  ]);
});

test('requirements: without operation, without a test, with a test in spite of its reason, or a repeated id: broken', () => {
  const list = `# Forum
C1 one
C2 [forum.createPost] two
C3 [forum.createPost] three
  because it is about clients
C1 [forum.createPost] four
  because it is about clients`;
  expect(problemsOf(treeOf(files), list)).toEqual([
    'C1 one: names no operation or command',
    'C2 two: no title of a test ends with [C2]',
    'C1 four: has a test, but says that none can prove it',
    'C1: two requirements have this id',
  ]);
  expect(problemsOf(treeOf(files), '')).toEqual(['a.test.ts:1: no requirement has the id C1']);
  expect(() => parseRequirements('a stray line', 'list.txt')).toThrow('list.txt:1');
});

test('requirements: an operation that no test names, or without handler, is reported', () => {
  const found = { byRequirement: new Map(), filesByWord: new Map() };
  const named = { ...found, filesByWord: new Map([['createPost', ['a.test.ts']]]) };
  expect(brokenOperations(treeOf(complete), named)).toEqual([]);
  expect(brokenOperations(treeOf(complete), found)).toEqual(['forum.createPost: no test names it']);
  const unserved = treeOf({ 'specs/forum.yaml': complete['specs/forum.yaml'] });
  expect(brokenOperations(unserved, named)).toEqual(['forum.createPost: has no handler']);
});
