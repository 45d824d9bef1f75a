/**
 * Leases of channels to monitors: they last seconds and are spread evenly, so that the channels of a dead monitor are
 * taken over.
 */
import { sql } from 'kysely';
import type { Database } from '../database.ts';

/** A channel that a monitor has to watch. */
export interface LeasedChannel {
  readonly tenantId: string;
  readonly channelId: string;
}

export interface MonitorLeaseStore {
  /**
   * Renews the monitor's leases, gives back those beyond its share or beyond a company's share, and takes channels that
   * no monitor watches.
   * @param most channels that each monitor watches at once
   * @returns all channels that it holds now
   */
  renew(monitor: string, most: number): Promise<LeasedChannel[]>;
  /** Gives all leases back. */
  leave(monitor: string): Promise<void>;
}

const limits = {
  /** A lease ends this long after its last renewal, so that another monitor takes the channel within 10 s. */
  leaseSeconds: 6,
  /**
   * Most channels that a monitor takes at once: other monitors start meanwhile, and not all sources are read at one
   * moment.
   */
  takenAtOnce: 50,
} as const;

/** Live, enabled channels that this installation plays. */
const watched = sql`c.state = 'enabled' and c.type in ('hls-live', 'dash-live')
  and coalesce(c.settings ->> 'systemId', '') = ''`;

/**
 * Leases that this monitor gives back while there are more channels than places. A company's fair share are the places
 * that it would get if they were dealt company by company; the leases beyond it are given back, the last channels
 * first, and no more at a time than other monitors take at once.
 * @param most places of each monitor
 */
const beyondFairShare = (monitor: string, most: number) => sql`
  with places as (
    select tenant_id, row_number() over (partition by tenant_id order by id) as place
    from channels c where ${watched}
  ), fair as (
    select tenant_id, count(*) as channels from (
      select tenant_id from places order by place, tenant_id
      limit (select count(*) from monitors) * ${most}::int) as shared group by tenant_id
  ), held as (
    select tenant_id, count(*) as channels from monitor_leases where held_until >= now() group by tenant_id
  )
  select tenant_id, channel_id from (
    select l.tenant_id, l.channel_id,
      held.channels - coalesce(fair.channels, 0) as beyond,
      row_number() over (partition by l.tenant_id order by l.channel_id desc) as place
    from monitor_leases l
      join held on held.tenant_id = l.tenant_id
      left join fair on fair.tenant_id = l.tenant_id
    where l.monitor = ${monitor}) as own
  where place <= beyond
  order by place limit ${limits.takenAtOnce}`;

/**
 * Leases of monitors. Times are by the clock of the database, because clocks of machines differ.
 * @returns a store; one channel has one monitor at a time
 * @see rule SEC-S90
 */
export function createMonitorLeaseStore({ system }: Database): MonitorLeaseStore {
  const lease = sql`now() + make_interval(secs => ${sql.lit(limits.leaseSeconds)})`;
  return {
    renew: (monitor, most) =>
      system.transaction().execute(async (db) => {
        // Serialises the monitors: two that take the same channels would wait for each other's rows.
        await sql`select pg_advisory_xact_lock(hashtextextended('monitor leases', 0))`.execute(db);
        await sql`insert into monitors (monitor, seen_at) values (${monitor}, now())
          on conflict (monitor) do update set seen_at = now()`.execute(db);
        await sql`delete from monitors
          where seen_at < now() - make_interval(secs => ${sql.lit(limits.leaseSeconds)})`.execute(
          db,
        );
        await sql`delete from monitor_leases l where l.monitor = ${monitor} and not exists (
          select from channels c where c.tenant_id = l.tenant_id and c.id = l.channel_id and ${watched})`.execute(
          db,
        );
        const { rows: counts } = await sql<{ share: number }>`
          select ceil((select count(*) from channels c where ${watched})::numeric
            / greatest(1, (select count(*) from monitors)))::int as share`.execute(db);
        const share = Math.min(most, counts[0]?.share ?? 0);
        await sql`delete from monitor_leases where monitor = ${monitor} and (tenant_id, channel_id) in (
          select tenant_id, channel_id from monitor_leases where monitor = ${monitor}
          order by tenant_id, channel_id offset ${share})`.execute(db);
        await sql`delete from monitor_leases where (tenant_id, channel_id) in (${beyondFairShare(monitor, most)})`.execute(
          db,
        );
        const { rows: held } = await sql<{ tenant_id: string; channel_id: string }>`
          update monitor_leases set held_until = ${lease} where monitor = ${monitor}
          returning tenant_id, channel_id`.execute(db);
        const free = Math.min(share - held.length, limits.takenAtOnce);
        // Taken company by company, so that a company with thousands of channels leaves places for the others.
        const { rows: taken } = await sql<{ tenant_id: string; channel_id: string }>`
          insert into monitor_leases (tenant_id, channel_id, monitor, held_until)
          select tenant_id, id, ${monitor}, ${lease} from (
            select c.tenant_id, c.id,
              row_number() over (partition by c.tenant_id order by c.id) + coalesce(h.held, 0) as place
            from channels c
              left join monitor_leases l on l.tenant_id = c.tenant_id and l.channel_id = c.id
              left join (select tenant_id, count(*) as held from monitor_leases
                where held_until >= now() group by tenant_id) h on h.tenant_id = c.tenant_id
            where ${watched} and (l.channel_id is null or l.held_until < now())) as unwatched
          order by place, tenant_id limit ${Math.max(0, free)}
          on conflict (tenant_id, channel_id) do update
            set monitor = excluded.monitor, held_until = excluded.held_until
          returning tenant_id, channel_id`.execute(db);
        return [...held, ...taken].map(({ tenant_id: tenantId, channel_id: channelId }) => ({
          tenantId,
          channelId,
        }));
      }),
    async leave(monitor) {
      await sql`delete from monitor_leases where monitor = ${monitor}`.execute(system);
      await sql`delete from monitors where monitor = ${monitor}`.execute(system);
    },
  };
}
