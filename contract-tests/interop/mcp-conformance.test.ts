import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { startForumScene } from '../fixtures/forum.ts';
import { useStarted } from '../fixtures/use-started.ts';

/** Scenarios of the suite that do not apply to the forum, and why. */
const inapplicable: Readonly<Record<string, string>> = {
  ...because('needs a tool or resource of the reference server, which has nothing to do with a forum', [
    'tools-call-simple-text',
    'tools-call-image',
    'tools-call-audio',
    'tools-call-embedded-resource',
    'tools-call-mixed-content',
    'tools-call-error',
    'json-schema-2020-12',
    'resources-read-text',
    'resources-read-binary',
    'resources-templates-read',
  ]),
  ...because('no tool sends log messages, progress or requests to the client while it runs', [
    'logging-set-level',
    'tools-call-with-logging',
    'tools-call-with-progress',
    'tools-call-sampling',
    'tools-call-elicitation',
    'elicitation-sep1034-defaults',
    'elicitation-sep1330-enums',
  ]),
  ...because('the server keeps no session, so that there is nothing to subscribe to', [
    'resources-subscribe',
    'resources-unsubscribe',
  ]),
  ...because('the server offers no prompts, whose arguments alone are completed', [
    'completion-complete',
    'prompts-list',
    'prompts-get-simple',
    'prompts-get-with-args',
    'prompts-get-embedded-resource',
    'prompts-get-with-image',
  ]),
};

function because(reason: string, scenarios: readonly string[]): Record<string, string> {
  return Object.fromEntries(scenarios.map((scenario) => [scenario, reason]));
}

const scene = useStarted(startForumScene);

/** Runs the suite. @returns its output */
async function runSuite(...args: readonly string[]): Promise<string> {
  const child = spawn('npm', [
    'exec',
    '--yes',
    '--package=@modelcontextprotocol/conformance@0.1.16',
    '--',
    'conformance',
    ...args,
  ]);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await new Promise((closed) => child.once('close', closed));
  return output;
}

test('MCP conformance: the forum passes every server scenario that applies, and the others are listed with a reason', async () => {
  const output = await runSuite('server', '--url', `${scene.forum.url}/mcp`, '--suite', 'all');
  const lines = [...output.matchAll(/^([✓✗]) ([\w-]+): (\d+) passed, (\d+) failed$/gm)];
  const [passed, failed] = ['✓', '✗'].map((mark) => lines.filter((line) => line[1] === mark).map((line) => line[2]));
  expect(failed?.toSorted(), output).toEqual(Object.keys(inapplicable).sort());
  expect(passed).toEqual([
    'server-initialize',
    'ping',
    'tools-list',
    'server-sse-polling',
    'server-sse-multiple-streams',
    'resources-list',
    'dns-rebinding-protection',
  ]);
});
