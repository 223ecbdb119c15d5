import { acrossNodes, distribution } from '../../contract-tests/fixtures/composition/distribution.ts';
import { assumptions, type Demand, demandOf } from './demand.ts';
import type { Measured } from './measured.ts';

const millions = [1, 10, 1000];
/** Cores of the machines that the last table speaks of. */
const serviceMachine = 8;
const databaseMachine = 32;

/** docs/capacity.md, whole. The same measurement gives the same page. */
export function capacityPage(measured: Measured): string {
  const demands = millions.map((count) => demandOf(count * 1e6, measured, assumptions));
  return `# Capacity

What a request and a row cost, and what follows from it for one million users and more. \`npm run capacity\` measures and
writes this page; the figures are kept in [capacity.json](capacity.json), and \`npm run capacity -- --page\` computes the page
anew after a change of the assumptions in \`scripts/capacity/demand.ts\`.

Processor time is what does not depend on how busy the machine was, so it is what is counted: of the services, and of
PostgreSQL. Compare it with your processor by running it there.

${table(['measured on', ''], measured.machine)}

## What a request costs

Each kind is whole: a sign-in is the request, its approval, one poll and the exchange of the code; an invoice is paid by a
signed webhook; a notification is sent, and its status webhook delivered; a page that is open for pushes has a heartbeat
every fifteen seconds, in which it is marked as there.

${table(
  ['kind', 'services, ms', 'PostgreSQL, ms', 'rows that it leaves'],
  Object.entries(measured.requests).map(([kind, { serviceMicros, databaseMicros, rows }]) => [
    kind,
    milliseconds(serviceMicros),
    milliseconds(databaseMicros),
    Object.entries(rows)
      .map(([name, count]) => `${round(count)} ${name}`)
      .join(', '),
  ]),
)}

## What a row costs

With its part of all indexes (\`pg_total_relation_size\` divided by the rows).

${table(
  ['table', 'bytes', 'kept'],
  Object.entries(measured.rowBytes).map(([name, bytes]) => [name, String(Math.round(bytes)), keptFor(name)]),
)}

## What is assumed

${table(
  ['kind', 'per user and day'],
  Object.entries(assumptions.perUserAndDay).map(([kind, count]) => [kind, String(count)]),
)}

The busiest second has ${assumptions.peak} times the requests of the mean one, and uses ${assumptions.utilisation * 100} % of the processors. Storage is that after ${assumptions.horizonDays} days, one copy, without the
write-ahead log and backups.

## What so many users need

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

The services keep nothing and are added one by one. The database is the wall: one primary takes as much as one machine has
cores, and beyond that the tables are spread over nodes. Public pages of the forum can be read at replicas
(\`DATABASE_REPLICA_URL\`); the figures above send every read to the primary.

The figures are lines through one measured point, with eight requests at once; two things bend them. Under more load,
proofs and polls of one turn share a statement, which makes them cheaper. And rows that many requests write are a wall of
their own: every post counts up its community (\`forum.forums\`), every vote its author, one after another, however many
nodes there are. How many posts per second one community takes was not measured.

## Over many nodes

Rows of one table stand on a node by the column below. It is in every primary and unique key, but for those named beside
it, and in what requests ask for, but for reads that have to ask all nodes. \`contract-tests/fixtures/composition/distribution.ts\` names each of
these exceptions with its reason, and tests hold the catalog and the statements to it. It was not run on a distributed
PostgreSQL.

${table(
  ['table', 'distributed by', 'keys over all nodes'],
  Object.entries(distribution).map(([name, placement]) =>
    'copied' in placement
      ? [name, 'a copy on every node', '']
      : [name, placement.by, Object.keys(placement.global ?? {}).join(', ')],
  ),
)}

Keys over all nodes are of two sorts. Digests of secrets, by which a caller is looked up who presents nothing else (links,
codes, refresh tokens, API keys): CockroachDB and YugabyteDB keep such an index distributed by the digest itself, so that
the look-up asks one node; on Citus it is a look-up table of digest and distribution key, distributed by the digest. And
identifiers made from a clock and random bits, which need no check over all nodes: on Citus the key is widened by the
distribution column.

These foreign keys lead from one node to another. Citus does without them:

${table(
  ['table and key', 'what keeps the promise'],
  Object.entries(acrossNodes).map(([name, reason]) => [name, reason]),
)}
`;
}

const machines = ({ serviceCores }: Demand): number => Math.max(2, serviceCores / serviceMachine);

function layout({ databaseCores }: Demand): string {
  if (databaseCores <= databaseMachine) return `one primary of ${whole(databaseCores)} cores, and a standby`;
  const nodes = Math.ceil(databaseCores / databaseMachine);
  return `${whole(nodes)} nodes of ${databaseMachine} cores, each with a standby`;
}

const keptFor = (name: string): string => {
  const days = assumptions.keptDays[name];
  if (days === undefined) return 'for ever, or a year';
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
