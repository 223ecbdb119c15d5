import { openDatabase } from './src/runtime/database.ts'; import { sql } from 'kysely';
const d = await openDatabase({ dataDir: 'memory://' });
const {rows} = await sql<{s:string,t:string}>`select schemaname s, tablename t from pg_tables where schemaname not in ('pg_catalog','information_schema')`.execute(d.db);
const cpu = async (n: string, f: () => Promise<unknown>) => { const t=process.cpuUsage(); const r = await f(); const u=process.cpuUsage(t); console.log(n, (u.user+u.system)/1000, r ?? ''); };
for (let i=0;i<4;i++){
await cpu('truncate all', async () => { await sql`set session_replication_role = replica`.execute(d.db); await sql.raw('truncate '+rows.filter(r=>!/migration/.test(r.t)).map(r=>`"${r.s}"."${r.t}"`).join(',')+' restart identity').execute(d.db);});
await cpu('delete all', async () => { await sql.raw(rows.filter(r=>!/migration/.test(r.t)).map((r,i)=>`with ${'x'+i} as (delete from "${r.s}"."${r.t}") `).slice(0,1).join('')+ 'select 1').execute(d.db).catch(()=>{}); for (const r of rows.filter(r=>!/migration/.test(r.t))) await sql`delete from ${sql.table(r.s+'.'+r.t)}`.execute(d.db);});
await cpu('fingerprint', async () => (await sql`select md5(string_agg(x, ',')) h from (select format('%s.%s.%s.%s.%s', attrelid::regclass, attname, atttypid, attnotnull, attnum) x from pg_attribute where attrelid > 16384 order by attrelid, attnum) q`.execute(d.db)).rows);
await cpu('nonempty', async () => (await sql.raw(rows.map(r=>`select '${r.s}.${r.t}' where exists(select from "${r.s}"."${r.t}")`).join(' union all ')).execute(d.db)).rows.length);
}
await cpu('open', async ()=>{ await d.close(); await openDatabase({ dataDir: 'memory://' });});
