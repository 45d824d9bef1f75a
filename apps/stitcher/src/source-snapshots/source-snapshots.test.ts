import { createLogger, createMetrics } from '@interlude/runtime';
import { describe, expect, it } from 'vitest';
import { createStitcherMetrics } from '../metrics.ts';
import { channelEntry } from '../testing/start-stitcher.suite.ts';
import { snapshotLimits } from './snapshot-limits.ts';
import { type SnapshotSource, type SnapshotStore, SourceSnapshots } from './source-snapshots.ts';

const input = { name: 'c', sourceManifestUrl: 'https://origin.test/master.m3u8' };

/** A database in memory, which may be away. */
function fakeStore() {
  const rows = new Map<string, Buffer>();
  const fake = { isAway: false, writes: 0, rows };
  const place = ({ tenantId, channelId }: { tenantId: string; channelId: string }) =>
    `${tenantId} ${channelId}`;
  const store: SnapshotStore = {
    async put({ snapshot, ...of }) {
      if (fake.isAway) throw new Error('the database is away');
      fake.writes += 1;
      rows.set(place(of), snapshot);
    },
    async find(of) {
      if (fake.isAway) throw new Error('the database is away');
      return rows.get(place(of));
    },
  };
  return Object.assign(fake, { store });
}

function rig(store: SnapshotStore | undefined) {
  const clock = { nowMs: 1_000_000, now: () => clock.nowMs };
  const logs: string[] = [];
  const metrics = createMetrics();
  const logger = createLogger({
    name: 'test',
    level: 'info',
    stream: { write: (line) => void logs.push(line) },
  });
  const snapshots = new SourceSnapshots({
    ...{ store, clock, logger, metrics: createStitcherMetrics(metrics) },
    secretKey: Buffer.alloc(32, 7),
  });
  return { snapshots, clock, logs, metrics };
}

function sourceOf(
  lines: readonly string[] | undefined,
  id = 'c1',
  windowMs = 60_000,
): SnapshotSource {
  return {
    channel: channelEntry(id, input),
    timing: { windowMs, targetDurationMs: 2_000 },
    breaksVersion: 0,
    store: async () => lines,
  };
}

describe('snapshots of sources', () => {
  it('H35 come back line by line, for the same source alone', async () => {
    const fake = fakeStore();
    const { snapshots } = rig(fake.store);
    const source = sourceOf(['{"a":"ä\\n"}', '"\u00e4\u2028"']);
    snapshots.changed(source);
    await snapshots.idle();
    expect(fake.writes).toBe(1);
    const { channel } = source;
    expect(await snapshots.find(channel)).toEqual(['{"a":"ä\\n"}', '"\u00e4\u2028"']);
    expect(await snapshots.find({ ...channel, resets: 1 })).toBeUndefined();
    const settings = { ...channel.settings, dvrWindow: 60 };
    expect(await snapshots.find({ ...channel, settings })).toBeUndefined();
    expect(await snapshots.find({ ...channel, id: 'other' })).toBeUndefined();
    expect(await snapshots.find({ ...channel, tenantId: 'other' })).toBeUndefined();
  });

  it('SEC-S26 are sealed: addresses of sources may carry tokens', async () => {
    const fake = fakeStore();
    const { snapshots } = rig(fake.store);
    snapshots.changed(sourceOf(['"https://origin.test/?token=secret"']));
    await snapshots.idle();
    expect(fake.writes).toBe(1);
    expect([...fake.rows.values()].join()).not.toContain('secret');
    const [[place, sealed] = expect.fail()] = fake.rows;
    fake.rows.set(place.replace('c1', 'c2'), sealed);
    expect(await snapshots.find(channelEntry('c2', input))).toBeUndefined();
  });

  it('are taken every few seconds, more often of a source with a short list', async () => {
    const fake = fakeStore();
    const { snapshots, clock } = rig(fake.store);
    const [long, short] = [sourceOf(['1']), sourceOf(['1'], 'c2', 9_000)];
    const taken = async (afterMs: number) => {
      clock.nowMs += afterMs;
      const before = fake.writes;
      for (const source of [long, short]) snapshots.changed(source);
      await snapshots.idle();
      return fake.writes - before;
    };
    expect(await taken(0)).toBe(2);
    expect(await taken(1_000)).toBe(0);
    expect(await taken(2_000)).toBe(1);
    expect(await taken(snapshotLimits.everyMs)).toBe(2);
    // A break was found.
    Object.assign(long, { breaksVersion: 1 });
    expect(await taken(500)).toBe(1);
    expect(await taken(500)).toBe(0);
  });

  it('SEC-S57 of long windows are rarer, as far as the source lists what is missing', async () => {
    const fake = fakeStore();
    const { snapshots, clock } = rig(fake.store);
    const lines = [`"${'x'.repeat(6_000_000)}"`];
    const [dvr, long] = [sourceOf(lines, 'c1', 30_000), sourceOf(lines, 'c2', 7_200_000)];
    const taken = async (afterMs: number, breaksVersion = 0) => {
      clock.nowMs += afterMs;
      const before = fake.writes;
      for (const source of [dvr, long]) {
        Object.assign(source, { breaksVersion });
        snapshots.changed(source);
      }
      await snapshots.idle();
      return fake.writes - before;
    };
    expect(await taken(0)).toBe(2);
    expect(await taken(14_999)).toBe(0);
    expect(await taken(1)).toBe(1);
    expect(await taken(45_001)).toBe(2);
    expect(await taken(5_000, 1)).toBe(0);
    expect(await taken(1_001, 1)).toBe(2);
  });

  it('SEC-S57 of one company become rarer where they are large; those of others do not', async () => {
    const fake = fakeStore();
    const { snapshots, clock } = rig(fake.store);
    // Random text is not compressed to less than three quarters.
    const text = Array.from({ length: 200_000 }, () => Math.random().toString(36).slice(2)).join(
      '',
    );
    const large = sourceOf([JSON.stringify(text)]);
    const other = { ...sourceOf(['1']), channel: { ...large.channel, tenantId: 't2' } };
    snapshots.changed(large);
    await snapshots.idle();
    expect(fake.writes).toBe(1);
    const [sealed = expect.fail()] = fake.rows.values();
    const freeAfterMs = (sealed.length / snapshotLimits.bytesPerSecond) * 1_000;
    expect(freeAfterMs).toBeGreaterThan(2 * snapshotLimits.everyMs);
    clock.nowMs += snapshotLimits.everyMs;
    snapshots.changed(large);
    snapshots.changed(other);
    await snapshots.idle();
    expect(fake.writes).toBe(2);
    expect([...fake.rows.keys()]).toEqual(['t1 c1', 't2 c1']);
    clock.nowMs += freeAfterMs;
    snapshots.changed(large);
    await snapshots.idle();
    expect(fake.writes).toBe(3);
  });

  it('SEC-S57 that are too large are not stored, and not tried again for long', async () => {
    const fake = fakeStore();
    const { snapshots, clock, metrics } = rig(fake.store);
    const line = 'x'.repeat(snapshotLimits.textBytes / 4);
    let made = 0;
    const source = sourceOf([]);
    Object.assign(source, { store: async () => [line, line, line, line, String(made++)] });
    for (let round = 0; round < 3; round++) {
      snapshots.changed(source);
      await snapshots.idle();
      clock.nowMs += snapshotLimits.everyMs;
    }
    expect([made, fake.writes]).toEqual([1, 0]);
    expect(await metrics.text()).toContain('source_snapshots_total{outcome="too_large"} 1');
  });

  it('H35 a database that is away is said once, and keeps no source from being opened', async () => {
    const fake = fakeStore();
    const { snapshots, clock, logs } = rig(fake.store);
    const source = sourceOf(['1']);
    fake.isAway = true;
    const failures = () => logs.filter((line) => line.includes('cannot be stored')).length;
    for (let round = 0; round < 3; round++) {
      snapshots.changed(source);
      await snapshots.idle();
      clock.nowMs += snapshotLimits.everyMs;
    }
    expect(failures()).toBe(1);
    expect(await snapshots.find(source.channel)).toBeUndefined();
    fake.isAway = false;
    snapshots.changed(source);
    await snapshots.idle();
    expect(fake.writes).toBe(1);
    expect(logs.some((line) => line.includes('is stored again'))).toBe(true);
  });

  it('H35 a last one of each source is taken at an orderly stop', async () => {
    const fake = fakeStore();
    const { snapshots } = rig(fake.store);
    const sources = [sourceOf(['1']), sourceOf(undefined, 'closed'), sourceOf(['3'], 'c3')];
    snapshots.changed(sources[0] ?? expect.fail());
    await snapshots.idle();
    expect(fake.writes).toBe(1);
    await snapshots.stop(sources);
    expect(fake.writes).toBe(3);
    expect([...fake.rows.keys()]).toEqual(['t1 c1', 't1 c3']);
    snapshots.changed(sources[2] ?? expect.fail());
    expect(fake.writes).toBe(3);
  });

  it('without a database there are none', async () => {
    const { snapshots } = rig(undefined);
    const source = sourceOf(['1']);
    snapshots.changed(source);
    await snapshots.stop([source]);
    expect(await snapshots.find(source.channel)).toBeUndefined();
  });
});
