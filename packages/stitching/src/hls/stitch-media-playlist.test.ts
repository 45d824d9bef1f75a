import { describe, expect, it } from 'vitest';
import { contentPod, fitPod } from '../pods/fit-pod.ts';
import { type Decide, SimulatedChannel, SimulatedSession } from '../simulated-channel.suite.ts';
import {
  type SimulatedRendition,
  type SimulatedSource,
  simulatedCreative,
} from '../simulated-source.suite.ts';

const video: SimulatedRendition = {
  renditionId: 'v0',
  cadenceMs: 2_000,
  conditionedWithinMs: 0,
  firstMsn: 100,
};

const source: SimulatedSource = {
  epochMs: Date.UTC(2026, 2, 1, 12),
  windowMs: 12_000,
  targetDuration: 2,
  breaks: [{ startMs: 20_000, announcedMs: 10_000, returnMs: 30_000 }],
  hasDates: true,
  discontinuities: false,
};

const ad = (id: string, durationMs: number) => ({
  adId: id,
  sequence: Number(id),
  creative: simulatedCreative(`c${id}`, durationMs, { v0: 2_000, a0: 2_000 }, source.fmp4),
});

function play(change: Partial<SimulatedSource>, decide: Decide, untilMs: number, delayMs = 0) {
  const channel = new SimulatedChannel({ ...source, ...change }, [video]);
  channel.poll(video, 14_000);
  const session = new SimulatedSession(channel, decide, delayMs);
  let text = '';
  for (let nowMs = 14_000; nowMs <= untilMs; nowMs += 2_000) {
    channel.poll(video, nowMs);
    text = session.request('v0', nowMs)?.text ?? '';
  }
  return { text, session, channel };
}

describe('the output of a live break', () => {
  it('H7 has one DISCONTINUITY at content to ad, ad to ad and ad to content', () => {
    const { text } = play({}, (avail) => fitPod(avail, [ad('1', 4_000), ad('2', 6_000)]), 32_000);
    expect(text).toMatchInlineSnapshot(`
      "#EXTM3U
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
      "
    `);
  });
});
