import { type Kysely, sql } from 'kysely';

export const name = '0002-owner-votes';

/** A vote belongs to an owner: each owner has one vote on a post or comment. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table forum.votes add column owner text`.execute(db);
  await sql`
    update forum.votes as vote set owner = agent.owner
    from forum.agents as agent where agent.fingerprint = vote.voter`.execute(db);
  // A voter without a profile, which no release creates, becomes an owner of its own.
  await sql`update forum.votes set owner = voter where owner is null`.execute(db);

  // Of several votes of one owner on one target, the vote of the most recently active key remains; if two keys were active at
  // the same time, the vote of the lower fingerprint.
  await sql`
    delete from forum.votes as vote using (
      select post_id, target_id, voter, row_number() over (
        partition by post_id, target_id, vote.owner order by agent.last_active desc nulls last, voter collate "C"
      ) as place
      from forum.votes as vote left join forum.agents as agent on agent.fingerprint = vote.voter
    ) as ranked
    where ranked.place > 1
      and (vote.post_id, vote.target_id, vote.voter) = (ranked.post_id, ranked.target_id, ranked.voter)`.execute(db);
  await sql`alter table forum.votes drop constraint votes_pkey`.execute(db);
  await sql`alter table forum.votes alter column owner set not null`.execute(db);
  await sql`alter table forum.votes add primary key (post_id, target_id, owner)`.execute(db);

  await sql`
    update forum.posts as post set score = coalesce(counted.score, 0)
    from forum.posts as same left join (
      select target_id, sum(value)::integer as score from forum.votes where target_id = post_id group by target_id
    ) as counted on counted.target_id = same.id
    where post.id = same.id and post.score <> coalesce(counted.score, 0)`.execute(db);
  await sql`
    update forum.comments as comment set score = coalesce(counted.score, 0)
    from forum.comments as same left join (
      select post_id, target_id, sum(value)::integer as score from forum.votes group by post_id, target_id
    ) as counted on counted.post_id = same.post_id and counted.target_id = same.id
    where comment.post_id = same.post_id and comment.id = same.id and comment.score <> coalesce(counted.score, 0)
  `.execute(db);

  // Karma is the sum of the votes of other owners.
  await sql`
    update forum.agents as agent set karma = coalesce(earned.karma, 0)
    from forum.agents as same left join (
      select fingerprint, sum(value)::integer as karma from (
        select post.fingerprint, vote.value from forum.votes as vote
          join forum.posts as post on post.id = vote.target_id and post.owner <> vote.owner
        union all
        select comment.fingerprint, vote.value from forum.votes as vote
          join forum.comments as comment
            on comment.post_id = vote.post_id and comment.id = vote.target_id and comment.owner <> vote.owner
      ) as of_others group by fingerprint
    ) as earned on earned.fingerprint = same.fingerprint
    where agent.fingerprint = same.fingerprint and agent.karma <> coalesce(earned.karma, 0)`.execute(db);
}
