import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parseGatewayConfig } from '../../src/gateway/config.ts';
import { pythonEnvironment } from '../interop/python-environment.ts';

const guides = resolve(import.meta.dirname, '../../docs/guides');
const folder = resolve(guides, 'verification-vectors');
const python = pythonEnvironment();
const go = ['go', '/usr/local/go/bin/go'].find(
  (name) => spawnSync(name, ['version'], { stdio: 'ignore' }).status === 0,
);
const readers: readonly (readonly [language: string, program: string | undefined, args: readonly string[]])[] = [
  ['Python', 'python' in python ? python.python : undefined, ['verify.py', 'vectors.json']],
  ['Go', go, ['run', 'verify.go', 'vectors.json']],
];
const signatureReaders: typeof readers = [
  ['Python', 'python' in python ? python.python : undefined, ['web_bot_auth.py', 'web-bot-auth.json']],
  ['Go', go, ['run', 'web_bot_auth.go', 'structured_fields.go', 'web-bot-auth.json']],
];

/** Runs a reader. @returns what it prints; undefined without its language, which CI has */
function judged(language: string, program: string | undefined, args: readonly string[]): string | undefined {
  if (program === undefined) {
    expect(process.env['CI'], `${language} is missing`).toBeUndefined();
    return undefined;
  }
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' });
  expect([stderr, stdout, status]).toEqual(['', stdout, 0]);
  return stdout;
}

test.each(readers)('verification vectors: the reader in %s judges every one as we do', (...reader) => {
  expect(judged(...reader) ?? ', 0 judged differently\n').toMatch(/, 0 judged differently\n$/);
});

test.each(signatureReaders)(
  'Web Bot Auth vectors: the reader in %s judges every signed request as we do',
  (...reader) => {
    expect(judged(...reader) ?? ', 0 judged differently\n').toMatch(/, 0 judged differently\n$/);
  },
);

test('docs/guides/gateway.md: its file is valid', () => {
  const [, file = ''] = /```json\n(.*?)```/s.exec(readFileSync(resolve(guides, 'gateway.md'), 'utf8')) ?? [];
  expect(parseGatewayConfig('gateway.json', file).routes).toHaveLength(1);
});

test.runIf('python' in python)(
  'docs/guides/gateway.md: the Python of the page accepts assertions of their request alone',
  () => {
    const page = readFileSync(resolve(guides, 'gateway.md'), 'utf8');
    const [code = ''] = [...page.matchAll(/```python\n(import jwt\n.*?)```/gs)].map(([, text = '']) => text);
    const { assertion } = JSON.parse(readFileSync(resolve(folder, 'vectors.json'), 'utf8'));
    const program = `
import json, sys
import jwt.api_jwt
from datetime import datetime, timezone
task = json.load(sys.stdin)
class Clock(datetime):
    @classmethod
    def now(cls, tz=None):
        return datetime.fromtimestamp(task["now"], tz)
jwt.api_jwt.datetime = Clock
${code}
keys.fetch_data = lambda: task["jwks"]
def accepts(text):
    try:
        agent_of(text, task["method"], task["url"])
        return True
    except (jwt.InvalidTokenError, jwt.PyJWKClientError):
        return False
print(json.dumps([accepts(one["assertion"]) for one in task["assertions"]]))
`;
    const { stdout, stderr } = spawnSync('python' in python ? python.python : '', ['-c', program], {
      input: JSON.stringify(assertion),
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    const expected = assertion.assertions.map(
      (one: { readonly expected: { readonly ok: boolean } }) => one.expected.ok,
    );
    expect(JSON.parse(stdout)).toEqual(expected);
  },
);
