import { expect, test } from 'vitest';
import { brokenLinks, brokenOperations } from './broken-links.ts';
import { readChains, parseRequirements, readRequirements } from './requirements.ts';
import { repositoryTree, type SourceTree } from './locate-target.ts';
import { readTests } from './tests.ts';

const tests = readTests(repositoryTree);

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
