// Audio whose segments are cut far from the video's, on the playlist and stitched with ads.
import { type AuditState, auditSession, EMPTY_AUDIT, type Finding } from '@interlude/audit';
import { parseMediaPlaylist, type Segment } from '@interlude/hls';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EPOCH_MS } from '../dash/simulated-mpd.suite.ts';
import type { Avail } from '../plan/splice-plan.ts';
import { fitPod } from '../pods/fit-pod.ts';
import { propertyRuns } from '../property-runs.suite.ts';
import { SimulatedChannel, SimulatedSession } from '../simulated-channel.suite.ts';
import { simulatedCreative } from '../simulated-source.suite.ts';
import type { HlsProgramme } from './hls-generation.ts';
import { type Asset, LinearRig, programmeOf, type Wanted } from './linear.suite.ts';

const FRAME = 1_024 / 48_000;
const WEEK_MS = 7 * 24 * 3_600_000;
const WARM_UP_MS = 200_000;

/** Seconds of each segment of the audio of so many seconds of video. */
function audioOf(total: number, cadence: number, inFrames: boolean): string[] {
  const cut = (at: number) => (inFrames ? Math.round(at / FRAME) * FRAME : at);
  const seconds: string[] = [];
  for (let at = 0; at < total - cadence / 10; at += cadence)
    seconds.push((cut(Math.min(total, at + cadence)) - cut(at)).toFixed(5));
  return seconds;
}

const cadence = fc.constantFrom(1.92, 2, 2.002, 3.84, 4, 4.004, 6, 6.006);

/** An asset of segments of one length but for the last. */
const asset = (name: string, leastSeconds: number, mostSeconds: number): fc.Arbitrary<Asset> =>
  fc
    .record({
      videoTracks: fc.constantFrom(2, 3.84, 4, 4.004, 6),
      total: fc.integer({ min: leastSeconds * 1_000, max: mostSeconds * 1_000 }),
      audio: cadence,
      inFrames: fc.boolean(),
    })
    .map(({ videoTracks, total, audio, inFrames }) => ({
      name,
      seconds: audioOf(total / 1_000, videoTracks, false),
      audioSeconds: audioOf(total / 1_000, audio, inFrames),
    }));

const item = (index: number): fc.Arbitrary<Wanted> =>
  fc
    .record({
      asset: asset(`item${index}`, 14, 90),
      duration: fc.integer({ min: 14, max: 90 }),
      cues: fc.array(fc.record({ at: fc.nat(100), span: fc.integer({ min: 8, max: 40 }) }), {
        maxLength: 3,
      }),
    })
    .map(({ asset: own, duration, cues }) => ({
      asset: own,
      settings: {
        duration,
        spliceType: 'percent',
        cuePoints: cues.map(({ at, span }) => ({ spliceTime: at, maxDuration: span, maxAds: 2 })),
      },
    }));

const programme = fc.record({
  items: fc.integer({ min: 1, max: 4 }).chain((count) => {
    return fc.tuple(...Array.from({ length: count }, (_, index) => item(index)));
  }),
  filler: asset('filler', 7, 20),
});

const adOf = (uri: string) => /ad\/([^/]+\/\d+)\//.exec(uri)?.[1];

class Judge {
  readonly findings: Finding[] = [];
  #state: AuditState = EMPTY_AUDIT;

  see(renditionId: string, text: string, fetchedAtMs: number): void {
    const judged = auditSession(this.#state, { renditionId, text, fetchedAtMs }, { adOf });
    this.#state = judged.state;
    this.findings.push(...judged.findings);
  }
}

/**
 * Two segments between breaks, which sessions need; and one of the audio in a piece of the filler, which would
 * otherwise reach into the next piece.
 */
const hasRoom = ({ cycle, trackOf, targetDuration }: HlsProgramme) =>
  cycle.parts.every((part) => {
    const longestUs = trackOf('a0')(part)?.longestUs ?? Number.NaN;
    const leastUs = part.adBreak ? longestUs : 2_000_000 * targetDuration;
    return part.untilUs - part.fromUs >= leastUs;
  });

/** Address and date of each segment, seconds after the start, at a moment. */
function listed(rig: LinearRig, renditionId: string, atSeconds: number) {
  const { text } = rig.playlist(renditionId, EPOCH_MS + atSeconds * 1_000);
  return parseMediaPlaylist(text).playlist.segments.map(
    ({ uri, programDateTimeMs = Number.NaN, discontinuity }) =>
      `${discontinuity ? '!' : ''}${uri.split('/').slice(-2).join('/')} ${(programDateTimeMs - EPOCH_MS) / 1_000}`,
  );
}

test('H11 PLY-009 audio has the offset to its video that it has in its item (RFC 8216 6.2.4)', () => {
  const vodAsset: Asset = {
    name: 'asset',
    seconds: audioOf(19.2, 3.84, false),
    audioSeconds: audioOf(19.2, 4, false),
  };
  const filler: Asset = {
    name: 'filler',
    seconds: audioOf(7.68, 3.84, false),
    audioSeconds: audioOf(7.68, 2, false),
  };
  const cuePoints = [{ spliceTime: 7.68, maxDuration: 8, maxAds: 1 }];
  const rig = new LinearRig(
    programmeOf([{ asset: vodAsset, settings: { cuePoints } }], filler),
    EPOCH_MS * 1_000,
  );
  expect(listed(rig, 'v0', 31)).toEqual([
    '!asset/v360-0.ts 0',
    'asset/v360-1.ts 3.84',
    '!filler/v360-0.ts 7.68',
    'filler/v360-1.ts 11.52',
    '!asset/v360-2.ts 15.36',
    'asset/v360-3.ts 19.2',
    'asset/v360-4.ts 23.04',
    '!asset/v360-0.ts 26.88',
  ]);
  // In the item its third segment begins at 8 s, 0.32 s after the cut, and so it does here.
  expect(listed(rig, 'a0', 31)).toEqual([
    '!asset/a-0.ts 0',
    'asset/a-1.ts 4',
    '!filler/a-0.ts 7.68',
    'filler/a-1.ts 9.68',
    'filler/a-2.ts 11.68',
    'filler/a-3.ts 13.68',
    '!asset/a-2.ts 15.68',
    'asset/a-3.ts 19.68',
    'asset/a-4.ts 23.68',
    '!asset/a-0.ts 26.88',
  ]);
});

const run = fc.record({
  before: programme,
  after: programme,
  fromMs: fc.integer({ min: 300_000, max: WEEK_MS }),
  stepsMs: fc.array(fc.integer({ min: 300, max: 9_000 }), { minLength: 30, maxLength: 60 }),
  saveAfter: fc.nat(90),
});

const ids = ['v0', 'a0'];
const cuts = { v0: 2_000, a0: 1_984 };
const ads = [7_680, 15_040].map((ms, index) => ({
  adId: `ad${index}`,
  sequence: index + 1,
  creative: simulatedCreative(`c${index}`, ms, cuts, false),
}));
const slate = simulatedCreative('slate', 8_000, cuts, false);
const decide = (avail: Avail) => fitPod(avail, ads, { slate });

/** A process that serves the playlist, another that is started for each look, and a channel on it with a viewer. */
class Rig {
  readonly ofPlaylist = new Judge();
  readonly ofViewer = new Judge();
  readonly #running: HlsProgramme;
  readonly #linear: LinearRig;
  readonly #channel: SimulatedChannel;
  #session: SimulatedSession | undefined;

  constructor(running: HlsProgramme) {
    this.#running = running;
    this.#linear = new LinearRig(running, EPOCH_MS * 1_000);
    this.#channel = new SimulatedChannel(
      {
        epochMs: EPOCH_MS,
        windowMs: 60_000,
        targetDuration: running.targetDuration,
        ...{ breaks: [], hasDates: true, discontinuities: true },
      },
      ids.map((renditionId) => ({ renditionId, cadenceMs: 4_000, firstMsn: 0 })),
    );
  }

  save(programme: HlsProgramme, nowMs: number): void {
    this.#linear.save(programme, EPOCH_MS + nowMs);
  }

  /** The channel has been followed before there is a viewer: it knows how the items are cut, not the filler alone. */
  warmUp(untilMs: number): void {
    for (let nowMs = untilMs - WARM_UP_MS; nowMs < untilMs; nowMs += 20_000)
      for (const renditionId of ids) {
        const { text } = this.#linear.playlist(renditionId, EPOCH_MS + nowMs);
        this.#channel.feed(renditionId, text, nowMs);
      }
  }

  /** The segments that the viewer is shown. */
  listed(renditionId: string, nowMs: number): readonly Segment[] {
    const text = this.#session?.request(renditionId, nowMs)?.text ?? '';
    return parseMediaPlaylist(text).playlist.segments;
  }

  look(nowMs: number): void {
    const fetchedAtMs = EPOCH_MS + nowMs;
    const other = this.#linear.restarted(this.#running);
    for (const renditionId of ids) {
      const { text } = this.#linear.playlist(renditionId, fetchedAtMs);
      expect(other.playlist(renditionId, fetchedAtMs).text).toBe(text);
      this.ofPlaylist.see(renditionId, text, fetchedAtMs);
      this.#channel.feed(renditionId, text, nowMs);
    }
    this.#session ??= new SimulatedSession(this.#channel, decide, 0);
    for (const renditionId of ids) {
      const stitched = this.#session.request(renditionId, nowMs);
      if (stitched) this.ofViewer.see(renditionId, stitched.text, fetchedAtMs);
    }
  }
}

test('H11 PLY-009 a save brings an item whose audio is cut otherwise than all that was seen: no date goes back', () => {
  const uniform = (name: string, total: number, audioCadence: number): Asset => ({
    name,
    seconds: audioOf(total, 4, false),
    audioSeconds: audioOf(total, audioCadence, false),
  });
  const cuePoints = [1, 35, 42].map((spliceTime, index) => ({
    spliceTime,
    maxDuration: index === 1 ? 8 : 13,
    maxAds: 2,
  }));
  const filler: Asset = {
    name: 'filler',
    seconds: ['6.00000', '1.65100'],
    audioSeconds: ['6.00000', '1.65100'],
  };
  const rig = new Rig(
    programmeOf(
      [
        {
          asset: uniform('regular', 51.618, 4),
          settings: { duration: 90, spliceType: 'percent', cuePoints },
        },
      ],
      filler,
    ),
  );
  rig.warmUp(370_196_000);
  rig.save(
    programmeOf([{ asset: uniform('other', 32, 1.92), settings: { duration: 90 } }], filler),
    370_199_208,
  );
  for (const nowMs of [370_199_208, 370_200_083, 370_205_914, 370_214_607, 370_219_201])
    rig.look(nowMs);
  expect(rig.ofPlaylist.findings).toEqual([]);
  expect(rig.ofViewer.findings).toEqual([]);
  // Its audio comes back at 370,213,237, and the last ad segment was dated 370,213,352 when it was published.
  const dates = rig
    .listed('a0', 370_219_201)
    .filter(({ uri }) => uri.includes('other/'))
    .map(({ uri, programDateTimeMs = Number.NaN }) => [
      uri.split('/').at(-1),
      programDateTimeMs - EPOCH_MS,
    ]);
  expect(dates).toEqual([
    ['a-2.ts', 370_213_353],
    ['a-3.ts', 370_215_157],
  ]);
});

test('H11 H22 PLY-009 audio of any cadence: the auditor finds nothing on the playlist, nor stitched with ads', () => {
  fc.assert(
    fc.property(run, ({ before, after, fromMs, stepsMs, saveAfter }) => {
      const running = programmeOf(before.items, before.filler);
      const saved = programmeOf(after.items, after.filler);
      fc.pre(hasRoom(running) && hasRoom(saved));
      const rig = new Rig(running);
      const isLonger = saved.targetDuration > running.targetDuration;
      rig.warmUp(fromMs);
      let nowMs = fromMs;
      for (const [step, ms] of stepsMs.entries()) {
        nowMs += ms;
        if (step === saveAfter && !isLonger) rig.save(saved, nowMs);
        rig.look(nowMs);
      }
      expect(rig.ofPlaylist.findings).toEqual([]);
      expect(rig.ofViewer.findings).toEqual([]);
    }),
    { numRuns: propertyRuns(40) },
  );
});
