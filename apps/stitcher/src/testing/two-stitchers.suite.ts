/** Stitchers that share one database and nothing else, and a channel of the test environment. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ChannelInput, channelInput } from '@interlude/contract';
import { createChannelStore } from '@interlude/persistence';
import { createEgress, createLogger, createMetrics, parseConfig } from '@interlude/runtime';
import { addTenant, type TemplateDatabase, templateDatabase } from '@interlude/testkit';
import { sql } from 'kysely';
import { createStitcher, type Stitcher } from '../index.ts';
import { TestEnvironment } from './test-environment.suite.ts';

export class TwoStitchers {
  readonly environment = new TestEnvironment();
  /** Time by which the clocks of all stitchers are ahead, ms. */
  aheadMs = 0;
  readonly #template: TemplateDatabase;
  readonly #folder: string;
  readonly #stitchers: Stitcher[] = [];

  private constructor(template: TemplateDatabase, folder: string) {
    this.#template = template;
    this.#folder = folder;
  }

  static async start(): Promise<TwoStitchers> {
    const folder = await mkdtemp(join(tmpdir(), 'interlude-two-stitchers-'));
    const two = new TwoStitchers(await templateDatabase(), folder);
    await two.environment.start();
    return two;
  }

  async stop(): Promise<void> {
    for (const stitcher of this.#stitchers.splice(0)) await stitcher.stop();
    await this.#template.drop();
    await this.environment.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** Stops one of them in order. */
  async stopOne(stitcher: Stitcher): Promise<void> {
    this.#stitchers.splice(this.#stitchers.indexOf(stitcher), 1);
    await stitcher.stop();
  }

  /** Sessions that all stitchers which have stopped by now have counted for a channel. */
  async countedSessions(channelId: string): Promise<number> {
    const row = await this.#template.database.system
      .selectFrom('rollups_minute as r')
      .innerJoin('terms as t', (join) =>
        join.onRef('t.id', '=', 'r.channel').onRef('t.tenant_id', '=', 'r.tenant_id'),
      )
      .select((of) => of.fn.sum<number>('r.session_starts').as('sessions'))
      .where('t.ext', '=', channelId)
      .where('r.dim', '=', 0)
      .executeTakeFirst();
    return Number(row?.sessions ?? 0);
  }

  /** Creates an enabled channel with live HLS. @returns its id */
  async channel(fields: Partial<ChannelInput> = {}): Promise<string> {
    const { base } = this.environment;
    const { state: _, ...settings } = channelInput.parse({
      name: 'live',
      sourceManifestUrl: `${base}/live/master.m3u8`,
      adSource: { url: `${base}/ads` },
      ...fields,
    });
    const { database } = this.#template;
    const tenantId = await addTenant(database);
    const channels = createChannelStore(database);
    const { id } = await channels.create(tenantId, settings);
    await channels.setState(tenantId, id, 'enabled');
    return id;
  }

  /** Deletes the rows of a table. */
  async lose(
    table:
      | 'session_entries'
      | 'creative_snapshots'
      | 'session_plans'
      | 'source_snapshots'
      | 'source_readings',
  ): Promise<void> {
    await this.#template.database.system.deleteFrom(table).execute();
  }

  /** Locks the tables of sessions, for reads and writes, until `work` is over. */
  async whileHeld(work: () => Promise<void>): Promise<void> {
    await this.#template.database.transaction(async ({ db }) => {
      await sql`lock table session_plans, session_entries in access exclusive mode`.execute(db);
      await work();
    });
  }

  /** Starts one more stitcher, with a data folder of its own. */
  async stitcher(): Promise<Stitcher> {
    const dataFolder = await mkdtemp(join(this.#folder, 'data-'));
    const stitcher = createStitcher({
      config: parseConfig({ STITCHER_PORT: '0', INTERLUDE_DATA: dataFolder }, tmpdir()),
      logger: createLogger({ name: 'stitcher', level: 'silent' }),
      metrics: createMetrics(),
      egress: createEgress({ allow: [this.environment.host] }),
      clock: { now: () => Date.now() + this.aheadMs },
      database: this.#template.database,
      pace: () => 20,
      mpdPace: () => 20,
      shownAfterMs: 20,
    });
    await stitcher.start();
    this.#stitchers.push(stitcher);
    return stitcher;
  }
}
