import { isSpread, onCoordinator } from '../../src/composition/distribute.ts';
import { foreignKeysAcrossNodes, distribution } from '../../src/composition/distribution.ts';
import { assumptions, type CapacityResults, type Demand, demandOf } from './demand.ts';

const millions = [1, 10, 15, 1000];
/** Cores per machine in the last table. */
const serviceMachine = 8;
const databaseMachine = 32;

/** Renders docs/capacity.md. The result depends only on the measurements. */
export function capacityPage(measured: CapacityResults): string {
  const demands = millions.map((count) => demandOf(count * 1e6, measured, assumptions));
  return `# Capacity

The cost of requests and rows, and the resources for one million users and more. \`npm run capacity\` measures and writes this
page. The measurements are in [capacity.json](capacity.json); \`npm run capacity -- --page\` computes the page again after a
change of the assumptions in \`scripts/bench/demand.ts\`, and \`--only search\` measures one kind again.

Costs are processor time of the services and of PostgreSQL, because it does not depend on other load of the machine. Run the
measurement on your machine to compare.

${table(['measured on', ''], measured.machine)}

| this page | what it rests on |
| --- | --- |
| cost of requests, size of rows | measured, on the machine above |
| resources for numbers of users | computed from it and the assumptions; not run |
| a database per area, replicas, Redis, NATS, several processes | run as tests, with outages: \`npm run test:databases\`, \`npm run test:scale\`; [Growing](operating.md#growing) says when each pays |
| areas on the nodes of Citus | the demo and tests of the areas were run, with two workers: \`npm run test:citus\`, whose report lists the few that are left out; each worker was killed, and each area moved, while clients wrote; no load |
| rows spread over nodes | run for the forum, the mini-app backend, the notification service and the sign-ins of the identity provider, by the demo and the tests of each: see below |

## Cost of requests

Each kind is complete: a sign-in includes the request, its approval, one poll and the exchange of the code; an invoice includes
the signed webhook of its payment; a notification includes its status webhook; a delegation is the token exchange that starts
a helper's session. An open page has a heartbeat every fifteen seconds.

${table(
  ['kind', 'services, ms', 'PostgreSQL, ms', 'stored rows'],
  Object.entries(measured.requests).map(([kind, { serviceMicros, databaseMicros, rows }]) => [
    kind,
    milliseconds(serviceMicros),
    milliseconds(databaseMicros),
    Object.entries(rows)
      .map(([name, count]) => `${round(count)} ${name}`)
      .join(', '),
  ]),
)}

## Size of rows

Including indexes (\`pg_total_relation_size\` divided by the number of rows).

${table(
  ['table', 'bytes', 'kept'],
  Object.entries(measured.rowBytes).map(([name, bytes]) => [name, String(Math.round(bytes)), keptFor(name)]),
)}

## Assumptions

${table(
  ['kind', 'per user and day'],
  Object.entries(assumptions.perUserAndDay).map(([kind, count]) => [kind, String(count)]),
)}

The peak second has ${assumptions.peak} times the average requests and uses ${assumptions.utilisation * 100} % of the processors. Storage is after ${assumptions.horizonDays} days, for one copy, without
write-ahead log and backups.

## Resources

Computed, not run.

${table(
  [
    'users',
    'requests and heartbeats per second, peak',
    'cores for services',
    'cores for PostgreSQL',
    'stored after a year',
  ],
  demands.map(({ users, requestsPerSecond, serviceCores, databaseCores, storedBytes }) => [
    `${users / 1e6} million`,
    whole(requestsPerSecond),
    whole(serviceCores),
    whole(databaseCores),
    bytes(storedBytes),
  ]),
)}

${table(
  ['users', `machines of ${serviceMachine} cores for services`, 'database'],
  demands.map((demand) => [`${demand.users / 1e6} million`, whole(machines(demand)), layout(demand)]),
)}

Services are stateless and scale by adding instances. The database is the limit: one primary is bounded by the cores of one
machine, and each area can have one of its own (\`FORUM_DATABASE_URL\` and so on). Replicas can take public reads
(\`DATABASE_REPLICA_URL\`); the figures above assume that the primary serves all reads.

A million notifications per second would be 6.5 PB a month at 2.5 kB that are kept for 30 days: no relational database is the place
for that, but an append-only log and object storage. The seam is where \`sends\` stores a notification and \`deliveries\` takes
events from it.

The figures extrapolate linearly from one measurement with eight concurrent requests. Two effects are not linear. Under higher
load, proofs and polls share statements and become cheaper. And rows that many requests update are a bottleneck: every post
increments a counter of its community (\`forum.forums\`), every vote one of its author, on any number of nodes. The maximum
number of posts per second of one community was not measured.

[Performance](performance.md) measures what does not follow from the cost of single requests:

| command | measures |
| --- | --- |
| \`npm run bench -- p6\` | lists, searches and transactions among millions of rows |
| \`npm run bench -- p7\` | one, two and four processes on one database, separate and by \`PROCESSES\` |
| \`npm run bench -- p11\` | ten minutes of all kinds of requests at half load: memory, expired rows, slowest request |
| \`npm run bench -- p14\` | 2,000 open push streams in one process |

## Distribution over nodes

Rows are distributed over nodes by the column below. It is part of every primary and unique key, except those named in the
third column, and of every query, except reads that must query all nodes. \`src/composition/distribution.ts\` states the reason
of each exception, and tests compare it with the catalog and the statements.

\`npm run migrate -- --distribute\` puts each area on a node of Citus, and with \`--rows\` it spreads the rows of the forum, of the mini-app backend,
of the notification service, and of the identity provider those of people, of sign-ins, of sessions, and those that are keyed by themselves.
These stay on the coordinator: ${onCoordinator.join(', ')}.
The demo succeeds both ways on Citus 13.2 with two workers, and the tests of all areas pass with these rows spread, but for the few that read locks,
plans or statistics of one server, which its report names. Keys got the column for it, and foreign keys across nodes were dropped.

\`npm run test:citus\` records the statements that the tests of the areas execute, those of the tests themselves too, and has the cluster
explain each shape. With whole areas on nodes, none is refused, and all nodes are asked only by insertions of what another part of a statement
found. With the rows spread:

| area | shapes | one node | all nodes | refused | not explained |
| --- | --- | --- | --- | --- | --- |
| sso | 682 | 450 | 228 | 0 | 4 |
| forum | 206 | 121 | 85 | 0 | 0 |
| backend | 107 | 46 | 58 | 0 | 3 |
| notifications | 471 | 275 | 173 | 2 | 21 |

The two that are refused are those of workers that take from all apps at once; they go on app by app then.

Every statement of a request to the backend asks the node of its payer, by the bucket that invoice numbers and ids carry; settling asks
that of the hash of the payment too. Every statement of a poll, an approval page, a decision, the exchange of a code, a device's sign-in and a
pushed request asks the node of the sign-in, by the bucket that its secrets carry; the exchange that of the agent's key and of the session too. A browser's cookie
and a key of the console name the person, a passkey and a device are found by themselves.
Every statement of a refresh, of introspection, of userinfo and of the revocation of a token asks the node of the session, by the bucket that \`sid\` and refresh tokens carry.
\`src/backend/one-node.test.ts\`, \`src/sso/one-node.test.ts\` and \`src/sso/sessions/session-nodes.test.ts\` read the plans. Those of the backend that ask all nodes are of administrators (the list and
number of contradictions), of the worker of the settled hook, of deletions, and of the tests.

Every statement of the forum that reads a thread, or writes to one, asks one node: that of the post, by the bucket that its id and those of its
comments carry, or that of the owner, the key or the community that the write counts (\`src/forum/one-node.test.ts\`). Those that ask all nodes
are of lists over all posts (front page, community, profile, search, moderation), of a key whose owner changed within the hour, of erasures, of deletions, and of
the tests.

The report also counts by request path and by job, and the run fails when a request path asks all nodes that is no exception with its rate
(\`scripts/statement-lint/fan-outs.ts\`). Shapes that were not explained lack constants that the record does not keep.
\`npm run test:postgres\` checks every statement that its tests execute, and every migration, by rules on what such an engine takes: \`scripts/statement-lint\` has the rules, and the exceptions that remain with their reasons.

${table(
  ['table', 'distributed by', 'keys across nodes'],
  Object.entries(distribution).map(([name, placement]) => {
    const [by, keys] = 'copied' in placement ? ['a copy on every node', {}] : [placement.by, placement.global ?? {}];
    return [name, isSpread(name) ? by : `${by}; on Citus the coordinator`, Object.keys(keys).join(', ')];
  }),
)}

There are two kinds of keys across nodes. Digests of secrets identify a caller without other information (links, codes,
refresh tokens, API keys): CockroachDB and YugabyteDB distribute such an index by the digest, so that a lookup queries one
node; on Citus, use a lookup table of digest and distribution key. Identifiers from a clock and random bits need no check
across nodes: on Citus, extend the key by the distribution column.

These foreign keys cross nodes, and are dropped where rows are spread:

${table(
  ['table and key', 'how consistency is kept'],
  Object.entries(foreignKeysAcrossNodes).map(([name, reason]) => [name, reason]),
)}
`;
}

const machines = ({ serviceCores }: Demand): number => Math.max(2, serviceCores / serviceMachine);

function layout({ databaseCores, areaCores }: Demand): string {
  if (databaseCores <= databaseMachine) return `one primary of ${whole(databaseCores)} cores, and a standby`;
  const areas = Object.entries(areaCores).toSorted(([, a], [, b]) => b - a);
  const large = areas.filter(([, cores]) => cores > databaseMachine).map(([area]) => area);
  if (large.length === 0)
    return `a primary for each area: ${areas.map(([area, cores]) => `${area} ${whole(cores)} cores`).join(', ')}; each with a standby`;
  return `not possible: more than one machine of ${databaseMachine} cores for ${large.join(', ')}`;
}

const keptFor = (name: string): string => {
  const days = assumptions.keptDays[name];
  if (days === undefined) return 'permanently, or a year';
  if (days < 1) return 'minutes';
  return days === 1 ? 'a day' : `${days} days`;
};

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const milliseconds = (micros: number): string => (micros / 1000).toFixed(2);
const round = (count: number): string => String(Math.round(count * 100) / 100);
const whole = (count: number): string => Math.ceil(count).toLocaleString('en-US');

function bytes(count: number): string {
  const [size, unit] = count >= 1e15 ? [1e15, 'PB'] : count >= 1e12 ? [1e12, 'TB'] : [1e9, 'GB'];
  return `${(count / size).toFixed(1)} ${unit}`;
}
