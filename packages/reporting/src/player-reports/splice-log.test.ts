import { describe, expect, test } from 'vitest';
import { type CmcdReport, parseCmcd } from './cmcd.ts';
import { type Counted, nearestSplice, type Splice, SpliceLog } from './splice-log.ts';

const startMs = Date.UTC(2026, 10, 24, 12);
/** Two ads of 40 s: in the middle of each a moment is 20 s from both splices. */
const pod: readonly Splice[] = [
  { offsetMs: 0, kind: 'contentToAd', creative: 'a' },
  { offsetMs: 40_000, kind: 'adToAd', creative: 'b' },
  { offsetMs: 80_000, kind: 'adToContent', creative: 'b' },
];
const segmentMs = 4_000;

const cmcd = (text: string): CmcdReport => parseCmcd(text) ?? expect.fail(text);

/** The viewer of one session, on a clock of its own. */
class Viewer {
  readonly counted: Counted[] = [];
  readonly log: SpliceLog;
  nowMs = startMs;

  constructor(isLive = true) {
    this.log = new SpliceLog({ isLive, count: (one) => void this.counted.push(one) });
  }

  at(seconds: number): this {
    this.nowMs = startMs + Math.round(1_000 * seconds);
    return this;
  }

  /** The segment of a pod that begins so many seconds after the break's start. */
  segment(seconds: number, report?: string, splices = pod): this {
    const from = 1_000 * seconds;
    const segment = { splices, startMs: from, endMs: from + segmentMs };
    this.log.requested(segment, report === undefined ? undefined : cmcd(report), this.nowMs);
    return this;
  }

  /** Requests all segments at the pace of playback, with an empty buffer. */
  wholeBreak(report?: string): this {
    const beganMs = this.nowMs;
    for (let seconds = 0; seconds < 80; seconds += 4) {
      this.nowMs = beganMs + 1_000 * seconds;
      this.segment(seconds, report);
    }
    return this;
  }

  /** An event of the player, which it sends at once. */
  says(state: string, seconds: number, lateMs = 0): this {
    this.at(seconds);
    this.log.events([cmcd(`e=ps,sta=${state},ts=${this.nowMs}`)], this.nowMs + lateMs);
    return this;
  }

  leaves(): this {
    this.log.ended(this.nowMs);
    return this;
  }

  sumsOf(name: 'stallSplices' | 'stalls' | 'exitSplices' | 'exits' | 'watchedMs') {
    const sums: Record<string, number> = {};
    for (const one of this.counted) {
      const amount = one[name] ?? 0;
      if (amount > 0) sums[one.place] = (sums[one.place] ?? 0) + amount;
    }
    return sums;
  }
}

describe('the nearest splice', () => {
  const of = (atMs: number) => nearestSplice([0, 40_000, 80_000], atMs, (each) => each);

  test.each([
    [-15_001, undefined],
    [-15_000, 0],
    [15_000, 0],
    [15_001, undefined],
    [24_999, undefined],
    [25_000, 40_000],
    [95_000, 80_000],
    [95_001, undefined],
  ])('of %d ms is %s: 15 s before and after it, both included', (atMs, splice) => {
    expect(of(atMs)).toBe(splice);
  });

  test('of two that are equally near is the earlier', () => {
    expect(nearestSplice([0, 10_000], 5_000, (each) => each)).toBe(0);
  });
});

describe('splices that a session reaches', () => {
  test('are counted once each, of silent players as those at which exits are seen', () => {
    const silent = new Viewer().wholeBreak();
    silent.at(90).segment(0).segment(76);
    expect(silent.sumsOf('exitSplices')).toEqual({
      'silent-contentToAd': 1,
      'silent-adToAd': 1,
      'silent-adToContent': 1,
    });
    expect(silent.sumsOf('stallSplices')).toEqual({});
    expect(silent.counted.map(({ creative }) => creative)).toEqual(['', '', '']);
  });

  test('who joins in the middle has seen none of those before, and who leaves none of those behind', () => {
    const viewer = new Viewer().at(0).segment(20, 'bl=0').at(4).segment(24, 'bl=0').at(20);
    expect(viewer.counted).toEqual([]);
    viewer.segment(40, 'bl=0');
    expect(viewer.sumsOf('stallSplices')).toEqual({ adToAd: 1 });
  });

  test('SEC-S127 are counted once each, whatever is requested again, of however many breaks', () => {
    const breaks = Array.from({ length: 20 }, () => pod.map((splice) => ({ ...splice })));
    const viewer = new Viewer();
    for (let round = 0; round < 3; round += 1) {
      for (const splices of breaks) viewer.segment(0, 'ot=v', splices).segment(40, 'ot=v', splices);
    }
    expect(viewer.sumsOf('stallSplices')).toEqual({ contentToAd: 20, adToAd: 20 });
  });

  test('in any order of requests, and none that the viewer jumps over', () => {
    const viewer = new Viewer().segment(40, 'ot=v').segment(0, 'ot=v');
    expect(viewer.sumsOf('stallSplices')).toEqual({ contentToAd: 1, adToAd: 1 });
    const jumping = new Viewer().segment(0, 'ot=v').at(2).segment(60, 'ot=v').segment(76, 'ot=v');
    expect(jumping.sumsOf('exitSplices')).toEqual({ contentToAd: 1, adToContent: 1 });
  });

  test('of players that report with requests: all but the return to content, which the origin serves', () => {
    const viewer = new Viewer().wholeBreak('ot=v,bl=4000');
    expect(viewer.log.reporting).toBe('requests');
    expect(viewer.sumsOf('stallSplices')).toEqual({ contentToAd: 1, adToAd: 1 });
    expect(viewer.sumsOf('exitSplices')).toEqual({ contentToAd: 1, adToAd: 1, adToContent: 1 });
    expect(viewer.counted.find(({ place }) => place === 'adToAd')?.creative).toBe('b');
  });

  test('on demand exits are not seen, so silent players say nothing at all', () => {
    expect(new Viewer(false).wholeBreak().at(90).leaves().counted).toEqual([]);
    const viewer = new Viewer(false).wholeBreak('ot=v').at(90).leaves();
    expect(viewer.sumsOf('exitSplices')).toEqual({});
    expect(viewer.sumsOf('stallSplices')).toEqual({ contentToAd: 1, adToAd: 1 });
  });
});

describe('a stall that a request reports', () => {
  test('counts where the playhead is: at the start of the segment, less what is buffered', () => {
    const at = (seconds: number, report: string) =>
      new Viewer()
        .segment(0, 'ot=v')
        .at(30)
        .segment(seconds, report)
        .at(50)
        .segment(40, 'ot=v')
        .sumsOf('stalls');
    expect(at(12, 'bs,bl=0')).toEqual({ contentToAd: 1 });
    expect(at(16, 'bs,bl=1000')).toEqual({ contentToAd: 1 });
    // 15.1 s after the first splice, 24.9 s before the second.
    expect(at(16, 'bs,bl=900')).toEqual({});
    expect(at(28, 'bs,bl=3000')).toEqual({ adToAd: 1 });
    expect(at(28, 'bs,bl=3100')).toEqual({});
  });

  test('however long the segment was under way', () => {
    const viewer = new Viewer().segment(0, 'ot=v,bl=2000').at(70).segment(4, 'bs,bl=4000');
    expect(viewer.sumsOf('stalls')).toEqual({ contentToAd: 1 });
    expect(viewer.counted.find(({ stalls }) => stalls)?.creative).toBe('a');
  });

  test('is one, reported for video and for audio, wherever each of them is', () => {
    const stallsAfter = (afterSeconds: number) => {
      const viewer = new Viewer().segment(0, 'ot=v').at(4).segment(12, 'bs,bl=0,ot=v');
      viewer
        .at(4 + afterSeconds)
        .segment(28, 'bs,bl=3000,ot=a')
        .at(40)
        .segment(40, 'ot=v');
      return viewer.sumsOf('stalls');
    };
    expect(stallsAfter(4.999)).toEqual({ contentToAd: 1 });
    expect(stallsAfter(5)).toEqual({ contentToAd: 1, adToAd: 1 });
  });

  test('before its splice counts when the session reaches it, and not of who leaves before', () => {
    const viewer = new Viewer().segment(24, 'ot=v').at(4).segment(28, 'bs,bl=3000');
    expect(viewer.sumsOf('stalls')).toEqual({});
    expect(viewer.at(16).segment(40, 'ot=v').sumsOf('stalls')).toEqual({ adToAd: 1 });
  });

  test('SEC-S127 is one a splice, however often a player says it', () => {
    const viewer = new Viewer().says('p', 0).at(10);
    viewer.segment(0, 'ot=v,bl=0').says('r', 11).says('p', 12).says('r', 14).says('p', 15);
    expect(viewer.at(60).leaves().sumsOf('stalls')).toEqual({ contentToAd: 1 });
    const requesting = new Viewer().segment(0, 'ot=v');
    for (let seconds = 4; seconds <= 12; seconds += 4) {
      requesting.at(6 * seconds).segment(seconds, 'bs,bl=0');
    }
    expect(requesting.sumsOf('stalls')).toEqual({ contentToAd: 1 });
  });

  test('SEC-S127 counts at no splice at which it would not have been seen', () => {
    const viewer = new Viewer().segment(0).says('p', 1).says('r', 2).says('p', 3).says('q', 4);
    expect(viewer.at(60).leaves().sumsOf('stalls')).toEqual({});
    expect(viewer.sumsOf('exitSplices')).toEqual({ 'silent-contentToAd': 1 });
    expect(viewer.sumsOf('exits')).toEqual({ 'silent-contentToAd': 1 });
  });

  test('that `su` alone tells of counts once, and no start of playback', () => {
    const viewer = new Viewer().segment(0, 'ot=v,bl=2000').at(10).segment(4, 'ot=a,su,bl=100');
    expect(viewer.sumsOf('stalls')).toEqual({ contentToAd: 1 });
    const second = new Viewer().segment(24, 'ot=v,bl=2000').at(9).segment(28, 'ot=v,su,bl=0');
    // `su` is repeated until the player plays: it is the same stall, not one at the next splice.
    second.at(20).segment(32, 'ot=v,su,bl=0').at(28).segment(40, 'ot=v,bl=4000');
    expect(second.sumsOf('stalls')).toEqual({ adToAd: 1 });
    const joins = new Viewer().segment(0, 'ot=v,bs,su,bl=0').segment(4, 'ot=v,bs,su,bl=2800');
    expect(joins.at(60).leaves().sumsOf('stalls')).toEqual({});
    const begun = new Viewer();
    begun.log.heard(cmcd('ot=m,su'), begun.nowMs);
    begun.log.heard(cmcd('ot=m,bl=7700'), begun.nowMs);
    expect(begun.segment(0, 'ot=v,su,bl=0').sumsOf('stalls')).toEqual({ contentToAd: 1 });
  });

  test('near the return to content counts nowhere: such splices are no denominator either', () => {
    const viewer = new Viewer().segment(0, 'ot=v').at(76).segment(76, 'bs,bl=0');
    expect(viewer.sumsOf('stalls')).toEqual({});
  });

  test('SEC-S127 a buffer of a day moves it no further than two minutes', () => {
    const viewer = new Viewer().segment(0, 'ot=v,bl=86400000');
    expect(viewer.counted[0]?.atMs).toBe(startMs + 120_000);
  });

  test('that `sta` of a request for a manifest reported is not counted again by `bs`', () => {
    const viewer = new Viewer().segment(0, 'ot=v,v=2,sta=p').at(2);
    viewer.log.heard(cmcd('ot=m,sta=r'), viewer.nowMs);
    viewer.at(6).segment(4, 'bs,bl=0,sta=p').at(60).leaves();
    expect(viewer.sumsOf('stalls')).toEqual({ contentToAd: 1 });
  });
});

describe('a stall that an event reports', () => {
  /** The break begins at 100 s; events come from before it on. */
  const reporting = () => new Viewer().says('p', 80);
  const broken = (viewer: Viewer) => viewer.at(100).wholeBreak('ot=v,bl=0').at(300).leaves();

  test.each([
    [85, { contentToAd: 1 }],
    [84.999, { 'away-stalls': 1 }],
    [115, { contentToAd: 1 }],
    [115.001, { 'away-stalls': 1 }],
    [125, { adToAd: 1 }],
    [195, { adToContent: 1 }],
    [195.001, { 'away-stalls': 1 }],
  ])('at %d s, with splices at 100, 140 and 180 s', (seconds, stalls) => {
    const viewer = new Viewer().says('p', 80);
    if (seconds < 100) viewer.says('r', seconds).says('p', seconds + 1);
    viewer.at(100).wholeBreak('ot=v,bl=0');
    // After the break the player sends the events of the break.
    if (seconds >= 100) {
      const events = [
        `e=ps,sta=r,ts=${startMs + Math.round(1_000 * seconds)}`,
        `e=t,sta=p,ts=${startMs + 250_000}`,
      ];
      viewer.at(250).log.events(events.map(cmcd), viewer.nowMs);
    }
    expect(viewer.at(300).leaves().sumsOf('stalls')).toEqual(stalls);
  });

  test('is counted at each splice, the return to content too, and its requests are not believed beside it', () => {
    const viewer = broken(reporting());
    expect(viewer.log.reporting).toBe('events');
    expect(viewer.sumsOf('stallSplices')).toEqual({ contentToAd: 1, adToAd: 1, adToContent: 1 });
    const twice = reporting()
      .at(100)
      .segment(0, 'ot=v')
      .says('r', 102)
      .at(104)
      .segment(4, 'bs,bl=0');
    twice.says('p', 105).at(200).leaves();
    expect(twice.sumsOf('stalls')).toEqual({ contentToAd: 1 });
  });

  test.each(['s', 'k', 'a', 'd'])(
    'is none behind the state %s: playback starts or jumps',
    (state) => {
      const viewer = reporting().says(state, 81).says('r', 82).says('p', 84).at(200).leaves();
      expect(viewer.sumsOf('stalls')).toEqual({});
    },
  );

  test('at the beginning of a Period counts: dash.js says that the one before has ended', () => {
    const viewer = reporting().says('e', 81).says('r', 82).says('p', 84).at(200).leaves();
    expect(viewer.sumsOf('stalls')).toEqual({ 'away-stalls': 1 });
  });

  test('lasts until another state: events in between are no further stalls', () => {
    const viewer = reporting()
      .says('r', 81)
      .says('r', 82)
      .says('r', 83)
      .says('p', 84)
      .at(200)
      .leaves();
    expect(viewer.sumsOf('stalls')).toEqual({ 'away-stalls': 1 });
  });

  test('is as old as the player says, whatever its clock shows', () => {
    const viewer = new Viewer();
    const skewMs = 3 * 3_600_000;
    const send = (seconds: number, ...events: [state: string, at: number][]) =>
      viewer.at(seconds).log.events(
        events.map(([state, at]) => cmcd(`sta=${state},ts=${startMs + 1_000 * at - skewMs}`)),
        viewer.nowMs,
      );
    send(80, ['p', 80]);
    viewer.at(100).wholeBreak('ot=v,bl=0');
    send(160, ['r', 101], ['p', 103]);
    expect(viewer.at(300).leaves().sumsOf('stalls')).toEqual({ contentToAd: 1 });
  });

  test('SEC-S127 no time of a player lies in the future, or more than ten minutes back', () => {
    const viewer = reporting();
    for (const ts of ['999999999999', '99999999999999', '100000000000']) {
      viewer.at((viewer.nowMs - startMs) / 1_000 + 40);
      viewer.log.events([cmcd(`sta=r,ts=${ts}`), cmcd('sta=p')], viewer.nowMs);
    }
    viewer.at(1_000).leaves();
    for (const { atMs, stalls } of viewer.counted) {
      if (stalls) expect(atMs).toBeGreaterThanOrEqual(startMs + 80_000 - 600_000);
      expect(atMs).toBeLessThanOrEqual(viewer.nowMs);
    }
    // The last event is ten minutes older than the others: a stall before the last one does not count.
    expect(viewer.sumsOf('stalls')).toEqual({ 'away-stalls': 2 });
  });

  test('SEC-S127 a state that flickers is one stall a second, and away from splices one in 30 s', () => {
    const viewer = reporting();
    const events = Array.from({ length: 200 }, (_, index) => cmcd(`sta=${index % 2 ? 'p' : 'r'}`));
    viewer.log.events(events, viewer.nowMs);
    viewer.log.events(events, viewer.nowMs + 999);
    viewer.log.events(events, viewer.nowMs + 1_000);
    viewer.log.events(events, viewer.nowMs + 29_000);
    viewer.log.events(events, viewer.nowMs + 30_000);
    viewer.at(200).leaves();
    expect(viewer.sumsOf('stalls')).toEqual({ 'away-stalls': 2 });
  });

  test('events without a state say nothing of stalls, so they are no denominator', () => {
    const viewer = new Viewer();
    viewer.log.events([cmcd(`e=rr,ts=${startMs}`)], viewer.nowMs);
    viewer.wholeBreak();
    expect(viewer.sumsOf('stallSplices')).toEqual({});
  });
});

describe('an exit', () => {
  test('counts at the nearest splice within 15 s of the last request', () => {
    const left = (seconds: number) => {
      const viewer = new Viewer().at(100).wholeBreak('ot=v,bl=0').at(seconds).leaves();
      return viewer.sumsOf('exits');
    };
    expect(left(195)).toEqual({ adToContent: 1 });
    expect(left(195.001)).toEqual({ 'away-exits': 1 });
  });

  test('of a silent player is counted apart, at a splice and away from it', () => {
    expect(new Viewer().segment(0).at(10).leaves().sumsOf('exits')).toEqual({
      'silent-contentToAd': 1,
    });
    expect(new Viewer().at(10).leaves().sumsOf('exits')).toEqual({ 'away-silent': 1 });
  });

  test('that the player tells of counts then, and not again when its requests end', () => {
    const viewer = new Viewer()
      .says('p', 0)
      .at(10)
      .segment(0, 'ot=v')
      .says('q', 12)
      .at(900)
      .leaves();
    expect(viewer.sumsOf('exits')).toEqual({ contentToAd: 1 });
    expect(new Viewer().says('f', 5).at(900).leaves().sumsOf('exits')).toEqual({ 'away-exits': 1 });
  });

  test('is none when the content ended, unless the player goes on: dash.js ends with each Period', () => {
    expect(new Viewer().says('p', 0).says('e', 5).leaves().sumsOf('exits')).toEqual({});
    const going = new Viewer().says('p', 0).says('e', 5).at(30);
    going.log.watched(10_000, going.nowMs);
    expect(going.leaves().sumsOf('exits')).toEqual({ 'away-exits': 1 });
    expect(going.sumsOf('watchedMs')).toEqual({ 'away-stalls': 10_000, 'away-exits': 10_000 });
  });
});

describe('time away from splices', () => {
  test('is what was watched less 15 s on each side of a splice, overlaps once', () => {
    const viewer = new Viewer().says('p', 0).at(100);
    const short: readonly Splice[] = [
      { offsetMs: 0, kind: 'contentToAd', creative: 'a' },
      { offsetMs: 10_000, kind: 'adToContent', creative: 'a' },
    ];
    for (const seconds of [0, 4, 8]) viewer.at(100 + seconds).segment(seconds, 'ot=v,bl=0', short);
    for (let seconds = 120; seconds <= 240; seconds += 10)
      viewer.log.watched(10_000, startMs + 1_000 * seconds);
    // Of 130 s, the 40 s from 85 s to 125 s are near splices.
    expect(viewer.sumsOf('watchedMs')).toEqual({ 'away-stalls': 90_000, 'away-exits': 90_000 });
  });

  test('of players that report with requests is known for exits alone, of silent ones apart', () => {
    const viewer = new Viewer();
    viewer.log.heard(cmcd('ot=m'), viewer.nowMs);
    viewer.log.watched(10_000, viewer.nowMs);
    expect(viewer.sumsOf('watchedMs')).toEqual({ 'away-exits': 10_000 });
    const silent = new Viewer();
    silent.log.watched(10_000, silent.nowMs);
    expect(silent.sumsOf('watchedMs')).toEqual({ 'away-silent': 10_000 });
  });

  test('is none while the player is paused', () => {
    const viewer = new Viewer().says('a', 0);
    viewer.log.watched(10_000, viewer.nowMs);
    expect(viewer.says('p', 10).sumsOf('watchedMs')).toEqual({});
    viewer.log.watched(10_000, viewer.nowMs);
    expect(viewer.sumsOf('watchedMs')).toEqual({ 'away-stalls': 10_000, 'away-exits': 10_000 });
  });

  test('is not counted on demand, where nobody knows who watches', () => {
    const viewer = new Viewer(false).says('p', 0);
    viewer.log.watched(10_000, viewer.nowMs);
    expect(viewer.counted).toEqual([]);
  });
});
