/** Live DASH over real HTTP: what a channel's breaks, fields and source do to the MPDs that viewers get. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LiveDash, periodIds } from './live-dash.suite.ts';

let live: LiveDash;

beforeEach(async () => {
  live = new LiveDash();
  await live.start();
});
afterEach(() => live.stop());

describe('CHE-067 breaks by API', () => {
  function tell(
    ...breaks: readonly { readonly id: string; readonly at: number; readonly isOff?: boolean }[]
  ) {
    const { stitcher, world } = live;
    const [channel] = stitcher?.channels ?? [];
    if (!stitcher || !channel) throw new Error('a stitcher with a channel runs');
    const scheduledBreaks = breaks.map(({ id, at, isOff }) => ({
      id,
      channelId: 'c1',
      externalId: '',
      start: new Date(world.startMs + at * 1_000 - 400).toISOString(),
      duration: 3,
      state: isOff ? ('cancelled' as const) : ('scheduled' as const),
      createdAt: new Date().toISOString(),
    }));
    stitcher.channels = [{ ...channel, scheduledBreaks }];
    stitcher.changed();
  }

  test('are replaced like marked ones, from the next boundary on, until they are cancelled', async () => {
    live.ads = [{ id: 'ad1', seconds: 3 }];
    const viewer = await live.viewerOf({ schedulerExternalId: 'epg' });
    tell({ id: 'b1', at: 24 }, { id: 'b2', at: 34 });
    await viewer.open();
    await viewer.reload();
    const during = await live.playUpTo(viewer, 29);
    expect(periodIds(during)).toEqual(['p0', expect.stringMatching(/^eb1-.*-0$/), 'p0-r1']);
    expect(during.mpd.periods.map(({ startMs }) => startMs)).toEqual([0, 24_000, 27_000]);
    tell({ id: 'b1', at: 24 }, { id: 'b2', at: 34, isOff: true });
    const after = await live.playUpTo(viewer, 40);
    expect(periodIds(after)).toEqual(['p0-r1']);
    expect(viewer.findings).toEqual([]);
  });

  test('add nothing to a break that the source marks at the same time', async () => {
    live.ads = [{ id: 'ad1', seconds: 3 }];
    live.world.breaks = [{ at: 24, segments: 3 }];
    const viewer = await live.viewerOf({ schedulerExternalId: 'epg' });
    tell({ id: 'b1', at: 24 });
    await viewer.open();
    await viewer.reload();
    const read = await live.playUpTo(viewer, 30);
    expect(read.mpd.periods.map(({ startMs }) => startMs)).toEqual([0, 24_000, 27_000]);
    expect(live.world.asked('/ads')).toBe(1);
    expect(viewer.findings).toEqual([]);
  });
});
