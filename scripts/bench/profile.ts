import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startProfiler, type CpuProfile } from './profiler.ts';

/** Calls with the same callers, merged. */
interface Frame {
  readonly label: string;
  readonly colour: string;
  /** Microseconds, those of its callees included. */
  time: number;
  readonly callees: Map<string, Frame>;
}

const [width, rowHeight, textWidth] = [1600, 17, 7];
/** Share of the width below which a frame is left out. */
const narrowest = 0.0005;

/** What is no work of the measured process: waiting, and the profile itself. */
const leftOut = new Set(['(idle)', '(program)', 'startProfiler']);
/** Has its symbols stripped: V8 would name the one before the code that runs. */
const nativePackage = 'node_modules/sodium-native/';

/** Draws the processor time of a profile as an SVG: each frame as wide as its time, its callees above it. */
export function flameGraph(profile: CpuProfile, title: string): string {
  const root = merge(profile);
  const rows = depthOf(root, root.time);
  const height = (rows + 2) * rowHeight;
  const frames: string[] = [];
  const draw = (frame: Frame, left: number, depth: number): void => {
    const share = frame.time / root.time;
    if (!(share >= narrowest)) return;
    frames.push(rectangle(frame, { left, share, top: height - (depth + 1) * rowHeight, total: root.time }));
    let next = left;
    for (const callee of [...frame.callees.values()].sort((a, b) => b.time - a.time)) {
      draw(callee, next, depth + 1);
      next += callee.time / root.time;
    }
  };
  draw(root, 0, 0);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="monospace" font-size="11">
<rect width="100%" height="100%" fill="white"/>
<text x="4" y="13">${escape(title)}: ${(root.time / 1000).toFixed(0)} ms of processor time</text>
${frames.join('\n')}
</svg>
`;
}

function merge({ nodes, samples = [], timeDeltas = [] }: CpuProfile): Frame {
  const spent = new Map<number, number>();
  samples.forEach((id, index) => spent.set(id, (spent.get(id) ?? 0) + Math.max(0, timeDeltas[index] ?? 0)));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const root: Frame = { label: 'all', colour: '#ddd', time: 0, callees: new Map() };
  const add = (id: number, caller: Frame): number => {
    const node = byId.get(id);
    if (node === undefined || leftOut.has(node.callFrame.functionName)) return 0;
    const isNative = node.callFrame.url === '' && caller.label.includes(nativePackage);
    const label = isNative ? 'libsodium' : labelOf(node.callFrame);
    const frame = caller.callees.get(label) ?? { label, colour: colourOf(node.callFrame), time: 0, callees: new Map() };
    caller.callees.set(label, frame);
    let time = spent.get(id) ?? 0;
    for (const child of node.children ?? []) time += add(child, frame);
    frame.time += time;
    return time;
  };
  for (const child of nodes[0]?.children ?? []) root.time += add(child, root);
  return root;
}

type CallFrame = CpuProfile['nodes'][number]['callFrame'];

function labelOf({ functionName, url, lineNumber }: CallFrame): string {
  const name = functionName === '' ? '(anonymous)' : functionName;
  const file = url.replace(/^file:\/\//, '').replace(/^.*\/(?=(?:node_modules|src|scripts|generated)\/)/, '');
  return file === '' ? name : `${name} ${file}:${lineNumber + 1}`;
}

/** The platform's own code, its packages, Node, and what has no source. */
function colourOf({ url }: CallFrame): string {
  if (url === '') return '#f4a582';
  if (url.startsWith('node:')) return '#d9d9d9';
  return url.includes('/node_modules/') ? '#fddbc7' : '#92c5de';
}

function depthOf({ callees }: Frame, total: number): number {
  const wide = [...callees.values()].filter(({ time }) => time / total >= narrowest);
  return 1 + Math.max(0, ...wide.map((callee) => depthOf(callee, total)));
}

interface Place {
  /** Shares of the width. */
  readonly left: number;
  readonly share: number;
  readonly top: number;
  /** Microseconds of all frames. */
  readonly total: number;
}

function rectangle({ label, colour, time }: Frame, { left, share, top, total }: Place): string {
  const [x, w] = [(left * width).toFixed(1), (share * width).toFixed(1)];
  const shown = label.slice(0, Math.floor((share * width) / textWidth));
  const text =
    shown.length < 3 ? '' : `<text x="${(left * width + 2).toFixed(1)}" y="${top + 12}">${escape(shown)}</text>`;
  const hint = `${label}, ${((100 * time) / total).toFixed(1)} %`;
  return `<g><title>${escape(hint)}</title><rect x="${x}" y="${top}" width="${w}" height="${rowHeight - 1}" fill="${colour}"/>${text}</g>`;
}

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Profiles the processor time of some work. */
export type Profile = <Result>(work: () => Promise<Result>) => Promise<Result>;

export interface Profiles {
  /** How a process starts that is profiled later. */
  readonly nodeOptions: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /**
   * Profiles a process, by default this one, into `<name>.cpuprofile`, which the developer tools of browsers and speedscope open,
   * and `<name>.svg`. Of several rounds the last one stays.
   */
  readonly of: (name: string, pid?: number) => Profile;
}

const [timeout, pollInterval] = [20_000, 50];

/** Creates profiles in a directory, which is created when missing. */
export function createProfiles(directory: string): Profiles {
  mkdirSync(directory, { recursive: true });
  const written = resolve(directory, 'unnamed.cpuprofile');
  const signal = async (pid: number): Promise<string> => {
    rmSync(written, { force: true });
    process.kill(pid, 'SIGUSR2');
    for (let waited = 0; waited < timeout && !existsSync(written); waited += pollInterval) await delay(pollInterval);
    if (!existsSync(written)) throw new Error(`Process ${pid} wrote no profile within ${timeout / 1000} s.`);
    const text = readFileSync(written, 'utf8');
    rmSync(written);
    return text;
  };
  const startOther = async (pid: number): ReturnType<typeof startProfiler> => {
    await signal(pid);
    return async (): Promise<CpuProfile> => JSON.parse(await signal(pid));
  };
  return {
    nodeOptions: ['--import', join(import.meta.dirname, 'profile-on-signal.ts')],
    env: { PROFILE_FILE: written },
    of: (name, pid) => async (work) => {
      const stop = await (pid === undefined ? startProfiler() : startOther(pid));
      const result = await work();
      const profile = await stop();
      writeFileSync(join(directory, `${name}.cpuprofile`), JSON.stringify(profile));
      writeFileSync(join(directory, `${name}.svg`), flameGraph(profile, name.toUpperCase()));
      return result;
    },
  };
}
