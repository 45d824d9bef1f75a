import { type MediaPlaylist, mergeDelta, parseMediaPlaylist } from '@interlude/hls';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { joinChannel, type Scenario, scenario, steps, type Viewer } from '../playback.suite.ts';
import { fitPod } from '../pods/fit-pod.ts';
import { propertyRuns } from '../property-runs.suite.ts';
import { SimulatedChannel, SimulatedSession } from '../simulated-channel.suite.ts';
import { simulatedCreative } from '../simulated-source.suite.ts';

const parse = (text: string) => parseMediaPlaylist(text).playlist;

/** The segments of a list as a player plays them, without their dates. */
function playedOf({ mediaSequence, discontinuitySequence, segments }: MediaPlaylist) {
  const listed = segments.map((segment) => {
    const { msn, uri, discontinuity, programDateTimeMs, durationSeconds, keys, map } = segment;
    const ranges = [segment.byteRange, map?.text, ...keys.map(({ text }) => text)];
    const isDated = programDateTimeMs !== undefined;
    return { msn, uri, discontinuity, isDated, durationSeconds, ranges };
  });
  return { mediaSequence, discontinuitySequence, listed };
}

const datesOf = ({ segments }: MediaPlaylist) =>
  segments.map(({ programDateTimeMs = 0 }) => programDateTimeMs);

/** The date of a first segment follows from those before it, whose durations are rounded. */
function furthestApartMs(one: MediaPlaylist, other: MediaPlaylist): number {
  const others = datesOf(other);
  return Math.max(0, ...datesOf(one).map((ms, index) => Math.abs(ms - (others[index] ?? 0))));
}

const dateRanges = (text: string) => text.match(/#EXT-X-DATERANGE:.*/g) ?? [];

/** Seconds that are listed behind what a player has. */
function newSeconds(known: MediaPlaylist, { segments }: MediaPlaylist): number {
  const last = known.segments.at(-1)?.msn ?? 0;
  return segments.reduce(
    (sum, { msn, durationSeconds }) => sum + (msn > last ? durationSeconds : 0),
    0,
  );
}

/** A player that requests an update each time: with its list before it is the whole one. */
class UpdatedPlayer {
  readonly #known = new Map<string, MediaPlaylist>();
  readonly #skipUntilSeconds: number;
  updates = 0;

  constructor(skipUntilSeconds: number) {
    this.#skipUntilSeconds = skipUntilSeconds;
  }

  play(renditionId: string, whole: string, update: string): void {
    const known = this.#known.get(renditionId);
    const [wanted, got] = [parse(whole), parse(update)];
    expect(dateRanges(update).sort()).toEqual(dateRanges(whole).sort());
    this.#known.set(renditionId, wanted);
    if (!known || got.skippedSegments === 0) return;
    const merged = mergeDelta(known, got);
    if (merged) {
      expect(playedOf(merged)).toEqual(playedOf(wanted));
      expect(furthestApartMs(merged, wanted)).toBeLessThan(2);
    }
    // A player without the skipped segments is so far behind that it does not request an update (6.2.5.1).
    else expect(newSeconds(known, wanted)).toBeGreaterThan(this.#skipUntilSeconds - 0.01);
    this.updates += merged ? 1 : 0;
  }
}

/** @param skipUntilSeconds shorter than is offered, so that short windows have something to skip */
function playScenario(input: Scenario, viewer: Viewer, skipUntilSeconds: number): number {
  const player = new UpdatedPlayer(skipUntilSeconds);
  let session: SimulatedSession | undefined;
  for (const { channel, nowMs } of steps(input)) {
    if (nowMs < viewer.joinMs) continue;
    session ??= joinChannel(channel, viewer, input).session;
    session.follow(nowMs);
    const { plan } = session;
    session.plan = { ...plan, listing: { ...plan.listing, skipUntilSeconds } };
    for (const window of channel.windows.values()) {
      const [whole, update] = [false, true].map((is) => session?.stitch(window, undefined, is));
      player.play(window.renditionId, whole?.text ?? '', update?.text ?? '');
    }
  }
  return player.updates;
}

const numRuns = propertyRuns(24);

it('H1 H2 H3 H9 H11 H29 updates of every rendition and list are the whole list for who has the one before', {
  timeout: 60_000 + numRuns * 10_000,
}, () => {
  let updates = 0;
  fc.assert(
    fc.property(scenario, fc.integer({ min: 4, max: 20 }), (input, seconds) => {
      const viewers = input.sessions.filter(({ numbers }) => numbers !== 'legacy');
      for (const viewer of viewers) updates += playScenario(input, viewer, seconds);
    }),
    { numRuns },
  );
  expect(updates).toBeGreaterThan(numRuns);
});

const rendition = {
  renditionId: 'v0',
  cadenceMs: 2_000,
  conditionedWithinMs: 0,
  firstMsn: 100,
};

/** A session with a break of three ads in the middle of what is listed, an hour after the source began. */
function longSession(windowMs: number, settings = {}) {
  const hourMs = 3_600_000;
  const channel = new SimulatedChannel(
    {
      epochMs: Date.UTC(2026, 2, 1, 12),
      windowMs,
      targetDuration: 2,
      breaks: [{ startMs: hourMs + 20_000, announcedMs: 30_000, returnMs: hourMs + 50_000 }],
      hasDates: true,
      discontinuities: false,
    },
    [rendition],
  );
  const ads = [1, 2, 3].map((sequence) => ({
    adId: `ad${sequence}`,
    sequence,
    creative: simulatedCreative(`c${sequence}`, 10_000, { v0: 2_000 }, false),
  }));
  channel.poll(rendition, hourMs);
  const session = new SimulatedSession(channel, (avail) => fitPod(avail, ads), 0, { settings });
  for (let nowMs = hourMs; nowMs <= hourMs + 60_000; nowMs += 2_000) {
    channel.poll(rendition, nowMs);
    session.request('v0', nowMs);
  }
  const window = channel.windows.get('v0') ?? expect.fail();
  const texts = [false, true].map((isUpdate) => session.stitch(window, undefined, isUpdate).text);
  return { session, whole: texts[0] ?? '', update: texts[1] ?? '' };
}

it('H17 a list of an hour offers updates, and one is a hundredth of it', () => {
  const { whole, update } = longSession(3_600_000);
  expect(whole).toContain('#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=12\n');
  expect(parse(whole).segments).toHaveLength(1_800);
  expect(update).toContain('#EXT-X-VERSION:9\n');
  expect(update).toContain('#EXT-X-SKIP:SKIPPED-SEGMENTS=1794\n');
  expect(update.length).toBeLessThan(whole.length / 100);
  expect(update.length).toBeLessThan(3_000);
});

it('H17 a short list offers none, nor do lists with legacy numbers, and a request for one is given the whole', () => {
  const short = longSession(118_000);
  expect(short.whole).not.toContain('SERVER-CONTROL');
  expect(short.update).toBe(short.whole);
  const legacy = longSession(3_600_000, { hlsLegacyMediaSequenceHandling: true });
  expect(legacy.whole).not.toContain('SERVER-CONTROL');
  expect(legacy.update).toBe(legacy.whole);
});

it('CHE-049 dvrWindow decides it, also while the list is still growing', () => {
  const growing = longSession(20_000, { dvrWindow: 600, startAtDvrWindow: false });
  expect(growing.whole).toContain('#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=12\n');
  const little = longSession(3_600_000, { dvrWindow: 60, startAtDvrWindow: true });
  expect(little.whole).not.toContain('SERVER-CONTROL');
});
