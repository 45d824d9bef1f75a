import { parseMediaPlaylist } from '@interlude/hls';
import { describe, expect, it } from 'vitest';
import { extendWindow, segmentTimes, type WindowOptions, windowSteps } from './extend-window.ts';
import { type SourceWindow, sessionStartMs, windowEdgeMs } from './source-window.ts';

const NOW = Date.UTC(2026, 2, 1, 12);

/** `4:a b c` = media sequence 4 and three segments of 2 s. `!x` has a discontinuity. */
function playlist(short: string, more: { dateMs?: number; header?: string } = {}) {
  const [msn = '0', names = ''] = short.split(':');
  const lines = ['#EXTM3U', '#EXT-X-TARGETDURATION:2', `#EXT-X-MEDIA-SEQUENCE:${msn}`];
  if (more.header) lines.push(more.header);
  if (more.dateMs !== undefined)
    lines.push(`#EXT-X-PROGRAM-DATE-TIME:${new Date(more.dateMs).toISOString()}`);
  for (const name of names.split(' ')) {
    if (name.startsWith('!')) lines.push('#EXT-X-DISCONTINUITY');
    lines.push('#EXTINF:2,', `${name.replace('!', '')}.ts`);
  }
  return parseMediaPlaylist(`${lines.join('\n')}\n`).playlist;
}

function extend(
  window: SourceWindow | undefined,
  media: ReturnType<typeof playlist>,
  more: Partial<Pick<WindowOptions, 'renditionId' | 'reference' | 'others' | 'nowMs'>> = {},
) {
  return extendWindow(window, media, {
    renditionId: 'v0',
    baseUrl: 'https://o.example/x/p.m3u8',
    nowMs: NOW,
    ...more,
  });
}

const names = (window: SourceWindow) =>
  window.segments.map(({ number, segment }) => `${number}${segment.uri.replace('.ts', '')}`);

describe('extendWindow', () => {
  it('appends what is new and keeps what the source removed', () => {
    const first = extend(undefined, playlist('4:a b c', { dateMs: NOW }));
    const second = extend(first, playlist('5:b c d', { dateMs: NOW + 2_000 }));
    expect(names(second)).toEqual(['4a', '5b', '6c', '7d']);
    expect(second.segments[1]).toBe(first.segments[1]);
    expect(second.headNumbers).toEqual([4, 4, 4, 5]);
    expect(windowEdgeMs(second)).toBe(NOW + 8_000);
  });

  it('SEC-S57 the discontinuities of a rendition are looked up, not searched for in the reference', () => {
    const count = 400;
    const text = `0:${Array.from({ length: count }, (_, index) => `!s${index}`).join(' ')}`;
    const known = extend(undefined, playlist(text, { dateMs: NOW }));
    let reads = 0;
    const segments = new Proxy(known.segments, {
      get: (target, key) => {
        reads += 1;
        return Reflect.get(target, key);
      },
    });
    const reference = { ...known, segments };
    const audio = extend(undefined, playlist(text), { renditionId: 'a0', reference });
    expect(audio.segments.at(-1)?.startMs).toBe(known.segments.at(-1)?.startMs);
    expect(reads).toBeLessThan(20 * count);
  });

  it('SEC-S57 a window of hours is made in steps, and is the same', () => {
    const text = `0:${Array.from({ length: 2_500 }, (_, index) => `s${index}`).join(' ')}`;
    const options = { renditionId: 'v0', baseUrl: 'https://o.example/x/p.m3u8', nowMs: NOW };
    const steps = windowSteps(undefined, playlist(text), options);
    expect([steps.next().done, steps.next().done]).toEqual([false, false]);
    const last = steps.next();
    expect(last.done && names(last.value)).toEqual(names(extend(undefined, playlist(text))));
  });

  it('an older playlist from a cache changes nothing', () => {
    const window = extend(undefined, playlist('4:a b c'));
    expect(extend(window, playlist('3:z a b'))).toBe(window);
  });

  it('H6 a restart goes on in numbers and time behind a discontinuity', () => {
    const before = extend(undefined, playlist('90:a b c d', { dateMs: NOW }));
    const after = extend(before, playlist('0:e f', { dateMs: NOW - 60_000 }));
    expect(names(after)).toEqual(['90a', '91b', '92c', '93d', '94e', '95f']);
    expect(after.segments.map((s) => s.discontinuityNumber)).toEqual([0, 0, 0, 0, 1, 1]);
    expect(after.segments[4]).toMatchObject({
      discontinuity: true,
      epoch: 1,
      startMs: NOW + 8_000,
    });
    expect(after.headNumbers.at(-1)).toBe(92);
    const onward = extend(after, playlist('1:f g', { dateMs: NOW - 58_000 }));
    expect(onward.headNumbers.at(-1)).toBe(95);
  });

  it('H6 another rendition waits for the restart of the reference and takes its numbers', () => {
    const video = extend(undefined, playlist('90:a b', { dateMs: NOW }));
    const audioBefore = extend(undefined, playlist('7:p q', { dateMs: NOW }), { reference: video });
    const restarted = playlist('0:r', { dateMs: NOW - 60_000 });
    expect(extend(audioBefore, restarted, { reference: video })).toBe(audioBefore);
    const videoAfter = extend(video, playlist('0:c', { dateMs: NOW - 60_000 }));
    const audio = extend(audioBefore, restarted, { reference: videoAfter });
    expect(audio.segments.at(-1)).toMatchObject({ number: 9, discontinuityNumber: 1 });
    expect(audio.segments.at(-1)?.startMs).toBe(videoAfter.segments.at(-1)?.startMs);
  });

  it('H6 H33 a rendition that does not begin anew with the reference goes on after three target durations', () => {
    const video = extend(undefined, playlist('90:a b', { dateMs: NOW }));
    const before = extend(undefined, playlist('7:p q', { dateMs: NOW }), { reference: video });
    const onward = playlist('8:q r', { dateMs: NOW + 2_000 });
    const early = extend(video, playlist('0:c', { dateMs: NOW + 4_000 }));
    expect(extend(before, onward, { reference: early })).toBe(before);
    const later = playlist('1:d e f', { dateMs: NOW + 6_000 });
    const audio = extend(before, onward, { reference: extend(early, later) });
    expect(names(audio)).toEqual(['7p', '8q', '9r']);
    // It takes the restart when it begins anew after all.
    const anew = extend(audio, playlist('0:s', { dateMs: NOW + 6_000 }), {
      reference: extend(early, later),
    });
    expect(anew.segments.at(-1)).toMatchObject({ number: 10, discontinuityNumber: 1, epoch: 1 });
  });

  it('H11 a rendition whose dates are far ahead does not move those of a restart', () => {
    const video = extend(undefined, playlist('90:a b', { dateMs: NOW }));
    const others = [
      extend(undefined, playlist('7:p q', { dateMs: NOW + 3_600_000 }), { reference: video }),
      extend(undefined, playlist('7:p q !r', { dateMs: NOW }), { reference: video }),
    ];
    const after = extend(video, playlist('0:c', { dateMs: NOW - 60_000 }), { others });
    expect(after.segments.at(-1)?.startMs).toBe(NOW + 5_000);
    expect(after.segments.at(-1)?.discontinuityNumber).toBe(2);
  });

  it('H6 files of the same name, number and date are no restart, wherever they lie', () => {
    const window = extend(undefined, playlist('4:t1/a t1/b t1/c', { dateMs: NOW }));
    const moved = extend(window, playlist('5:t2/b t2/c t2/d', { dateMs: NOW + 2_040 }));
    expect(names(moved)).toEqual(['4t1/a', '5t1/b', '6t1/c', '7t2/d']);
    expect(moved.epochs).toHaveLength(1);
    // After another start they have other dates.
    const restarted = extend(window, playlist('5:t2/b t2/c t2/d', { dateMs: NOW + 60_000 }));
    expect(restarted.epochs).toHaveLength(2);
    const undated = extend(undefined, playlist('4:t1/a t1/b t1/c'));
    expect(extend(undated, playlist('5:t2/b t2/c t2/d')).epochs).toHaveLength(2);
  });

  it('a source without dates gets a clock that all renditions share by their numbers', () => {
    const video = extend(undefined, playlist('10:a b c'));
    expect(windowEdgeMs(video)).toBe(NOW);
    expect(video.hasDates).toBe(false);
    const audio = extend(undefined, playlist('11:q r s'), {
      renditionId: 'a0',
      reference: video,
      nowMs: NOW + 2_700,
    });
    expect(audio.segments[0]?.startMs).toBe(video.segments[1]?.startMs);
  });

  it('a source without DISCONTINUITY-SEQUENCE is counted on, for late renditions, too', () => {
    const first = extend(undefined, playlist('10:a !b c'));
    const second = extend(first, playlist('12:c !d e'));
    expect(second.segments.map((s) => s.discontinuityNumber)).toEqual([0, 1, 1, 2, 2]);
    const late = extend(undefined, playlist('13:w x'), { renditionId: 'a0', reference: second });
    expect(late.segments.map((s) => s.discontinuityNumber)).toEqual([2, 2]);
  });

  it('missed segments leave a hole in the numbers, not in the clock', () => {
    const first = extend(undefined, playlist('10:a b'));
    const second = extend(first, playlist('14:e f'));
    expect(names(second)).toEqual(['10a', '11b', '14e', '15f']);
    expect(second.segments[2]?.startMs).toBe(NOW + 4_000);
  });

  it('segmentTimes gives the clock of each segment of a playlist', () => {
    const media = playlist('4:a b', { dateMs: NOW });
    expect(segmentTimes(extend(undefined, media), media)).toEqual([NOW, NOW + 2_000]);
  });

  it('a session starts three target durations before the edge, behind at least one segment', () => {
    const long = extend(undefined, playlist('0:a b c d e f', { dateMs: NOW }));
    expect(sessionStartMs(long)).toBe(NOW + 6_000);
    const short = extend(undefined, playlist('0:a b', { dateMs: NOW }));
    expect(sessionStartMs(short)).toBe(NOW + 2_000);
  });
});
