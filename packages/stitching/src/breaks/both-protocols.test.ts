// The same SCTE-35 messages at the same times, carried by HLS and by DASH: the same breaks.
import { segmentationConfiguration } from '@interlude/contract';
import { parseMpd } from '@interlude/dash';
import { parseMediaPlaylist } from '@interlude/hls';
import { encodeBase64, toHex } from '@interlude/scte35';
import { spliceMessage, timeSignal } from '@interlude/testkit/scte35';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findHlsCues } from '../cues/hls-cues.ts';
import { findDashCues } from '../dash-cues/dash-cues.ts';
import { ineffectiveCues } from '../ignored-markers/ignored-markers.ts';
import { type BreakState, NO_BREAKS } from './ad-break.ts';
import { type TrackOptions, trackBreaks } from './break-tracker.ts';

const EPOCH = Date.UTC(2026, 4, 1, 10);
const SEGMENT_SECONDS = 5;
const SEGMENTS = 30;
const configuration = segmentationConfiguration.parse({});

/** One message and its splice time, seconds from the start; a multiple of the segment duration. */
interface Signal {
  readonly at: number;
  readonly message: Uint8Array;
  /** Its attribute in an EXT-X-DATERANGE. */
  readonly attribute: 'OUT' | 'IN' | 'CMD';
}

function insert(at: number, eventId: number, out: boolean, seconds?: number): Signal {
  const message = spliceMessage({
    kind: 'splice_insert',
    eventId,
    cancel: false,
    detail: {
      outOfNetwork: out,
      immediate: true,
      complianceFlag: true,
      spliceTime: undefined,
      components: undefined,
      breakDuration:
        seconds === undefined ? undefined : { autoReturn: true, durationTicks: seconds * 90_000 },
      uniqueProgramId: 1,
      availNum: 0,
      availsExpected: 0,
    },
  });
  return { at, message, attribute: out ? 'OUT' : 'IN' };
}

const out = (at: number, eventId: number, seconds?: number) => insert(at, eventId, true, seconds);
const back = (at: number, eventId: number) => insert(at, eventId, false);

function cancel(at: number, eventId: number): Signal {
  const command = { kind: 'splice_insert', eventId, cancel: true, detail: undefined } as const;
  return { at, message: spliceMessage(command), attribute: 'CMD' };
}

/** A time_signal with one descriptor for each `[type, event id, seconds]`. */
function signal(
  at: number,
  ...all: readonly (readonly [number, number, (number | undefined)?])[]
): Signal {
  const descriptors = all.map(([typeId, eventId, seconds]) => ({
    ...{ typeId, eventId },
    ...(seconds === undefined ? {} : { seconds }),
  }));
  return { at, message: timeSignal(...descriptors), attribute: 'CMD' };
}

const iso = (seconds: number) => new Date(EPOCH + seconds * 1000).toISOString();

function playlist(tagsAt: (seconds: number) => readonly string[], segments = SEGMENTS) {
  const lines = ['#EXTM3U', `#EXT-X-TARGETDURATION:${SEGMENT_SECONDS}`];
  lines.push(`#EXT-X-PROGRAM-DATE-TIME:${iso(0)}`);
  for (let index = 0; index < segments; index++)
    lines.push(...tagsAt(index * SEGMENT_SECONDS), `#EXTINF:${SEGMENT_SECONDS},`, `s${index}.ts`);
  return parseMediaPlaylist(`${lines.join('\n')}\n`).playlist;
}

function hlsCues(tagsAt: (seconds: number) => readonly string[], segments = SEGMENTS) {
  const times = Array.from(
    { length: segments },
    (_, index) => EPOCH + index * SEGMENT_SECONDS * 1000,
  );
  return findHlsCues(playlist(tagsAt, segments), times, configuration);
}

const CARRIAGES = {
  'HLS by EXT-OATCLS-SCTE35': (signals: readonly Signal[]) =>
    hlsCues((seconds) =>
      signals
        .filter(({ at }) => at === seconds)
        .map(({ message }) => `#EXT-OATCLS-SCTE35:${encodeBase64(message)}`),
    ),
  'HLS by EXT-X-DATERANGE': (signals: readonly Signal[]) =>
    hlsCues((seconds) =>
      seconds > 0
        ? []
        : signals.map(
            ({ at, message, attribute }, index) =>
              `#EXT-X-DATERANGE:ID="r${index}",START-DATE="${iso(at)}",SCTE35-${attribute}=0x${toHex(message)}`,
          ),
    ),
  DASH: (signals: readonly Signal[]) => {
    const events = signals.map(
      ({ at, message }) =>
        `<Event presentationTime="${at}"><Signal><Binary>${encodeBase64(message)}</Binary></Signal></Event>`,
    );
    const { mpd } = parseMpd(
      `<MPD type="dynamic" availabilityStartTime="${iso(0)}"><Period><EventStream schemeIdUri="urn:scte:scte35:2014:xml+bin">${events.join('')}</EventStream></Period></MPD>`,
    );
    if (mpd === undefined) throw new Error('no MPD');
    return findDashCues(mpd, {
      segmentationConfiguration: configuration,
      isMultiPeriod: false,
      fallbackSourceTags: [],
    }).cues;
  },
} as const;

type Carriage = keyof typeof CARRIAGES;

/** Start, end, event id. */
const spansOf = ({ breaks }: BreakState) =>
  breaks
    .filter((one) => one.state !== 'cancelled')
    .map(({ startMs, endMs, plannedEndMs, eventId }) => [
      (startMs - EPOCH) / 1000,
      ((endMs ?? plannedEndMs) - EPOCH) / 1000,
      eventId,
    ]);

/** @param polls what each MPD or playlist carries, and how far the source is known then, seconds */
function breaksOf(
  carriage: Carriage,
  polls: readonly { readonly signals: readonly Signal[]; readonly until?: number }[],
  more: Partial<TrackOptions> = {},
) {
  let state = NO_BREAKS;
  for (const { signals, until = SEGMENTS * SEGMENT_SECONDS } of polls) {
    const cues = CARRIAGES[carriage](signals);
    const options = {
      knownUntilMs: EPOCH + until * 1000,
      defaultDurationSeconds: 0,
      ...more,
    };
    state = trackBreaks(state, cues, options).state;
    const again = trackBreaks(state, cues, options).state;
    expect(spansOf(again), 'read again').toEqual(spansOf(state));
  }
  return spansOf(state);
}

const A = out(10, 1, 90);
const B = out(10, 2, 30);
const PLACEMENT = signal(10, [0x34, 1, 30]);
/** Three ads of 10 s in the placement opportunity, each with its end. */
const ADS = [0, 1, 2].flatMap((index) => [
  signal(10 + index * 10, [0x30, 10 + index, 10]),
  signal(20 + index * 10, [0x31, 10 + index]),
]);

const ONE_LONG = [[10, 100, '1']];
const ONE_PLACEMENT = [[10, 40, '1']];

describe.each(Object.keys(CARRIAGES) as Carriage[])('breaks by %s', (carriage) => {
  const of = (...signals: readonly Signal[]) => breaksOf(carriage, [{ signals }]);

  it('SCTE-S2 each pair of segmentation types begins and ends a break, others do not', () => {
    for (const typeId of configuration.segmentationTypeIdsStart) {
      const pair = [signal(10, [typeId, 1, 60]), signal(40, [typeId + 1, 1])];
      expect(of(...pair), `type ${typeId}`).toEqual([[10, 40, '1']]);
    }
    expect(of(signal(10, [0x10, 1, 60]), signal(40, [0x11, 1]))).toEqual([]);
  });

  it('SCTE-S3 of two splice_inserts at one time the longer is the break, in either order', () => {
    expect(of(A, B)).toEqual(ONE_LONG);
    expect(of(B, A)).toEqual(ONE_LONG);
  });

  it('SCTE-S3 the longer one counts also when it comes one poll later', () => {
    const later = (first: Signal) =>
      breaksOf(carriage, [
        { signals: [first], until: 15 },
        { signals: [A, B], until: 20 },
        { signals: [B, A], until: 25 },
      ]);
    expect(later(B)).toEqual(ONE_LONG);
    expect(later(A)).toEqual(ONE_LONG);
  });

  it('SCTE-S3 the return of the inner splice_insert does not end the outer one', () => {
    expect(of(A, B, back(40, 2), back(90, 1))).toEqual([[10, 90, '1']]);
    expect(of(A, out(40, 2, 30), back(65, 2), back(90, 1))).toEqual([[10, 90, '1']]);
    expect(of(A, B, back(35, 1))).toEqual([[10, 35, '1']]);
  });

  it('SCTE-S3 single ads in a placement opportunity neither open, shorten nor close it', () => {
    expect(of(PLACEMENT, ...ADS)).toEqual(ONE_PLACEMENT);
    expect(of(...ADS, PLACEMENT)).toEqual(ONE_PLACEMENT);
    expect(of(PLACEMENT, ...ADS, signal(35, [0x35, 1]))).toEqual([[10, 35, '1']]);
    const late = [
      { signals: ADS.slice(0, 1), until: 15 },
      { signals: [...ADS, PLACEMENT], until: 20 },
    ];
    expect(breaksOf(carriage, late)).toEqual(ONE_PLACEMENT);
  });

  it('SCTE-S3 a placement opportunity without a duration does not take that of an ad in it', () => {
    const open = signal(10, [0x34, 1]);
    expect(of(open, ...ADS, signal(55, [0x35, 1]))).toEqual([[10, 55, '1']]);
    expect(of(...ADS, open, signal(55, [0x35, 1]))).toEqual([[10, 55, '1']]);
  });

  it('SCTE-S3 ads of one event id with their placement opportunity are inside of it', () => {
    const ads = [signal(10, [0x30, 1, 10]), signal(20, [0x31, 1]), signal(20, [0x30, 1, 10])];
    expect(of(PLACEMENT, ...ads)).toEqual(ONE_PLACEMENT);
  });

  it('SCTE-S3 single ads in a splice_insert neither shorten nor close it', () => {
    expect(of(out(10, 1, 30), ...ADS)).toEqual(ONE_PLACEMENT);
    expect(of(...ADS, out(10, 1, 30))).toEqual(ONE_PLACEMENT);
  });

  it('SCTE-S3 descriptors of one message count like messages of their own', () => {
    const both = signal(10, [0x30, 10, 10], [0x36, 2, 15], [0x34, 1, 30]);
    const ends = [signal(20, [0x31, 10]), signal(25, [0x37, 2])];
    expect(of(both, ...ends)).toEqual(ONE_PLACEMENT);
    expect(of(signal(10, [0x34, 2, 15], [0x34, 1, 30]))).toEqual(ONE_PLACEMENT);
  });

  it('SCTE-S3 announced inside of one that is announced later, a break is taken back', () => {
    const announced = [
      { signals: ADS, until: 5 },
      { signals: [PLACEMENT, ...ADS], until: 5 },
    ];
    expect(breaksOf(carriage, announced)).toEqual(ONE_PLACEMENT);
    const earlier = [
      { signals: [out(20, 2, 30)], until: 5 },
      { signals: [A, out(20, 2, 30)], until: 5 },
    ];
    expect(breaksOf(carriage, earlier)).toEqual(ONE_LONG);
  });

  it('SCTE-S1 a start and its cancel in one manifest are no break', () => {
    expect(of(out(10, 1, 30), cancel(10, 1))).toEqual([]);
    expect(of(cancel(5, 1), out(10, 1, 30), out(60, 2, 30))).toEqual([[60, 90, '2']]);
    expect(of(out(10, 1, 30), cancel(15, 1))).toEqual([]);
    // The cancel has left the manifest before the start has.
    const left = [
      { signals: [out(10, 1, 30), cancel(5, 1)], until: 20 },
      { signals: [out(10, 1, 30)], until: 25 },
    ];
    expect(breaksOf(carriage, left)).toEqual([]);
  });

  it('SCTE-S1 a cancel takes back one event, and none that is over', () => {
    expect(of(A, B, cancel(10, 1))).toEqual([[10, 40, '2']]);
    expect(of(A, B, cancel(10, 2))).toEqual(ONE_LONG);
    expect(of(out(10, 1, 30), back(40, 1), cancel(100, 1))).toEqual([[10, 40, '1']]);
  });

  it('SCTE-S7 out and in at one time are an insertion point on demand, and nothing live', () => {
    const point = [out(10, 1), back(10, 1)];
    expect(of(...point)).toEqual([]);
    expect(breaksOf(carriage, [{ signals: point }], { keepsPoints: true })).toEqual([
      [10, 10, '1'],
    ]);
    const behind = [{ signals: [out(10, 1, 30), out(60, 2), back(60, 2)] }];
    expect(breaksOf(carriage, behind, { keepsPoints: true })).toEqual([
      [10, 40, '1'],
      [60, 60, '2'],
    ]);
  });
});

function expectNoOverlap(breaks: readonly (readonly unknown[])[]) {
  breaks.forEach(([start], index) => {
    const before = breaks[index - 1];
    if (before !== undefined) expect(Number(start)).toBeGreaterThanOrEqual(Number(before[1]));
  });
}

describe('any signals', () => {
  const at = fc.integer({ min: 0, max: 24 }).map((index) => index * SEGMENT_SECONDS);
  const id = fc.integer({ min: 1, max: 4 });
  const seconds = fc.option(
    fc.integer({ min: 1, max: 12 }).map((count) => count * 5),
    {
      nil: undefined,
    },
  );
  const typeId = fc.constantFrom(0x22, 0x23, 0x30, 0x31, 0x34, 0x35, 0x36, 0x37);
  const anySignal = fc.oneof(
    fc.tuple(at, id, seconds).map(([when, event, length]) => out(when, event, length)),
    fc.tuple(at, id).map(([when, event]) => back(when, event)),
    fc.tuple(at, id).map(([when, event]) => cancel(when, event)),
    fc
      .tuple(at, typeId, id, seconds)
      .map(([when, type, event, length]) => signal(when, [type, event, length])),
  );

  it('SCTE-S7 give the same breaks in HLS and DASH, in any order, and none that overlap', () => {
    fc.assert(
      fc.property(fc.array(anySignal, { maxLength: 8 }), (signals) => {
        const breaks = breaksOf('DASH', [{ signals }]);
        expect(breaksOf('HLS by EXT-X-DATERANGE', [{ signals }])).toEqual(breaks);
        expect(breaksOf('HLS by EXT-OATCLS-SCTE35', [{ signals }])).toEqual(breaks);
        expectNoOverlap(breaks);
      }),
      { numRuns: 300 },
    );
  });

  it('SCTE-S7 never overlap, whenever the source announces them', () => {
    const announced = fc.record({ signals: fc.array(anySignal, { maxLength: 4 }), step: at });
    fc.assert(
      fc.property(fc.array(announced, { maxLength: 4 }), (steps) => {
        let until = 0;
        const signals: Signal[] = [];
        const polls = steps.map((step) => {
          until = Math.max(until, step.step);
          signals.push(...step.signals);
          return { signals: [...signals], until };
        });
        let state = NO_BREAKS;
        for (const poll of polls) {
          const options = { knownUntilMs: EPOCH + poll.until * 1000, defaultDurationSeconds: 0 };
          state = trackBreaks(state, CARRIAGES.DASH(poll.signals), options).state;
          expectNoOverlap(spansOf(state));
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('date ranges', () => {
  const range = (id: string, attributes: string) => `#EXT-X-DATERANGE:ID="${id}",${attributes}`;
  const payload = ({ message }: Signal) => `0x${toHex(message)}`;
  const start = range(
    'a',
    `START-DATE="${iso(10)}",PLANNED-DURATION=60,SCTE35-OUT=${payload(out(10, 1, 60))}`,
  );

  function ofTags(...polls: readonly (readonly string[])[]) {
    let state = NO_BREAKS;
    for (const tags of polls) {
      const cues = hlsCues((seconds) => (seconds === 0 ? tags : []));
      const knownUntilMs = EPOCH + SEGMENTS * SEGMENT_SECONDS * 1000;
      state = trackBreaks(state, cues, { knownUntilMs, defaultDurationSeconds: 0 }).state;
      expect(ineffectiveCues(cues, state.breaks)).toEqual([]);
    }
    return state.breaks.map(({ startMs, endMs, plannedEndMs }) => [
      (startMs - EPOCH) / 1000,
      ((endMs ?? plannedEndMs) - EPOCH) / 1000,
    ]);
  }

  it('RFC 8216 §4.3.2.7.1 a return in a range of its own is at the start of it', () => {
    const own = (id: string) =>
      range(id, `START-DATE="${iso(40)}",DURATION=20,SCTE35-IN=${payload(back(40, 1))}`);
    expect(ofTags([start, own('b')])).toEqual([[10, 40]]);
    expect(ofTags([start, own('a')])).toEqual([[10, 40]]);
    expect(ofTags([start], [own('b')])).toEqual([[10, 40]]);
    const dated = range(
      'b',
      `START-DATE="${iso(40)}",END-DATE="${iso(60)}",SCTE35-IN=${payload(back(40, 1))}`,
    );
    expect(ofTags([start, dated])).toEqual([[10, 40]]);
  });

  it('RFC 8216 §4.3.2.7.1 a return in the range of its break is at the end of it', () => {
    const pair = `START-DATE="${iso(10)}",DURATION=35,SCTE35-IN=${payload(back(45, 1))}`;
    expect(ofTags([start, range('a', pair)])).toEqual([[10, 45]]);
    // The tag of the start has left the playlist.
    expect(ofTags([start], [range('a', pair)])).toEqual([[10, 45]]);
    expect(ofTags([start, range('a', `DURATION=35,SCTE35-IN=${payload(back(45, 1))}`)])).toEqual([
      [10, 45],
    ]);
  });

  it('RFC 8216 §4.3.2.7 a range that is closed without an SCTE-35 attribute ends its break', () => {
    for (const end of [`END-DATE="${iso(45)}"`, 'DURATION=35']) {
      const closed = range('a', `START-DATE="${iso(10)}",${end}`);
      expect(ofTags([start, closed])).toEqual([[10, 45]]);
      expect(ofTags([start], [closed])).toEqual([[10, 45]]);
      expect(ofTags([start, range('a', end)])).toEqual([[10, 45]]);
    }
  });

  it('a range that is no marker ends no break', () => {
    const other = range('programme', `START-DATE="${iso(0)}",DURATION=30`);
    expect(ofTags([start, other])).toEqual([[10, 70]]);
    expect(ofTags([other])).toEqual([]);
  });
});
