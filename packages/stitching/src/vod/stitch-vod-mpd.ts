// A static MPD of an asset with its ads: content periods cut where the plan leaves them, one period an
// ad, the duration their sum (D20). Pure: the same plan gives the same bytes.
import {
  type BaseUrl,
  element,
  formatDuration,
  type Mpd,
  type Period,
  withAttributes,
  withChildren,
  writeMpd,
  type XmlElement,
} from '@interlude/dash';
import type { ListedTracks } from '../dash/listed-tracks.ts';
import { uriResolver } from '../source/resolve-uri.ts';
import type { LocationRewriter } from '../source/rewrite-location.ts';
import { adPeriod } from './vod-mpd-ads.ts';
import { type PeriodPart, partPeriod } from './vod-mpd-parts.ts';
import { type ContentPart, type VodBreak, type VodPlan, vodSequence } from './vod-plan.ts';

export interface StitchVodMpdInput {
  readonly mpd: Mpd;
  /** Address of the MPD after redirects: relative addresses are resolved against it (D10). */
  readonly baseUrl: string;
  readonly plan: VodPlan;
  /** Absolute, or relative to the output, with a slash at its end. */
  readonly adBaseUrl: (breakId: string, placementIndex: number) => string;
  readonly includeDashEvents: boolean;
  readonly includeMediaTracks: ListedTracks;
  readonly location?: LocationRewriter | undefined;
  /**
   * The bases of content are at its Periods instead of the MPD, so that relative addresses of ads, and those of content
   * that `location` makes relative, start from the address of the output (ISO/IEC 23009-1 §5.6.4).
   */
  readonly basesInPeriods?: boolean;
}

type Base = Pick<BaseUrl, 'element' | 'url' | 'serviceLocation'>;

/** A base of a Period below one of the MPD, whose service location it has unless it names its own (23009-1 §5.6.5). */
function resolved(base: BaseUrl, { url, serviceLocation }: Base): Base {
  const isInherited = base.serviceLocation === undefined && serviceLocation !== undefined;
  return {
    element: isInherited ? withAttributes(base.element, { serviceLocation }) : base.element,
    url: uriResolver(url)(base.url),
  };
}

/** Parts shorter than this are the rounding of a cut, ms. */
const LEAST_PART_MS = 1;
const DROPPED: ReadonlySet<string> = new Set(['Location', 'PatchLocation', 'Period', 'UTCTiming']);

/** Duration of the content, ms: as the MPD declares it, else up to its last Period's end; 0 when unknown. */
export function mpdDurationMs(mpd: Mpd): number {
  const last = mpd.periods.at(-1);
  const ends = last === undefined ? 0 : last.startMs + (last.durationMs ?? 0);
  return mpd.mediaPresentationDurationMs ?? ends;
}

function endOf(period: Period, next: Period | undefined, contentMs: number): number {
  return (
    next?.startMs ??
    (period.durationMs === undefined ? contentMs : period.startMs + period.durationMs)
  );
}

class MpdWriter {
  readonly #input: StitchVodMpdInput;
  readonly #periods: XmlElement[] = [];
  readonly #seen = new Map<Period, number>();
  /** End of the output so far, ms. */
  #atMs = 0;

  constructor(input: StitchVodMpdInput) {
    this.#input = input;
  }

  write(): string {
    for (const one of vodSequence(this.#input.plan)) {
      if ('placements' in one) this.#addBreak(one);
      else this.#addContent(one);
    }
    const { mpd } = this.#input;
    const root = withAttributes(mpd.element, {
      type: 'static',
      mediaPresentationDuration: formatDuration(this.#atMs),
      minimumUpdatePeriod: undefined,
      availabilityStartTime: undefined,
      timeShiftBufferDepth: undefined,
      suggestedPresentationDelay: undefined,
    });
    return writeMpd(mpd, withChildren(root, [...this.#head(), ...this.#periods]));
  }

  /** Elements of the MPD before its Periods, with one absolute base (D10). */
  #head(): XmlElement[] {
    const { mpd, baseUrl, basesInPeriods = false } = this.#input;
    const kept = mpd.element.children.filter(({ localName }) => !DROPPED.has(localName));
    if (basesInPeriods) return kept.filter(({ localName }) => localName !== 'BaseURL');
    const bases = mpd.baseUrls;
    if (bases.length > 0)
      return kept.map((child) => {
        const base = bases.find((one) => one.element === child);
        return base === undefined ? child : withChildren(child, [this.#absolute(base.url)]);
      });
    const place = kept.findIndex(({ localName }) => localName !== 'ProgramInformation');
    const directory = uriResolver(baseUrl)('./');
    const base = element('BaseURL', {}, [this.#rewritten(directory)]);
    return kept.toSpliced(place < 0 ? kept.length : place, 0, base);
  }

  #absolute(url: string): string {
    return this.#rewritten(uriResolver(this.#input.baseUrl)(url));
  }

  #rewritten(url: string): string {
    const { location } = this.#input;
    return location === undefined ? url : location.rewrite(url);
  }

  /** Absolute bases of a Period's content; undefined when the MPD has bases above its Periods. */
  #basesOf({ baseUrls: own }: Period): readonly XmlElement[] | undefined {
    const { mpd, baseUrl, basesInPeriods = false } = this.#input;
    if (!basesInPeriods) return undefined;
    const resolve = uriResolver(baseUrl);
    const above: readonly Base[] =
      mpd.baseUrls.length > 0
        ? mpd.baseUrls.map((base) => ({ ...base, url: resolve(base.url) }))
        : [{ element: element('BaseURL'), url: resolve('./') }];
    const bases = above.flatMap((base): readonly Base[] =>
      own.length === 0 ? [base] : own.map((each) => resolved(each, base)),
    );
    const byUrl = new Map(bases.map((base) => [base.url, base]));
    return [...byUrl.values()].map((base) =>
      withChildren(base.element, [this.#rewritten(base.url)]),
    );
  }

  #addContent({ fromMs, toMs }: ContentPart): void {
    const { mpd, plan, includeDashEvents, includeMediaTracks: tracks } = this.#input;
    mpd.periods.forEach((period, index) => {
      const endMs = endOf(period, mpd.periods[index + 1], plan.contentMs);
      const part = {
        fromMs: Math.max(fromMs, period.startMs),
        toMs: Math.min(toMs, endMs),
      };
      if (part.toMs - part.fromMs < LEAST_PART_MS) return;
      const bases = this.#basesOf(period);
      const options = { includeDashEvents, tracks, bases };
      const written = partPeriod(this.#part(period, index, part), options);
      if (written === undefined) return;
      this.#periods.push(written);
      this.#seen.set(period, (this.#seen.get(period) ?? 0) + 1);
      this.#atMs += part.toMs - part.fromMs;
    });
  }

  #part(period: Period, index: number, span: { fromMs: number; toMs: number }): PeriodPart {
    const firstId = period.id ?? `p${index}`;
    const turn = this.#seen.get(period) ?? 0;
    return {
      period,
      ...span,
      id: turn === 0 ? firstId : `${firstId}-r${turn}`,
      startMs: this.#atMs,
      continues: turn === 0 ? undefined : firstId,
    };
  }

  #addBreak({ breakId, cutMs, placements }: VodBreak): void {
    const { mpd, adBaseUrl } = this.#input;
    const like = mpd.periods.findLast(({ startMs }) => startMs < cutMs) ?? mpd.periods[0];
    if (like === undefined) return;
    for (const placement of placements) {
      const written = adPeriod({
        id: `${breakId}-${placement.index}`,
        placement,
        startMs: this.#atMs,
        like,
        baseUrl: adBaseUrl(breakId, placement.index),
      });
      if (written === undefined) continue;
      this.#periods.push(written);
      this.#atMs += placement.durationMs;
    }
  }
}

/**
 * The output of one session.
 * @returns the text of a static MPD
 * @see ISO/IEC 23009-1 §5.3.1; rules D9, D20
 */
export function stitchVodMpd(input: StitchVodMpdInput): string {
  return new MpdWriter(input).write();
}
