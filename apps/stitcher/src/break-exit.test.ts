/**
 * shaka-player issue 10604, replayed as a source: at each exit of a break one update moves the start and the offset of
 * the Period that filled the break and lacks the one that follows; the next is as before. A player of such an MPD
 * fetches again from minutes back, and stalls. The stitched MPD must show nothing of it.
 */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dashManifest, type OriginPeriod } from './testing/dash-environment.suite.ts';
import { LiveDash, periodIds, type ReadMpd } from './testing/live-dash.suite.ts';

let live: LiveDash;

beforeEach(async () => {
  live = new LiveDash();
  await live.start();
});

afterEach(() => live.stop());

/** Programme of 14 s, a break of 6 s, and so on. */
const CYCLE = 20;
const BREAK = 6;

function periodsUpTo(edge: number): OriginPeriod[] {
  return Array.from({ length: Math.ceil(edge / CYCLE) }, (_, index) => {
    const from = index * CYCLE;
    const at = from + CYCLE - BREAK;
    return [
      { id: `programme ${from}`, start: from, from, until: at },
      { id: `filler ${at}`, start: at, from: at, until: from + CYCLE },
    ];
  }).flat();
}

/** The update of an exit: the filler begins earlier, what follows is not there yet. */
function faulty(periods: readonly OriginPeriod[], exit: number, movedBy: number): OriginPeriod[] {
  return periods
    .filter(({ start }) => start < exit)
    .map((period) =>
      period.until === exit ? { ...period, start: period.start - movedBy } : period,
    );
}

/** Values that must never change: starts by Period id, presentationTimeOffset by Period id and AdaptationSet. */
function identities({ mpd }: ReadMpd): [string, number][] {
  return mpd.periods.flatMap((period): [string, number][] => [
    [`${period.id} start`, period.startMs],
    ...period.adaptationSets.map((set): [string, number] => {
      const addressing = set.representations[0]?.addressing;
      const offset = addressing?.presentationTimeOffset ?? Number.NaN;
      return [`${period.id} ${set.id} offset`, offset];
    }),
  ]);
}

test.each([
  ['into the programme before it', 5],
  ['before the programme before it', 25],
])(
  'D1 D2 D4 shaka-player #10604: a source that at each exit moves its filler %s and drops what follows shows nothing of it',
  async (_, movedBy) => {
    const { environment } = live;
    environment.edge = 22;
    environment.windowSegments = 12;
    environment.breaks = [1, 2].map((cycle) => ({
      at: cycle * CYCLE + CYCLE - BREAK,
      segments: BREAK,
    }));
    live.ads = [
      { id: 'ad1', seconds: 4 },
      { id: 'ad2', seconds: 2 },
    ];
    let badUpdates = 0;
    live.answer((_request, response) => {
      const periods = periodsUpTo(environment.edge);
      const sinceExit = environment.edge % CYCLE;
      const exit = environment.edge - sinceExit;
      const isBad = exit > CYCLE && (sinceExit === 2 || sinceExit === 3);
      badUpdates += isBad ? 1 : 0;
      response.end(dashManifest(environment, isBad ? faulty(periods, exit, movedBy) : periods));
    });
    const viewer = await live.viewerOf();
    await viewer.open();
    const seen = new Map<string, number>();
    const ids = new Set<string | undefined>();
    await live.playUpTo(viewer, 3 * CYCLE + 6, (read) => {
      expect(read.status).toBe(200);
      for (const id of periodIds(read)) ids.add(id);
      for (const [name, value] of identities(read)) {
        expect([name, seen.get(name) ?? value]).toEqual([name, value]);
        seen.set(name, value);
      }
    });
    expect(badUpdates).toBeGreaterThan(3);
    expect(viewer.findings).toEqual([]);
    const source = ['programme 0', 'filler 14', 'programme 20', 'programme 40', 'programme 60'];
    expect([...ids].filter((id) => /^(?:programme|filler)/.test(id ?? ''))).toEqual(source);
    expect([...ids].filter((id) => /-[01]$/.test(id ?? ''))).toHaveLength(4);
  },
  30_000,
);
