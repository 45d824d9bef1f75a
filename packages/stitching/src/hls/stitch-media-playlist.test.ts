import { describe, expect, it } from 'vitest';
import { compactPlan } from '../plan/compact-plan.ts';
import { planDriftMs } from '../plan/drift.ts';
import { contentPod, fitPod } from '../pods/fit-pod.ts';
import { type Decide, SimulatedChannel, SimulatedSession } from '../simulated-channel.suite.ts';
import {
  type SimulatedRendition,
  type SimulatedSource,
  simulatedCreative,
  simulatedPlaylist,
} from '../simulated-source.suite.ts';

const video: SimulatedRendition = {
  renditionId: 'v0',
  cadenceMs: 2_000,
  conditionedWithinMs: 0,
  firstMsn: 100,
};
const audio: SimulatedRendition = {
  renditionId: 'a0',
  cadenceMs: 1_984,
  conditionedWithinMs: 12,
  firstMsn: 7,
};

const source: SimulatedSource = {
  epochMs: Date.UTC(2026, 2, 1, 12),
  windowMs: 12_000,
  targetDuration: 2,
  breaks: [{ startMs: 20_000, announcedMs: 10_000, returnMs: 30_000 }],
  hasDates: true,
  discontinuities: false,
};

const ad = (sequence: number, durationMs: number, fmp4 = false) => ({
  adId: `ad${sequence}`,
  sequence,
  creative: simulatedCreative(`c${sequence}`, durationMs, { v0: 2_000, a0: 1_984 }, fmp4),
});
const slate = simulatedCreative('slate', 6_000, { v0: 2_000, a0: 2_000 });
const fullPod: Decide = (avail) => fitPod(avail, [ad(1, 4_000), ad(2, 6_000)]);

interface Played {
  readonly session: SimulatedSession;
  readonly channel: SimulatedChannel;
  /** Outputs of each step, by rendition. */
  readonly outputs: { nowMs: number; renditionId: string; text: string }[];
  readonly text: string;
}

function play(
  change: Partial<SimulatedSource>,
  decide: Decide,
  until: { untilMs: number; joinMs?: number; delayMs?: number; renditions?: SimulatedRendition[] },
): Played {
  const { untilMs, joinMs = 14_000, delayMs = 0, renditions = [video] } = until;
  const channel = new SimulatedChannel({ ...source, ...change }, renditions);
  const pollAll = (nowMs: number) => {
    for (const rendition of renditions) channel.poll(rendition, nowMs);
  };
  for (let nowMs = 12_000; nowMs < joinMs; nowMs += 2_000) pollAll(nowMs);
  pollAll(joinMs);
  const session = new SimulatedSession(channel, decide, delayMs);
  const outputs: Played['outputs'] = [];
  for (let nowMs = joinMs; nowMs <= untilMs; nowMs += 2_000) {
    pollAll(nowMs);
    for (const { renditionId } of renditions) {
      const text = session.request(renditionId, nowMs)?.text ?? '';
      outputs.push({ nowMs, renditionId, text });
    }
  }
  return {
    session,
    channel,
    outputs,
    text: outputs.findLast((o) => o.renditionId === 'v0')?.text ?? '',
  };
}

/** URI lines, shortened: `20-22` content seconds, `1:0` placement and segment. */
function uris(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const ad = /ad\/[^/]+\/(\d+)\/[^/]+\/(\d+)\.seg/.exec(line);
      const content = /-(\d+)-(\d+)\.seg/.exec(line);
      return ad
        ? `${ad[1]}:${ad[2]}`
        : `${Number(content?.[1]) / 1000}-${Number(content?.[2]) / 1000}`;
    });
}

const lines = (text: string, tag: string) =>
  text.split('\n').filter((line) => line.startsWith(`#${tag}`));

describe('the output of a live break', () => {
  it('H7 H11 has one DISCONTINUITY and a date at content to ad, ad to ad and ad to content', () => {
    const { text } = play({}, fullPod, { untilMs: 32_000 });
    expect(text).toBe(`#EXTM3U
#EXT-X-VERSION:4
#EXT-X-TARGETDURATION:2
#EXT-X-MEDIA-SEQUENCE:110
#EXT-X-DISCONTINUITY-SEQUENCE:3
#EXT-X-DISCONTINUITY
#EXT-X-PROGRAM-DATE-TIME:2026-03-01T12:00:20.000Z
#EXTINF:2.000,
ad/t2xiso2/0/v0/0.seg
#EXTINF:2.000,
ad/t2xiso2/0/v0/1.seg
#EXT-X-DISCONTINUITY
#EXT-X-PROGRAM-DATE-TIME:2026-03-01T12:00:24.000Z
#EXTINF:2.000,
ad/t2xiso2/1/v0/0.seg
#EXTINF:2.000,
ad/t2xiso2/1/v0/1.seg
#EXTINF:2.000,
ad/t2xiso2/1/v0/2.seg
#EXT-X-DISCONTINUITY
#EXT-X-PROGRAM-DATE-TIME:2026-03-01T12:00:30.000Z
#EXTINF:2.000,
https://origin.example/v0/v0-30000-32000.seg
`);
  });

  it('H7 does not double a DISCONTINUITY that the source has at its own splices', () => {
    const { text } = play({ discontinuities: true }, fullPod, { untilMs: 32_000 });
    expect(lines(text, 'EXT-X-DISCONTINUITY\n').length).toBe(0);
    expect(text.match(/#EXT-X-DISCONTINUITY\n/g)).toHaveLength(3);
    const later = play({ discontinuities: true }, fullPod, { untilMs: 60_000 }).text;
    // Three of the output instead of the source's two, after the three that were before.
    expect(lines(later, 'EXT-X-DISCONTINUITY-SEQUENCE')).toEqual([
      '#EXT-X-DISCONTINUITY-SEQUENCE:6',
    ]);
  });

  it('H12 H13 keeps TARGETDURATION and VERSION in every output', () => {
    const { outputs } = play({}, fullPod, { untilMs: 60_000 });
    for (const tag of ['EXT-X-TARGETDURATION', 'EXT-X-VERSION'])
      expect(new Set(outputs.map((output) => lines(output.text, tag).join()))).toHaveProperty(
        'size',
        1,
      );
  });

  it('publishes ads no further than the source edge', () => {
    const { outputs } = play({}, fullPod, { untilMs: 32_000 });
    expect(outputs.map((output) => uris(output.text).at(-1))).toEqual([
      '12-14',
      '14-16',
      '16-18',
      '18-20',
      '0:0',
      '0:1',
      '1:0',
      '1:1',
      '1:2',
      '30-32',
    ]);
  });

  it('H20 holds at the break while the decision is pending, then shows the whole pod from its start', () => {
    const { outputs } = play({}, fullPod, { untilMs: 26_000, delayMs: 3_500 });
    const at = (nowMs: number) => outputs.find((output) => output.nowMs === nowMs)?.text;
    expect(at(22_000)).toBe(at(20_000));
    expect(uris(at(26_000) ?? '')).toEqual(['14-16', '16-18', '18-20', '0:0', '0:1', '1:0']);
  });

  it('shows content after the deadline, with the source markers kept', () => {
    const { text, session } = play({}, () => contentPod('DECISION_TIMEOUT'), { untilMs: 32_000 });
    expect(uris(text)).toEqual(['20-22', '22-24', '24-26', '26-28', '28-30', '30-32']);
    expect(lines(text, 'EXT-X-CUE')).toHaveLength(6);
    expect(session.plan.breaks[0]).toMatchObject({ state: 'content', reason: 'DECISION_TIMEOUT' });
  });

  it('a decision that comes after the deadline changes nothing', async () => {
    const { planBreak } = await import('../plan/plan-break.ts');
    const { session } = play({}, () => contentPod('DECISION_TIMEOUT'), { untilMs: 24_000 });
    const [planned] = session.plan.breaks;
    const pod = fitPod(
      { breakId: '', startMs: 0, durationMs: 10_000, openEnded: false, driftMs: 0, toleranceMs: 0 },
      [ad(1, 10_000)],
    );
    expect(planBreak(session.plan, planned?.breakId ?? '', pod)).toBe(session.plan);
  });

  it('strips the markers of a replaced break, also from the content that fills its rest', () => {
    const { text } = play({}, (avail) => fitPod(avail, [ad(1, 4_000)]), { untilMs: 34_000 });
    expect(uris(text)).toEqual(['0:1', '24-26', '26-28', '28-30', '30-32', '32-34']);
    expect(lines(text, 'EXT-X-CUE')).toEqual([]);
  });

  it('fills the rest with slate, cut at its segment boundaries', () => {
    const { text } = play({}, (avail) => fitPod(avail, [ad(1, 2_000)], { slate }), {
      untilMs: 34_000,
    });
    expect(uris(text)).toEqual(['1:1', '1:2', '2:0', '30-32', '32-34'].toSpliced(0, 0, '1:0'));
  });

  it('an early return truncates at once; the next ad does not begin', () => {
    const breaks = [{ startMs: 20_000, announcedMs: 10_000, returnMs: 24_000 }];
    const { text, session } = play({ breaks }, fullPod, { untilMs: 28_000 });
    expect(uris(text)).toEqual(['16-18', '18-20', '0:0', '0:1', '24-26', '26-28']);
    expect(session.plan.breaks[0]?.reason).toBe('EARLY_RETURN');
  });

  it.each([22_000, 24_000, 26_000])(
    'H18 H20 a return at %i ms while the decision was pending shows what a decision in time had shown',
    (returnMs) => {
      const breaks = [{ startMs: 20_000, announcedMs: 10_000, returnMs }];
      const inTime = play({ breaks }, fullPod, { untilMs: 34_000 });
      const late = play({ breaks }, fullPod, { untilMs: 34_000, delayMs: 7_000 });
      expect(uris(late.text)).toEqual(uris(inTime.text));
      expect(late.session.plan).toStrictEqual(inTime.session.plan);
      expect(late.session.plan.breaks[0]?.reason).toBe('EARLY_RETURN');
    },
  );

  it('a late return shows the source after the planned end', () => {
    const breaks = [{ startMs: 20_000, announcedMs: 10_000, returnMs: 36_000 }];
    const { text } = play({ breaks }, fullPod, { untilMs: 40_000 });
    expect(uris(text)).toEqual(['1:2', '30-32', '32-34', '34-36', '36-38', '38-40'].slice(0));
    expect(lines(text, 'EXT-X-CUE')).toEqual([]);
  });

  it('a session that joins in the middle replaces from its start on, under the same break id', () => {
    const early = play({}, fullPod, { untilMs: 28_000 });
    const late = play({}, fullPod, { untilMs: 28_000, joinMs: 26_000 });
    expect(late.session.plan.breaks[0]?.breakId).toBe(early.session.plan.breaks[0]?.breakId);
    expect(uris(late.text).slice(0, 4)).toEqual(['16-18', '18-20', '0:0', '0:1']);
  });

  it('H9 ads are clear and the content key with its explicit IV comes back', () => {
    const contentKey = '#EXT-X-KEY:METHOD=AES-128,URI="https://origin.example/v0/key.bin"';
    const { text } = play({ encrypted: true }, fullPod, { untilMs: 32_000 });
    const crossing = play({ encrypted: true }, fullPod, { untilMs: 26_000 }).text;
    expect(lines(crossing, 'EXT-X-KEY')).toEqual([
      ...['6B', '6C', '6D'].map((iv) => `${contentKey},IV=0x${iv.padStart(32, '0')}`),
      '#EXT-X-KEY:METHOD=NONE',
    ]);
    expect(lines(text, 'EXT-X-KEY')).toEqual([`${contentKey},IV=0x${'73'.padStart(32, '0')}`]);
  });

  it('H8 prints the MAP of the ads and the content MAP again on return', () => {
    const decide: Decide = (avail) => fitPod(avail, [ad(1, 10_000, true)]);
    const { text } = play({ fmp4: true }, decide, { untilMs: 32_000 });
    expect(lines(text, 'EXT-X-MAP')).toEqual([
      '#EXT-X-MAP:URI="https://ads.example/c1/v0/init.mp4"',
      '#EXT-X-MAP:URI="https://origin.example/v0/init.mp4"',
    ]);
  });

  it('suppressed tags are left out', () => {
    const { session, channel } = play({}, fullPod, { untilMs: 32_000 });
    const window = channel.windows.get('v0');
    if (window === undefined) throw new Error('no window');
    const stitched = session.stitch(
      window,
      new Set(['EXT-X-DISCONTINUITY-SEQUENCE', 'EXT-X-PROGRAM-DATE-TIME']),
    );
    expect(lines(stitched.text, 'EXT-X-DISCONTINUITY-SEQUENCE')).toEqual([]);
    expect(stitched.text.match(/ad\/.*\n#EXT-X-PROGRAM/)).toBeNull();
  });
});

describe('numbers', () => {
  it('H1 the media sequence grows by the segments removed when a pod has more of them than its break', () => {
    const decide: Decide = (avail) => {
      const creative = simulatedCreative('short', 10_000, { v0: 1_000 });
      return fitPod(avail, [{ adId: 'a', sequence: 1, creative }]);
    };
    const { outputs, session } = play({}, decide, { untilMs: 60_000 });
    expect(lines(outputs.at(-1)?.text ?? '', 'EXT-X-MEDIA-SEQUENCE')).toEqual([
      '#EXT-X-MEDIA-SEQUENCE:129',
    ]);
    expect(session.plan.breaks[0]?.renditions['v0']).toMatchObject({
      firstAdMsn: 110,
      returnMsn: 120,
    });
  });

  it('H3 H22 renditions with other segments are cut by time and number alike', () => {
    const { outputs, session } = play({}, fullPod, { untilMs: 32_000, renditions: [video, audio] });
    const last = outputs.findLast((output) => output.renditionId === 'a0')?.text ?? '';
    expect(last.match(/#EXT-X-DISCONTINUITY\n/g)).toHaveLength(3);
    expect(lines(last, 'EXT-X-DISCONTINUITY-SEQUENCE')).toEqual([
      '#EXT-X-DISCONTINUITY-SEQUENCE:3',
    ]);
    expect(Object.keys(session.plan.breaks[0]?.renditions ?? {})).toEqual(['v0', 'a0']);
  });

  it('H3 a rendition that is loaded for the first time after the break has the same numbers', () => {
    const { session, channel } = play({}, fullPod, { untilMs: 50_000 });
    const late = { ...audio, firstMsn: 70_000 };
    channel.poll(late, 50_000);
    const text = session.request('a0', 50_000)?.text ?? '';
    expect(lines(text, 'EXT-X-DISCONTINUITY-SEQUENCE')).toEqual([
      '#EXT-X-DISCONTINUITY-SEQUENCE:6',
    ]);
  });

  it('H4 the same inputs give the same bytes', () => {
    const { session, channel } = play({}, fullPod, { untilMs: 26_000 });
    const window = channel.windows.get('v0');
    if (window === undefined) throw new Error('no window');
    const copied = structuredClone(session.plan);
    const again = new SimulatedSession(channel, fullPod, 0);
    again.plan = copied;
    expect(again.stitch(window)).toEqual(session.stitch(window));
  });

  it('a plan whose old breaks were folded gives the same numbers', () => {
    const { session, channel } = play({}, fullPod, { untilMs: 60_000 });
    const before = session.request('v0', 60_000)?.text;
    const folded = compactPlan(session.plan, source.epochMs + 40_000);
    expect(folded.breaks).toEqual([]);
    expect(compactPlan(folded, source.epochMs + 40_000)).toBe(folded);
    session.plan = folded;
    const window = channel.windows.get('v0');
    if (window === undefined) throw new Error('no window');
    expect(session.stitch(window).text).toBe(before);
  });

  it('H4 markers behind a replaced break are left out whether it is folded or not', () => {
    const { session, channel } = play({}, fullPod, { untilMs: 60_000 });
    const text = simulatedPlaylist(channel.source, video, 64_000) ?? '';
    channel.feed('v0', text.replace(/(#EXTINF.*\n.*\n)$/, '#EXT-X-CUE-OUT-CONT:2/8\n$1'), 64_000);
    session.plan = { ...session.plan, knownUntilMs: channel.knownUntilMs };
    const window = channel.windows.get('v0') ?? expect.fail();
    const { text: before } = session.stitch(window);
    session.plan = compactPlan(session.plan, source.epochMs + 40_000);
    expect(session.plan.breaks).toEqual([]);
    expect(session.stitch(window).text).toBe(before);
    expect(before).not.toContain('CUE');
    session.plan = { ...session.plan, base: { ...session.plan.base, hidesMarkers: undefined } };
    expect(session.stitch(window).text).toContain('CUE-OUT-CONT');
  });

  it('H19 drift stays below one segment over many breaks that content fills', () => {
    const breaks = Array.from({ length: 12 }, (_, index) => {
      const startMs = 20_000 + index * 40_000;
      return { startMs, announcedMs: 20_000, returnMs: startMs + 20_000 };
    });
    const decide: Decide = (avail) => fitPod(avail, [ad(1, 8_900)]);
    const { session } = play({ breaks }, decide, { untilMs: 500_000 });
    expect(session.plan.breaks.filter((planned) => planned.state === 'replaced')).toHaveLength(12);
    expect(Math.abs(planDriftMs(session.plan))).toBeLessThanOrEqual(2_000);
  });
});

describe('H22 a rendition that could not be read', () => {
  const second: SimulatedRendition = { ...video, renditionId: 'v1' };

  /** Reads `v1` until 24 s and again from `backMs` on; both renditions are requested at each step. */
  function missing(backMs: number) {
    const channel = new SimulatedChannel(source, [video, second]);
    let session: SimulatedSession | undefined;
    let texts: readonly string[] = [];
    for (let nowMs = 12_000; nowMs <= backMs; nowMs += 2_000) {
      channel.poll(video, nowMs);
      if (nowMs <= 24_000 || nowMs === backMs) channel.poll(second, nowMs);
      if (nowMs >= 14_000) session ??= new SimulatedSession(channel, fullPod, 0);
      texts = ['v0', 'v1'].map((id) => session?.request(id, nowMs)?.text ?? '');
    }
    return texts;
  }
  const counted = (text = '') => [
    lines(text, 'EXT-X-DISCONTINUITY-SEQUENCE')[0],
    lines(text, 'EXT-X-DISCONTINUITY').length - 1,
  ];

  it('from within a break until after it lists no ad and no discontinuity where it begins again', () => {
    const [reference, text = ''] = missing(46_000);
    expect(uris(text)).toEqual(['34-36', '36-38', '38-40', '40-42', '42-44', '44-46']);
    expect(counted(text)).toEqual(['#EXT-X-DISCONTINUITY-SEQUENCE:6', 0]);
    expect(counted(reference)).toEqual(['#EXT-X-DISCONTINUITY-SEQUENCE:6', 0]);
    // Two ad segments of 24 s and later were never listed, one of 34 s would have followed: no number comes twice.
    expect(Number(lines(text, 'EXT-X-MEDIA-SEQUENCE')[0]?.split(':')[1])).toBeGreaterThan(115);
  });

  it('and missed nothing behind the break has its ads and its return where the others have them', () => {
    const [reference, text = ''] = missing(40_000);
    expect(counted(text)).toEqual(counted(reference));
    expect(uris(text)).toEqual(uris(reference ?? ''));
  });
});
