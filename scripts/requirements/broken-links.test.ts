import { expect, test } from 'vitest';
import { furtherRequirements, requirements } from '../../contract-tests/areas/requirements/all.ts';
import type { Section } from '../../contract-tests/areas/requirements/section.ts';
import { toolkitCommands } from '../../contract-tests/areas/requirements/target.ts';
import { brokenLinks, brokenOperations } from './broken-links.ts';
import { readChains } from './trace.ts';
import { readTests } from './titles-in.ts';
import { repositoryTree, type SourceTree } from './locate-target.ts';

const tests = readTests(repositoryTree);

test('requirements: every requirement leads to contract lines, handlers and tests', () => {
  expect(brokenLinks(readChains([...requirements, ...furtherRequirements], tests, repositoryTree))).toEqual([]);
});

test('requirements: every operation of the contracts has a handler and is named by a test', () => {
  expect(brokenOperations(repositoryTree, tests)).toEqual([]);
});

test('requirements: the list of toolkit commands is that of the executables', () => {
  for (const [executable, listed] of Object.entries(toolkitCommands)) {
    const files = repositoryTree.list(`cli/${executable}/{program,commands/*}.ts`);
    const texts = files.filter((file) => !file.endsWith('.test.ts')).map((file) => repositoryTree.read(file));
    const names = texts.flatMap((text) => Array.from(text.matchAll(/^ {2}name: '(\S+)[^']*',$/gm), ([, name]) => name));
    // Commands such as `delegations list` and `delegations revoke` count as one.
    const commands = new Set(names.filter((name) => name !== executable));
    expect([...commands].toSorted(), executable).toEqual(listed.toSorted());
  }
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
const sections: readonly Section[] = [
  { section: 'Forum', rows: [{ says: 'a post', serves: ['forum.createPost'], provenBy: ['a test'] }] },
];
const found = { titles: new Map([['a test', [{ file: 'a.test.ts', line: 1 }]]]), filesByWord: new Map() };
const problemsOf = (tree: SourceTree, index = sections) => brokenLinks(readChains(index, found, tree));

test('requirements: a complete chain has no broken links', () => {
  expect(problemsOf(treeOf(complete))).toEqual([]);
});

test('requirements: a missing handler and a missing contract line are broken links', () => {
  expect(problemsOf(treeOf({ ...complete, 'src/forum/posts/posts.ts': '' }))).toEqual([
    'a post: forum.createPost has no handler',
  ]);
  expect(problemsOf(treeOf({ ...complete, 'specs/forum.yaml': '      operationId: createPosts\n' }))).toEqual([
    'a post: forum.createPost has no line in its contract',
  ]);
});

test('requirements: a requirement without operation, without title or with a missing title is a broken link', () => {
  const rows: Section['rows'] = [
    { says: 'one', serves: [], provenBy: ['a test'] },
    { says: 'two', serves: ['forum.createPost'], provenBy: [] },
    { says: 'three', serves: ['forum.createPost'], provenBy: ['a lost test'] },
    { says: 'four', serves: ['forum.createPost'], provenBy: [], because: 'it is about clients' },
  ];
  expect(problemsOf(treeOf(complete), [{ section: 'Forum', rows }])).toEqual([
    'one: names no operation or command',
    'two: names no test',
    'three: no test has the title "a lost test"',
  ]);
});

test('requirements: an operation that no test names, or without handler, is reported', () => {
  const named = { ...found, filesByWord: new Map([['createPost', ['a.test.ts']]]) };
  expect(brokenOperations(treeOf(complete), named)).toEqual([]);
  expect(brokenOperations(treeOf(complete), found)).toEqual(['forum.createPost: no test names it']);
  const unserved = treeOf({ 'specs/forum.yaml': complete['specs/forum.yaml'] });
  expect(brokenOperations(unserved, named)).toEqual(['forum.createPost: has no handler']);
});
