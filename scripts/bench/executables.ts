import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { providerAddress, startTestProvider } from '../../contract-tests/fixtures/cli/test-provider.ts';
import { buildExecutable } from '../build-executables.ts';
import { measureTrail } from './audit-trail.ts';
import { cpuTimeOfChildren } from './load.ts';
import { type Finding, type RatioTarget, spreadOf } from './findings.ts';
import type { Measurement } from './workbench.ts';

/** P9: start of the toolkit's executables. */
export const executables: Measurement = {
  title: 'Executables',
  run: async (bench) => {
    const home = mkdtempSync(join(tmpdir(), 'bench-'));
    bench.onClear(() => rmSync(home, { recursive: true, force: true }));
    const provider = await startTestProvider();
    bench.onClear(provider.close);
    for (const name of ['agent-id-core', 'agent-id-auth', 'agent-id-git', 'agent-id-mcp'])
      await buildExecutable(name, join(home, `${name}.mjs`));

    const env = {
      PATH: process.env['PATH'] ?? '',
      HOME: home,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: join(home, '.gitconfig'),
      AGENT_ID_STATE_DIR: join(home, 'state'),
      SSO_BASE_URL: provider.url,
      PLATFORM_PROVIDER_ADDRESS: providerAddress,
    };
    const repo = join(home, 'repo');
    const node = (...args: readonly string[]): Command => ({ file: process.execPath, args, cwd: home, env });
    const git = (...args: readonly string[]): Command => ({ file: 'git', args, cwd: repo, env });
    const program = (name: string, ...args: readonly string[]): Command => node(join(home, `${name}.mjs`), ...args);

    await runCommand(program('agent-id-core', 'bootstrap'));
    await runCommand({ ...git('init', '-q', '-b', 'main', repo), cwd: home });
    await runCommand(git('config', 'user.name', 'Ada'));
    await runCommand(git('config', 'user.email', 'ada@example.org'));
    await runCommand(program('agent-id-git', 'setup'));
    const signing = ['-c', 'gpg.format=ssh', '-c', `user.signingkey=${join(home, 'state/ssh/agent-id')}`];

    const compare = (what: string, times: number, ours: Command, peer: Command, target: RatioTarget) =>
      comparePrograms(
        what,
        bench.times(times),
        () => runCommand(ours),
        () => runCommand(peer),
        target,
      );
    const initialize = JSON.stringify({
      jsonrpc: '2.0',
      id: 0,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1.0.0' } },
    });
    const toolCall = JSON.stringify({ session_id: 's', tool_name: 'Bash', tool_input: { command: 'true' } });
    return [
      await compare('agent-id-core status; peer: node -e 0', 30, program('agent-id-core', 'status'), node('-e', '0'), {
        atMost: 1.35,
      }),
      await compare(
        'agent-id-auth header; peer: node -e 0',
        30,
        program('agent-id-auth', 'header', '--url', 'https://forum.example/api/posts', '--method', 'POST'),
        node('-e', '0'),
        { atMost: 1.6 },
      ),
      await comparePrograms(
        'agent-id-mcp, first response, to initialize; peer: node -e 0',
        bench.times(30),
        () => firstOutput(program('agent-id-mcp'), initialize),
        () => runCommand(node('-e', '0')),
        { atMost: 2.5 },
      ),
      await compare(
        'agent-id-git commit, with trailers, proof and audit entry; peer: git commit -S with an ssh key',
        10,
        { ...program('agent-id-git', 'commit', '--allow-empty', '-m', 'Measured'), cwd: repo },
        git(...signing, 'commit', '-q', '-S', '--allow-empty', '-m', 'Measured'),
        { atMost: 8 },
      ),
      await compare(
        'agent-id-core hook tool-use, with its audit entry; peer: node -e 0',
        30,
        { ...program('agent-id-core', 'hook', 'tool-use', '--audit'), input: toolCall },
        node('-e', '0'),
        { atMost: 2.5 },
      ),
      ...(await measureTrail(bench, home)),
    ];
  },
};

/** Runs both programs alternately. Other load only adds time to a start, so the fastest runs are compared. */
async function comparePrograms(
  what: string,
  times: number,
  ours: () => Promise<void>,
  peer: () => Promise<void>,
  target: RatioTarget,
): Promise<Finding> {
  const spent = { ours: [] as Cost[], peer: [] as Cost[] };
  for (let run = -2; run < times; run++) {
    const [one, other] = [await costOf(ours), await costOf(peer)];
    if (run < 0) continue;
    spent.ours.push(one);
    spent.peer.push(other);
  }
  const ms = (costs: readonly Cost[]) => Math.min(...costs.map((cost) => cost.ms));
  // A clock tick is too coarse for one run.
  const cpu = (costs: readonly Cost[]) => costs.reduce((sum, cost) => sum + cost.cpu, 0) / costs.length;
  const format = (costs: readonly Cost[]) =>
    `${ms(costs).toFixed(0)} ms, ${(cpu(costs) / 1000).toFixed(0)} ms of CPU time`;
  return {
    what,
    ours: format(spent.ours),
    peer: format(spent.peer),
    ratio: spreadOf([ms(spent.ours) / ms(spent.peer)]),
    target,
    cpu: spreadOf([cpu(spent.ours) / cpu(spent.peer)]),
  };
}

interface Cost {
  readonly ms: number;
  /** Processor time including child processes, microseconds. */
  readonly cpu: number;
}

async function costOf(run: () => Promise<void>): Promise<Cost> {
  const [started, cpuBefore] = [performance.now(), cpuTimeOfChildren()];
  await run();
  return { ms: performance.now() - started, cpu: cpuTimeOfChildren() - cpuBefore };
}

interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Written to stdin. */
  readonly input?: string;
}

/** Runs a command. @throws Error with its output when it fails */
function runCommand({ file, args, cwd, env, input = '' }: Command): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd, env });
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    const output: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk));
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${args[0]} ended with ${code}: ${Buffer.concat(output).toString().slice(0, 500)}`));
    });
  });
}

/** Starts a program, writes one line and waits for its first output, then ends it. */
function firstOutput({ file, args, cwd, env }: Command, line: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd, env, stdio: ['pipe', 'pipe', 'inherit'] });
    let answered = false;
    child.stdout.once('data', () => {
      answered = true;
      child.kill('SIGKILL');
    });
    child.once('error', reject);
    child.once('close', () => {
      if (answered) resolve();
      else reject(new Error(`${args[0]} ended without a response.`));
    });
    child.stdin.on('error', reject);
    child.stdin.write(`${line}\n`);
  });
}
