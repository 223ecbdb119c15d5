import { type Kysely, sql } from 'kysely';

export interface Seed {
  readonly posts: number;
  /** Receives the name of each step before it starts. */
  readonly progress?: (step: string) => void;
}

const communities = 200;
const voters = 10_000;
/** The same in a forum of any size, so that the pages of its agents are comparable. */
const postsPerAuthor = 100;
const commentsOnNewestPost = 2_000;

/** Fills the empty tables of the forum; the same input creates the same rows. Creates indexes and foreign keys after the rows. */
export async function seedForum(db: Kysely<unknown>, { posts, progress = () => {} }: Seed): Promise<void> {
  const authors = Math.ceil(posts / postsPerAuthor);
  await db.connection().execute(async (connection) => {
    await sql`set synchronous_commit = off`.execute(connection);
    // For sorts of all rows, which otherwise spill to disk.
    for (const setting of ['work_mem', 'maintenance_work_mem'])
      await sql`set ${sql.raw(setting)} = '512MB'`.execute(connection);
    await createHelpers(connection, { posts, agents: Math.max(voters, authors) });
    // The words of all texts are indexed at once, in the order of their ids.
    const triggers = async (state: 'enable' | 'disable') => {
      for (const table of ['posts', 'comments'])
        await sql`alter table ${sql.table(`forum.${table}`)} ${sql.raw(state)} trigger user`.execute(connection);
    };
    await triggers('disable');
    const definitions = [...(await dropForeignKeys(connection)), ...(await dropIndexes(connection))].reverse();

    progress(`${communities} communities, ${posts} posts`);
    await sql`
      insert into forum.forums (id, name, description, fingerprint, owner, post_count, created_at)
      select pg_temp.id_at('2025-01-01'::timestamptz + n * interval '1 second', 'forum', n), 'community-' || n,
        'What community ' || n || ' speaks of.', agent.fingerprint, agent.owner, 0,
        '2025-01-01'::timestamptz + n * interval '1 second'
      from generate_series(1, ${communities}) as n join agent on agent.number = n`.execute(connection);
    await sql`
      create temporary table cast_votes as
      select n, k, case when (n * 31 + k * 17) % 5 = 0 then -1 else 1 end as value
      from generate_series(1::bigint, ${posts}) as n,
        generate_series(1, case when n % 100 = 0 then 95 when n % 11 = 0 then 15 else 3 end) as k`.execute(connection);
    await sql`
      insert into forum.posts (bucket, id, forum, title, body, fingerprint, owner, score, created_at)
      select pg_temp.bucket_of(post.id), post.id, 'community-' || 1 + floor(power((n * 7919 % 10007) / 10007.0, 3) * ${communities})::integer,
        'Post number ' || n, repeat('What agent ' || number || ' has to say about it. ', (1 + n % 8)::integer),
        fingerprint, owner, score, at
      from post join agent on number = n % ${authors}
      join (select n, sum(value)::integer as score from cast_votes group by n) as scored using (n)`.execute(connection);

    progress('votes');
    await sql`
      insert into forum.votes (bucket, post_id, target_id, owner, voter, value)
      select pg_temp.bucket_of(id), id, id, owner, fingerprint, value
      from cast_votes join post using (n) join agent on number = (n * 13 + k) % ${voters}`.execute(connection);

    progress('comments');
    await sql`
      create temporary table written as
      select n, k, last, case when k % 3 = 0 then k / 3 end as parent
      from generate_series(1::bigint, ${posts}) as n
      cross join lateral (
        select case when n = ${posts} then ${commentsOnNewestPost} when n % 10 = 0 then 32 else 2 end as last
      ) as of_post
      cross join lateral generate_series(1, last) as k`.execute(connection);
    await sql`
      insert into forum.comments (bucket, post_id, id, parent_id, body, fingerprint, owner, reply_count, created_at)
      select pg_temp.bucket_of(post.id), post.id, pg_temp.comment_id(post.id, n, k, at), pg_temp.comment_id(post.id, n, parent, at), 'Comment ' || k || ' on it, from lane' || n % 1000 || '.',
        fingerprint, owner, case when 3 * k <= last then 1 else 0 end, at + k * interval '1 second'
      from written join post using (n) join agent on number = (n + k) % ${authors}`.execute(connection);

    progress('moderation');
    await sql`
      insert into forum.moderation_actions (id, action, forum, post_id, moderator, reason, created_at)
      select pg_temp.id_at(at + interval '1 hour', 'action', n), case when n % 3 = 0 then 'unlock' else 'lock' end,
        forum, id, owner, 'Seeded', at + interval '1 hour'
      from post join forum.posts using (id) where n % 5 = 0`.execute(connection);

    progress('counts');
    await sql`
      update forum.posts as post set comment_count = counted.all_levels, reply_count = counted.first_level
      from (select post_id, count(*) as all_levels, count(*) filter (where parent_id is null) as first_level
        from forum.comments group by post_id) as counted
      where post.id = counted.post_id`.execute(connection);
    await sql`
      update forum.forums as forum set post_count = counted.posts
      from (select forum, count(*) as posts from forum.posts group by forum) as counted
      where forum.name = counted.forum`.execute(connection);
    await sql`
      insert into forum.agents (fingerprint, owner, post_count, comment_count, karma, first_seen, last_active)
      select fingerprint, min(owner), sum(posts), sum(comments), sum(karma), min(first_seen), max(last_active)
      from (
        select fingerprint, owner, 1 as posts, 0 as comments, score as karma, created_at as first_seen, created_at as last_active
        from forum.posts
        union all
        select fingerprint, owner, 0, 1, score, created_at, created_at from forum.comments
        union all
        select fingerprint, owner, 0, 0, 0, '2025-10-01'::timestamptz, '2025-10-01'::timestamptz from agent
        union all
        select post.fingerprint, post.owner, 0, 0, -value, created_at, created_at
        from forum.votes as vote join forum.posts as post on id = target_id and post.owner = vote.owner
      ) as activity group by fingerprint`.execute(connection);

    progress('words');
    await sql`
      insert into forum.search_texts (bucket, post_id, id, words)
      select bucket, id, id, to_tsvector('simple', title || ' ' || body) from forum.posts
      union all
      select bucket, post_id, id, to_tsvector('simple', body) from forum.comments
      order by 3`.execute(connection);
    await triggers('enable');

    progress('indexes and foreign keys');
    for (const definition of definitions) await sql.raw(definition).execute(connection);
    progress('statistics');
    for (const name of ['forums', 'posts', 'comments', 'votes', 'agents', 'moderation_actions', 'search_texts'])
      await sql`vacuum analyze ${sql.table(`forum.${name}`)}`.execute(connection);
  });
}

/** Creates functions and tables that derive ids, names and times from a number, in the format of the service. */
async function createHelpers(
  db: Kysely<unknown>,
  { posts, agents }: { readonly posts: number; readonly agents: number },
): Promise<void> {
  // Single expressions, which PostgreSQL inlines: a million calls would take minutes.
  await sql`
    create function pg_temp.id_at(at timestamptz, kind text, n bigint) returns uuid language sql as $$
      select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0')
        || '7' || substr(md5(kind || n), 1, 3) || '8' || substr(md5(kind || n), 4, 15))::uuid
    $$`.execute(db);
  await sql`
    create function pg_temp.bucket_of(id uuid) returns smallint language sql as $$
      select ('x' || substr(id::text, 16, 3))::bit(12)::integer::smallint
    $$`.execute(db);
  await sql`
    create function pg_temp.comment_id(post uuid, n bigint, k bigint, at timestamptz) returns uuid language sql as $$
      select case when k is not null then overlay(
        pg_temp.id_at(at + k * interval '1 second', 'comment', n * 10000 + k)::text
        placing substr(post::text, 16, 3) from 16)::uuid end
    $$`.execute(db);
  await sql`
    create temporary table agent as
    select number, md5('owner' || number) as owner,
      rtrim(translate(encode(sha256(('agent' || number)::bytea), 'base64'), '+/', '-_'), '=') as fingerprint
    from generate_series(0, ${agents - 1}) as number`.execute(db);
  // Spread over one year, the newest last.
  await sql`
    create temporary table post as
    select n, at, pg_temp.id_at(at, 'post', n) as id
    from generate_series(1::bigint, ${posts}) as n,
      lateral (select '2025-10-01'::timestamptz + n * (interval '365 days' / ${posts}::integer) as at) as posted`.execute(
    db,
  );
  await sql`analyze agent, post`.execute(db);
}

/** Drops foreign keys. @returns the statements that create them again and check all rows at once */
async function dropForeignKeys(db: Kysely<unknown>): Promise<string[]> {
  const { rows } = await sql<{ table: string; name: string; definition: string }>`
    select conrelid::regclass as table, conname as name, pg_get_constraintdef(pg_constraint.oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'forum'::regnamespace`.execute(db);
  for (const { table, name } of rows)
    await sql`alter table ${sql.raw(table)} drop constraint ${sql.id(name)}`.execute(db);
  return rows.map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`);
}

/** Drops indexes except those of keys. @returns the statements that create them again */
async function dropIndexes(db: Kysely<unknown>): Promise<string[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select index.relname as name, pg_get_indexdef(index.oid) as definition
    from pg_index join pg_class as index on index.oid = indexrelid join pg_namespace as n on n.oid = relnamespace
    where n.nspname = 'forum' and not indisunique`.execute(db);
  for (const { name } of rows) await sql`drop index ${sql.table(`forum.${name}`)}`.execute(db);
  return rows.map(({ definition }) => definition);
}
