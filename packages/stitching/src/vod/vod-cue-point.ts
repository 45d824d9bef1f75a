// Cue points of an asset, from any of: a feed, a VMAP document, or markers of the source.
import type { MrssCuePoint, VmapBreak, VmapOffset } from '@interlude/vast';
import type { AdBreak } from '../breaks/ad-break.ts';

export interface VodCuePoint {
  /** Unique within the asset; safe in a URL path. */
  readonly id: string;
  readonly position: 'pre' | 'mid' | 'post';
  /** ms from the start of the content; of a post-roll its end. */
  readonly atMs: number;
  /** Marked content behind it, ms, which a replacing plan leaves out; 0 = a point. */
  readonly spanMs: number;
  /** Duration to fill, ms; undefined = that of the ad server's answer. */
  readonly durationMs?: number | undefined;
  /** Ads at most. */
  readonly maxCount?: number | undefined;
  /** For the ad server. */
  readonly params?: Readonly<Record<string, string>> | undefined;
}

/** An id without characters that an address or a break id cannot contain. */
function safeId(prefix: string, id: string | undefined, index: number): string {
  const text = (id ?? '').replace(/[^A-Za-z0-9_-]+/g, '_').slice(0, 40);
  return `${prefix}${index}${text === '' ? '' : `-${text}`}`;
}

function positionAt(atMs: number, contentMs: number): VodCuePoint['position'] {
  if (atMs <= 0) return 'pre';
  return atMs >= contentMs ? 'post' : 'mid';
}

const byTime = (points: readonly VodCuePoint[]) => points.toSorted((a, b) => a.atMs - b.atMs);

/**
 * Cue points of a Media RSS feed.
 * @param contentMs duration of the content, ms; cue points behind it are left out
 * @returns cue points in ms of content, ascending
 * @see Media RSS 1.5.1; rule V9
 */
export function mrssCuePoints(points: readonly MrssCuePoint[], contentMs: number): VodCuePoint[] {
  const found = points.flatMap((point, index): VodCuePoint[] => {
    const { spliceTimeMs, id, durationMs, maxCount, params } = point;
    if (spliceTimeMs > contentMs) return [];
    const atMs = spliceTimeMs < 0 ? contentMs : spliceTimeMs;
    const position = spliceTimeMs < 0 ? 'post' : positionAt(atMs, contentMs);
    const safe = safeId('c', id, index + 1);
    return [{ id: safe, position, atMs, spanMs: 0, durationMs, maxCount, params }];
  });
  return byTime(found);
}

/** Place of `#n` where the content marks none, ms: the content in equal parts. */
function positionMs(position: number, count: number, contentMs: number): number {
  return (contentMs * position) / (count + 1);
}

function offsetMs(offset: VmapOffset, positions: number, contentMs: number): number {
  switch (offset.kind) {
    case 'start':
      return 0;
    case 'end':
      return contentMs;
    case 'time':
      return offset.atMs;
    case 'percent':
      return (contentMs * offset.percent) / 100;
    default:
      return positionMs(offset.position, positions, contentMs);
  }
}

const MAX_REPEATS = 100;

function repeated(atMs: number, repeatAfterMs: number | undefined, contentMs: number): number[] {
  const times = [atMs];
  if (repeatAfterMs === undefined || atMs >= contentMs) return times;
  for (let next = atMs + repeatAfterMs; next < contentMs; next += repeatAfterMs) {
    if (times.length >= MAX_REPEATS) break;
    times.push(next);
  }
  return times;
}

export interface VmapCuePoint extends VodCuePoint {
  readonly vmap: VmapBreak;
}

/**
 * Cue points of the linear breaks of a VMAP document, one for each repetition (rule V9).
 * @param opportunitiesMs places that the content itself has for `#n`, ms, ascending; may be empty
 */
export function vmapCuePoints(
  breaks: readonly VmapBreak[],
  contentMs: number,
  opportunitiesMs: readonly number[] = [],
): VmapCuePoint[] {
  const linear = breaks.filter(({ breakTypes }) => breakTypes.includes('linear'));
  const numbers = linear.map(({ offset }) => (offset.kind === 'position' ? offset.position : 0));
  const positions = Math.max(0, ...numbers);
  const found = linear.flatMap((vmap, index): VmapCuePoint[] => {
    const { offset } = vmap;
    const own = offset.kind === 'position' ? opportunitiesMs[offset.position - 1] : undefined;
    const firstMs = own ?? offsetMs(offset, positions, contentMs);
    if (firstMs > contentMs) return [];
    return repeated(firstMs, vmap.repeatAfterMs, contentMs).map((atMs, turn) => ({
      id: safeId('v', vmap.breakId, index + 1) + (turn === 0 ? '' : `-${turn + 1}`),
      position: positionAt(atMs, contentMs),
      atMs,
      spanMs: 0,
      maxCount: vmap.allowMultipleAds ? undefined : 1,
      vmap,
    }));
  });
  return found.toSorted((a, b) => a.atMs - b.atMs);
}

/**
 * Cue points that the source marks (`useScte35`). A break that is announced without a duration and never ended is a
 * point; so is one of no length (what MediaTailor inserts at).
 * @param openCapMs duration that the tracker assumes for a break without an end, ms
 * @returns cue points in ms of content, ascending
 * @see SCTE 35 §9.7.3; rule H36
 */
export function markedCuePoints(
  breaks: readonly AdBreak[],
  contentMs: number,
  openCapMs: number,
): VodCuePoint[] {
  const found = breaks.flatMap((adBreak, index): VodCuePoint[] => {
    const { startMs, state, durationMs, endMs, plannedEndMs } = adBreak;
    if (state === 'cancelled' || startMs > contentMs) return [];
    const isOpen = endMs === undefined && durationMs === undefined;
    const known = endMs ?? plannedEndMs;
    const isAssumed = isOpen || (endMs === undefined && known - startMs >= openCapMs);
    const spanMs = isAssumed ? 0 : Math.min(known, contentMs) - startMs;
    return [
      {
        id: safeId('m', adBreak.eventId, index + 1),
        position: positionAt(startMs, contentMs),
        atMs: startMs,
        spanMs: Math.max(0, spanMs),
        durationMs: spanMs > 0 ? spanMs : undefined,
      },
    ];
  });
  return byTime(found);
}
