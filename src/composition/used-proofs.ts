import { createRedisReplayStore } from '../client/dpop/replay-stores.ts';
import type { UsedProofs } from '../runtime/caller/replay-store.ts';
import { connectRedis } from '../runtime/outbound/redis.ts';

/** Key that names the server whose proofs Redis has, and since when. */
const marker = 'dpop-proofs-since';

/**
 * Connects to Redis as the store of used proofs. Redis forgets them when it restarts without its data, and a replica that
 * takes over may lack the last ones. Both have another identity, so that the time of its first sight is stored beside them.
 *
 * @param now milliseconds
 */
export async function connectUsedProofs(
  url: string,
  now: () => number,
): Promise<UsedProofs & { readonly close: () => void }> {
  let connection = 0;
  let known: Promise<number> | undefined;
  const forget = () => {
    connection += 1;
    known = undefined;
  };
  const redis = await connectRedis(url, forget);
  const completeSince = () => {
    const asked = (known ??= readSince(redis.command, now));
    // The next proof asks again.
    asked.catch(() => {
      if (known === asked) known = undefined;
    });
    return asked;
  };
  return {
    now,
    completeSince,
    store: (prefix) =>
      createRedisReplayStore({
        prefix,
        command: async (args) => {
          const before = connection;
          // On this connection, because a lost one forgets the result.
          await completeSince();
          try {
            const reply = await redis.command(args);
            if (connection === before) return reply;
          } catch (error) {
            // A primary that became a replica refuses writes on the same connection.
            known = undefined;
            throw error;
          }
          throw new Error(
            'The connection to Redis was lost: another server may have replied, which does not know the proof.',
          );
        },
      }),
    close: redis.close,
  };
}

type Command = Awaited<ReturnType<typeof connectRedis>>['command'];

async function readSince(command: Command, now: () => number): Promise<number> {
  const info = async (section: string) => String(await command(['INFO', section]));
  const [server, replication, memory] = await Promise.all([info('server'), info('replication'), info('memory')]);
  if (fieldOf(replication, 'role') !== 'master') throw new Error('REDIS_URL leads to a replica: name the primary.');
  const policy = fieldOf(memory, 'maxmemory_policy');
  if (policy !== 'noeviction')
    throw new Error(`Redis may evict used proofs: set its maxmemory-policy to noeviction; it is ${policy}.`);
  // The second one changes when a replica takes over.
  const identity = `${fieldOf(server, 'run_id')}:${fieldOf(replication, 'master_replid')}`;
  const stored = await command(['GET', marker]);
  const [known, since] = typeof stored === 'string' ? stored.split(' ') : [];
  if (known === identity && since !== undefined) return Number(since);
  const first = Math.ceil(now() / 1000);
  await command(['SET', marker, `${identity} ${first}`]);
  return first;
}

const fieldOf = (info: string, name: string): string | undefined => new RegExp(`^${name}:(\\S+)`, 'm').exec(info)?.[1];
