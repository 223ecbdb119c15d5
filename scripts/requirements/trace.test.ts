import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { type Chain, readRequirements } from './requirements.ts';
import { repositoryTree } from './locate-target.ts';
import { readTests } from './tests.ts';
import { formatChain, selectRequirements, trace } from './trace.ts';

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
  const requirements = readRequirements(repositoryTree);
  const output = trace('createProvider', requirements, repositoryTree, readTests(repositoryTree)).join('\n\n');
  expect(output).toMatch(/handler +src\/sso\/clients\/providers\.ts:\d+$/m);
  expect(output).toMatch(/named in +\S+\.test\.ts$/m);
});

test('trace: exits with 1 when nothing matches', async () => {
  expect(await runTrace('no such thing')).toEqual({
    code: 1,
    output: 'No requirement, operation or command matches "no such thing".\n',
  });
});
