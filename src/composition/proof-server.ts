import { setImmediate } from 'node:timers/promises';
import { connectRedis, type RedisCommand } from '../runtime/outbound/redis.ts';

/** A Redis server that has used proofs, each in a group with a mark that says since when it has all of the group. */
export interface ProofServer {
  readonly command: (args: RedisCommand) => Promise<unknown>;
  /**
   * Runs the command that stores a proof.
   *
   * @param mark that of the proof's group
   * @param marks those of all groups that the server has, which are looked at together
   * @returns its reply, and Unix seconds since which the server has every proof of the group that it accepted
   * @throws Error when it does not respond, or must not be relied on
   */
  readonly use: (
    args: RedisCommand,
    mark: string,
    marks: () => readonly string[],
  ) => Promise<{ readonly reply: unknown; readonly since: number }>;
  /** @throws Error as {@link ProofServer.use} does */
  readonly check: (marks: readonly string[]) => Promise<void>;
  readonly close: () => void;
}

/** What is known of a server by one connection. */
interface View {
  readonly connection: number;
  readonly identity: () => Promise<Identity>;
  readonly since: Map<string, Promise<number>>;
  /** What both were found to be, by mark: most proofs wait for the reply of the server alone. */
  readonly found: Map<string, { readonly since: number; readonly replication: string }>;
}

/** Commands of one turn of the event loop. */
interface Turn {
  readonly list: RedisCommand[];
  /** What became of each, and the primary that the server was after all of them. */
  readonly replies: Promise<{ readonly all: readonly PromiseSettledResult<unknown>[]; readonly primary: string }>;
}

interface Identity {
  readonly run: string;
  /** Changes whenever the server becomes a primary. */
  readonly replication: string;
}

/**
 * Connects to a server that stores used proofs. It forgets them when it restarts without its data, and a replica that takes
 * over may lack the last ones. Both have another identity, so that the time of its first sight is stored beside them.
 *
 * @param now milliseconds
 */
export async function connectProofServer(url: string, now: () => number): Promise<ProofServer> {
  let connection = 0;
  const newView = (): View => {
    let identity: Promise<Identity> | undefined;
    return { connection, identity: () => (identity ??= readIdentity(info)), since: new Map(), found: new Map() };
  };
  let view = newView();
  const { command, commands, close } = await connectRedis(url, () => {
    connection += 1;
    view = newView();
  });
  const info = async (section: string) => String(await command(['INFO', section]));

  const sinceOf = (at: View, mark: string): Promise<number> => {
    const known = at.since.get(mark);
    if (known) return known;
    const reading = at.identity().then((identity) => readSince(command, mark, identity, now));
    // Of a group that nothing waits for now: who asks for it later learns the reason.
    reading.catch(() => undefined);
    at.since.set(mark, reading);
    return reading;
  };

  const find = async (at: View, mark: string, marks: () => readonly string[]) => {
    if (!at.since.has(mark)) for (const other of marks()) void sinceOf(at, other);
    const found = { since: await sinceOf(at, mark), replication: (await at.identity()).replication };
    at.found.set(mark, found);
    return found;
  };

  let turn: Turn | undefined;
  const newTurn = (): Turn => {
    const list: RedisCommand[] = [];
    const replies = setImmediate().then(async () => {
      turn = undefined;
      const all = await commands([...list, ['INFO', 'replication']]);
      return { all, primary: primaryId(String(replyOf(all.at(-1)))) };
    });
    return { list, replies };
  };
  /** Runs a task; what is known is read again after it failed. */
  const onView = async <Result>(task: (at: View) => Promise<Result>): Promise<Result> => {
    const at = view;
    try {
      const result = await task(at);
      if (at.connection === connection) return result;
    } catch (error) {
      if (view === at) view = newView();
      throw error;
    }
    throw new Error(
      'The connection to Redis was lost: another server may have replied, which does not know the proof.',
    );
  };

  return {
    command,
    use: (args, mark, marks) =>
      onView(async (at) => {
        const { since, replication } = at.found.get(mark) ?? (await find(at, mark, marks));
        const { list, replies } = (turn ??= newTurn());
        const place = list.push(args) - 1;
        const { all, primary } = await replies;
        // Without a failed command, a primary can have been a replica meanwhile.
        if (primary !== replication) throw new Error('Another Redis server was the primary meanwhile.');
        return { reply: replyOf(all[place]), since };
      }),
    check: (marks) =>
      onView(async (at) => {
        await Promise.all(marks.map((mark) => sinceOf(at, mark)));
      }),
    close,
  };
}

async function readIdentity(info: (section: string) => Promise<string>): Promise<Identity> {
  const [server, replication, memory] = await Promise.all([info('server'), info('replication'), info('memory')]);
  const id = primaryId(replication);
  const policy = fieldOf(memory, 'maxmemory_policy');
  if (policy !== 'noeviction')
    throw new Error(`Redis may evict used proofs: set its maxmemory-policy to noeviction; it is ${policy}.`);
  return { run: fieldOf(server, 'run_id') ?? '', replication: id };
}

function replyOf(outcome: PromiseSettledResult<unknown> | undefined): unknown {
  if (outcome?.status === 'rejected') throw outcome.reason;
  return outcome?.value;
}

function primaryId(replication: string): string {
  if (fieldOf(replication, 'role') !== 'master') throw new Error('REDIS_URL leads to a replica: name the primary.');
  return fieldOf(replication, 'master_replid') ?? '';
}

async function readSince(
  command: ProofServer['command'],
  mark: string,
  { run, replication }: Identity,
  now: () => number,
): Promise<number> {
  const identity = `${run}:${replication}`;
  const stored = await command(['GET', mark]);
  const [known, since] = typeof stored === 'string' ? stored.split(' ') : [];
  if (known === identity && since !== undefined) return Number(since);
  const first = Math.ceil(now() / 1000);
  await command(['SET', mark, `${identity} ${first}`]);
  return first;
}

/** A field of a reply to `INFO`. */
export const fieldOf = (info: string, name: string): string | undefined =>
  new RegExp(`^${name}:(\\S+)`, 'm').exec(info)?.[1];
