// Patches of the MPDs of sessions with a long buffer, applied by a reader of its own (ISO/IEC 23009-1 §5.15).
import { formatDateTime } from '@interlude/dash';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AdBreak } from '../breaks/ad-break.ts';
import type { Avail } from '../plan/splice-plan.ts';
import { fitPod } from '../pods/fit-pod.ts';
import { propertyRuns } from '../property-runs.suite.ts';
import { PatchingPlayer } from './apply-patch.suite.ts';
import { mpdPatch, type PatchedMpd, readPatchBase } from './mpd-patch.ts';
import {
  adBreak,
  DashRig,
  DashViewer,
  dashCreative,
  EPOCH_MS,
  type SimulatedMpd,
  simulatedMpdText,
} from './simulated-mpd.suite.ts';

const SOURCE: SimulatedMpd = {
  form: 'time',
  videoMs: 2_000,
  audioMs: 2_005,
  windowMs: 30_000,
  periodStartsMs: [],
  hasPeriodIds: true,
};

interface Run {
  readonly source?: Partial<SimulatedMpd>;
  readonly breaks?: readonly AdBreak[];
  /** Changes the source's MPD. */
  readonly edit?: (text: string, nowMs: number) => string;
  readonly adsMs?: readonly number[];
  readonly dvrWindowMs?: number;
  readonly stepMs?: number;
  readonly untilMs?: number;
  /** Time until a break is decided, ms. */
  readonly delayMs?: number;
  /** Updates that the player leaves out after each request. */
  readonly skips?: number;
}

interface Update {
  readonly nowMs: number;
  readonly kind: 'whole' | 'patch' | 'last patch';
  readonly text: string;
  readonly whole: string;
}

const decoded = (base: string) => readPatchBase(base) ?? expect.unreachable(base);

/** One request of a player, for a patch or the whole MPD, and its result. */
function update(player: PatchingPlayer, whole: string, patched: PatchedMpd) {
  const { base } = player;
  if (base === undefined) {
    player.load(whole);
    return { kind: 'whole', text: whole } as const;
  }
  const text = mpdPatch(patched, decoded(base));
  player.patch(text);
  if (player.base === undefined) return { kind: 'last patch', text } as const;
  expect(player.differences(whole), text).toEqual([]);
  return { kind: 'patch', text } as const;
}

/** Adds a direct clock to the one on HTTP. */
const withDirectClock = (text: string, nowMs: number) =>
  text.replace(
    '</MPD>',
    `<UTCTiming schemeIdUri="urn:mpeg:dash:utc:direct:2014" value="${formatDateTime(EPOCH_MS + nowMs)}"/></MPD>`,
  );

/** Plays a viewer whose player is patched; each patch is compared with the whole MPD. */
function play(run: Run): Update[] {
  const source = { ...SOURCE, ...run.source };
  const rig = new DashRig(400_000);
  const ads = (run.adsMs ?? [10_000, 5_000]).map((ms, n) => ({
    adId: `ad${n}`,
    sequence: n + 1,
    creative: dashCreative(`c${n}`, ms),
  }));
  const listing = { dvrWindowMs: run.dvrWindowMs ?? 300_000 };
  let viewer: DashViewer | undefined;
  let player: PatchingPlayer | undefined;
  const updates: Update[] = [];
  let step = 0;
  for (let nowMs = 20_000; nowMs < (run.untilMs ?? 120_000); nowMs += run.stepMs ?? 1_900) {
    const text = simulatedMpdText(source, nowMs);
    rig.poll(run.edit?.(text, nowMs) ?? text, nowMs);
    rig.breaks = (run.breaks ?? []).filter(({ startMs }) => startMs - EPOCH_MS < nowMs + 4_000);
    const decide = (avail: Avail) => fitPod(avail, ads);
    viewer ??= new DashViewer(rig, decide, run.delayMs ?? 0, 11_000, listing);
    const { text: whole, patched, periodCount } = viewer.request(nowMs);
    if (step++ % ((run.skips ?? 0) + 1) > 0 || periodCount === 0) continue;
    player ??= new PatchingPlayer();
    updates.push({ nowMs, whole, ...update(player, whole, patched) });
  }
  return updates;
}

const kinds = (updates: readonly Update[]) => Map.groupBy(updates, ({ kind }) => kind);

describe('an MPD of a long buffer', () => {
  it.each(['time', 'timeline-number', 'number'] as const)(
    'is patched to what the whole one lists, in a source of form %s',
    (form) => {
      const updates = play({ source: { form } });
      expect(updates.map(({ kind }) => kind)).toEqual([
        'whole',
        ...updates.slice(1).map(() => 'patch'),
      ]);
      expect(Math.max(...updates.slice(1).map(({ text }) => text.length))).toBeLessThan(1_000);
    },
  );

  it('is loaded whole while a break may change more than its segments, and patched behind it', () => {
    const updates = play({ breaks: [adBreak('b1', 60_000, 15_000)], untilMs: 140_000 });
    const [whole, patch, last] = (['whole', 'patch', 'last patch'] as const).map(
      (kind) => kinds(updates).get(kind) ?? [],
    );
    expect(last?.map(({ nowMs }) => nowMs)).toHaveLength(1);
    expect(whole?.at(-1)?.text).toContain('<PatchLocation ttl="300">');
    expect(whole?.at(-2)?.text).not.toContain('PatchLocation');
    expect(whole?.length).toBeLessThan(15);
    expect(patch?.at(-1)?.whole).toContain('<Period id="b1-0"');
    expect(last?.[0]?.text).toContain('<remove sel="/MPD/PatchLocation[1]"/>');
  });

  it('is loaded whole while a break is being decided: its player is to see the ads at once', () => {
    const updates = play({ breaks: [adBreak('b1', 60_000, 15_000)], delayMs: 8_000 });
    const pending = updates.filter(({ nowMs }) => nowMs > 60_000 && nowMs < 64_000);
    expect(pending.map(({ kind, whole }) => [kind, whole.includes('"b1-0"')])).toEqual([
      ['whole', false],
      ['whole', false],
    ]);
  });

  it('is loaded whole where the source goes on with another Period', () => {
    const updates = play({ source: { periodStartsMs: [70_000] } });
    expect(kinds(updates).get('last patch')).toHaveLength(1);
    expect(updates.at(-1)?.kind).toBe('patch');
  });

  it('is patched across updates that a player has left out, and where nothing is new', () => {
    expect(play({ skips: 4 }).at(-1)?.kind).toBe('patch');
    const often = play({ stepMs: 500, untilMs: 40_000 });
    expect(often.at(-1)?.kind).toBe('patch');
    expect(often.some(({ text }) => text.includes('<Patch ') && !text.includes('<add '))).toBe(
      true,
    );
  });

  it('is loaded whole after ten minutes, as patches remove nothing', () => {
    const updates = play({ untilMs: 700_000, stepMs: 3_800 });
    const last = kinds(updates).get('last patch') ?? [];
    expect(last.map(({ nowMs }) => Math.round(nowMs / 60_000))).toEqual([10]);
  });

  it('is the same as without patches where the buffer is short, or segments are listed by address', () => {
    for (const run of [{ dvrWindowMs: 60_000 }, { source: { form: 'list' as const } }]) {
      const updates = play({ ...run, untilMs: 60_000 });
      expect(updates.every(({ kind }) => kind === 'whole')).toBe(true);
      expect(updates.some(({ text }) => text.includes('PatchLocation'))).toBe(false);
    }
  });

  it('keeps the time that its source says in it', () => {
    const updates = play({ edit: withDirectClock, untilMs: 60_000 });
    const last = updates.at(-1) ?? expect.unreachable();
    expect(last.kind).toBe('patch');
    expect(last.text).toContain(
      `<replace sel="/MPD/UTCTiming[2]/@value">${formatDateTime(EPOCH_MS + last.nowMs)}</replace>`,
    );
  });

  it.each(['', ' id=""'])('has an id, which patches name, where its source has%s none', (id) => {
    const updates = play({ edit: (text) => text.replace(' id="m"', id), untilMs: 40_000 });
    expect(updates[0]?.whole).toContain(' id="session"');
    expect(updates.at(-1)?.kind).toBe('patch');
  });

  it('lists nothing for a base that was made up to end hours before', () => {
    const rig = new DashRig(400_000);
    rig.poll(simulatedMpdText(SOURCE, 60_000), 60_000);
    const listing = { dvrWindowMs: 300_000 };
    const viewer = new DashViewer(rig, (avail) => fitPod(avail, []), 0, 11_000, listing);
    const { text, patched } = viewer.request(60_000);
    const player = new PatchingPlayer();
    player.load(text);
    const base = decoded(player.base ?? '');
    const made = { ...base, ends: base.ends.map((end) => `-${end}00`) };
    expect(mpdPatch(patched, base)).not.toContain('<remove ');
    expect(mpdPatch(patched, made)).toContain('<remove sel="/MPD/PatchLocation[1]"/>');
    expect(mpdPatch(patched, made)).not.toContain('<add ');
  });

  it('takes nothing for a base that it does not write', () => {
    for (const text of ['', 'a_b_c', 'a_b_c_', 'a_b_c_1_x', `a_b_c${'_1'.repeat(25)}`, 'a_b_c_1e9'])
      expect(readPatchBase(text)).toBeUndefined();
    expect(readPatchBase('a_b_c_-12_900')).toEqual({
      ...{ publishTimeMs: 10, wholeMs: 11, form: 'c', ends: ['-12', '900'] },
    });
  });

  it('is patched right in any session', () => {
    const break_ = fc.record({
      at: fc.integer({ min: 30, max: 90 }),
      seconds: fc.integer({ min: 4, max: 30 }),
    });
    fc.assert(
      fc.property(
        fc.constantFrom('time' as const, 'timeline-number' as const, 'number' as const),
        fc.integer({ min: 1_000, max: 4_000 }),
        fc.integer({ min: -40, max: 40 }),
        fc.option(fc.integer({ min: 40_000, max: 90_000 })),
        break_,
        fc.integer({ min: 700, max: 6_000 }),
        fc.integer({ min: 0, max: 3 }),
        (form, videoMs, apartMs, nextPeriodMs, { at, seconds }, stepMs, skips) => {
          const periodStartsMs = nextPeriodMs === null ? [] : [nextPeriodMs];
          const updates = play({
            source: { form, videoMs, audioMs: videoMs + apartMs, periodStartsMs },
            breaks: [adBreak('b1', at * 1_000, seconds * 1_000)],
            ...{ stepMs, skips, untilMs: 120_000 },
          });
          expect(updates.length).toBeGreaterThan(0);
        },
      ),
      { numRuns: propertyRuns(120) },
    );
  });
});
