// A window as JSON data, for a process that goes on where another has stopped reading.
import { restoreSegments, type Segment, type StoredSegments, storeSegments } from '@interlude/hls';
import { ContentBlock } from '../hls/content-block.ts';
import type { WindowOptions } from './extend-window.ts';
import { type UriResolver, uriResolver } from './resolve-uri.ts';
import type { SourceEpoch, SourceSegment, SourceWindow } from './source-window.ts';

/** Fields of a segment that its own lines do not contain. `dateMs` is null without a date. */
type StoredPlace = readonly [
  number: number,
  epoch: number,
  startMs: number,
  dateMs: number | null,
  discontinuityNumber: number,
  discontinuity: 0 | 1,
  /** Index into `StoredWindow.baseUrls`. */
  baseUrl: number,
];

export interface StoredWindow extends Omit<SourceWindow, 'segments'> {
  readonly segments: StoredSegments;
  /** One for each segment. */
  readonly places: readonly StoredPlace[];
  readonly baseUrls: readonly string[];
}

/** Plain data from which `restoreWindow` makes an equal window. */
export function storeWindow(window: SourceWindow): StoredWindow {
  const baseUrls = [...new Set(window.segments.map(({ baseUrl }) => baseUrl))];
  const indices = new Map(baseUrls.map((url, index) => [url, index]));
  const places = window.segments.map((each): StoredPlace => {
    const { number, epoch, startMs, dateMs, discontinuityNumber, discontinuity, baseUrl } = each;
    return [
      ...([number, epoch, startMs, Number.isNaN(dateMs) ? null : dateMs] as const),
      ...([discontinuityNumber, discontinuity ? 1 : 0, indices.get(baseUrl) ?? 0] as const),
    ];
  });
  const segments = storeSegments(window.segments.map(({ segment }) => segment));
  return { ...window, segments, places, baseUrls };
}

/** The segment whose map and keys apply to this one, as `extendWindow` finds it. */
function previousOf(
  before: SourceSegment | undefined,
  { number, epoch }: Pick<SourceSegment, 'number' | 'epoch'>,
  epochs: readonly SourceEpoch[],
): Segment | undefined {
  const startsEpoch = epoch > 0 && number === epochs[epoch]?.firstNumber;
  return startsEpoch || before?.number !== number - 1 ? undefined : before.segment;
}

class WindowRestorer {
  readonly segments: SourceSegment[] = [];
  readonly #stored: StoredWindow;
  readonly #resolvers: readonly UriResolver[];
  readonly #options: Pick<WindowOptions, 'suppressed' | 'isPassedTag'>;

  constructor(stored: StoredWindow, options: Pick<WindowOptions, 'suppressed' | 'isPassedTag'>) {
    this.#stored = stored;
    this.#resolvers = stored.baseUrls.map(uriResolver);
    this.#options = options;
  }

  add(segment: Segment, place: StoredPlace): void {
    const [number, epoch, startMs, storedMs, discontinuityNumber, discontinuity, base] = place;
    const dateMs = storedMs ?? Number.NaN;
    const { epochs, baseUrls } = this.#stored;
    const before = this.segments.at(-1);
    this.segments.push({
      ...{ number, epoch, startMs, dateMs, discontinuityNumber, segment },
      durationMs: segment.durationSeconds * 1000,
      discontinuity: discontinuity === 1,
      baseUrl: baseUrls[base] ?? '',
      block: new ContentBlock({
        ...{ segment, dateMs, ...this.#options },
        previous: previousOf(before, { number, epoch }, epochs),
        resolve: this.#resolvers[base] ?? uriResolver(''),
      }),
    });
  }
}

/**
 * The window that `storeWindow` has stored, also after JSON; `extendWindow` goes on from it.
 * @param options with which the window was made: the lines of its segments depend on them
 */
export function restoreWindow(
  stored: StoredWindow,
  options: Pick<WindowOptions, 'suppressed' | 'isPassedTag'>,
): SourceWindow {
  const restorer = new WindowRestorer(stored, options);
  for (const [index, segment] of restoreSegments(stored.segments).entries()) {
    const place = stored.places[index];
    if (place !== undefined) restorer.add(segment, place);
  }
  const { places, baseUrls, segments, ...window } = stored;
  return { ...window, segments: restorer.segments };
}
