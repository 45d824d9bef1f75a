/**
 * Reads one MPD again and again: follows Location, comes back from it when it fails, and does not let an
 * older copy (a cache that lags behind) undo what is known (rule D18).
 */
import type { ChannelSettings } from '@interlude/contract';
import { DomainError, domainError } from '@interlude/contract/errors';
import type { Mpd, Period } from '@interlude/dash';
import { type Egress, type SourceBudget, sourceUrl } from '@interlude/runtime';
import { isShown } from './dash-timing.ts';
import { fetchMpd, type MpdAnswer } from './fetch-mpd.ts';

export interface ReadMpd {
  /** The same object when nothing has changed. */
  readonly answer: MpdAnswer;
  /** Codes of deviations from the standard; of a new MPD only. */
  readonly oddities: readonly string[];
}

/** MPDs in a row that have a Location and no Periods. */
const maxHops = 3;
/** An MPD with an older publishTime is taken when it comes this often in a row: the source was restarted. */
const believedAfter = 3;

export class MpdReader {
  readonly #egress: Pick<Egress, 'request'>;
  readonly #budget: SourceBudget;
  readonly #settings: ChannelSettings;
  #known: MpdAnswer | undefined;
  #location: string | undefined;
  #older = 0;

  constructor(egress: Pick<Egress, 'request'>, budget: SourceBudget, settings: ChannelSettings) {
    this.#egress = egress;
    this.#budget = budget;
    this.#settings = settings;
  }

  #fetch(url: string): Promise<MpdAnswer> {
    return fetchMpd(this.#egress, this.#budget, { url, known: this.#known });
  }

  async #fetchNewest(): Promise<MpdAnswer> {
    const location = this.#location;
    if (location === undefined) {
      return this.#fetch(sourceUrl(this.#settings));
    }
    try {
      return await this.#fetch(location);
    } catch (error) {
      // Locations may carry tokens that expire: the first address leads to a new one.
      if (error instanceof DomainError && error.code === 'FETCH_STATUS') {
        this.#location = undefined;
        return this.#fetch(sourceUrl(this.#settings));
      }
      throw error;
    }
  }

  #takeLocation({ mpd, url }: MpdAnswer): boolean {
    const [first] = mpd.locations;
    const location = first && URL.canParse(first, url) ? new URL(first, url).href : undefined;
    const isNew = location !== undefined && location !== this.#location && location !== url;
    if (location !== undefined) {
      this.#location = location;
    }
    return isNew;
  }

  #isOlder({ mpd }: MpdAnswer): boolean {
    const before = this.#known?.mpd.publishTimeMs;
    const isOlder =
      before !== undefined && mpd.publishTimeMs !== undefined && mpd.publishTimeMs < before;
    this.#older = isOlder ? this.#older + 1 : 0;
    return isOlder && this.#older < believedAfter;
  }

  /**
   * The MPD as it is now.
   * @param isOpen it was read before
   * @throws {DomainError} as `fetchMpd`; SOURCE_UNSUPPORTED when it is not live
   */
  async read(isOpen: boolean): Promise<ReadMpd> {
    let answer = await this.#fetchNewest();
    for (let hop = 0; answer.mpd.periods.length === 0 && hop < maxHops; hop += 1) {
      if (!this.#takeLocation(answer)) {
        break;
      }
      answer = await this.#fetchNewest();
    }
    this.#takeLocation(answer);
    const known = this.#known;
    if (known && answer !== known && this.#isOlder(answer)) {
      return { answer: known, oddities: ['PUBLISH_TIME_WENT_BACK'] };
    }
    if (!isOpen) {
      requireLive(answer.mpd);
    }
    this.#known = answer;
    const oddities = answer === known ? [] : odditiesOf(answer, known?.mpd);
    return { answer, oddities };
  }

  get known(): MpdAnswer | undefined {
    return this.#known;
  }

  /** Takes an MPD that another stitcher has read: the next one is requested as if this process had read it. */
  take(answer: MpdAnswer): void {
    this.#takeLocation(answer);
    this.#known = answer;
    this.#older = 0;
  }
}

/** A live presentation may end (static) while it is watched, but not begin so. */
function requireLive(mpd: Mpd): void {
  if (mpd.type === 'static') {
    throw domainError('SOURCE_UNSUPPORTED', {
      reason: 'its MPD is static and the channel is live',
    });
  }
  if (mpd.availabilityStartTimeMs === undefined) {
    throw domainError('SOURCE_UNSUPPORTED', { reason: 'its MPD has no availabilityStartTime' });
  }
}

/** Codes of the media types that the presentation has and its newest Period lacks: players stall there. */
function missingKinds({ periods }: Mpd, before: Mpd | undefined): string[] {
  const kindsOf = (period: Period | undefined) =>
    new Set(period?.adaptationSets.filter(isShown).map(({ contentType }) => contentType));
  const last = kindsOf(periods.at(-1));
  const all = [...periods, ...(before?.periods ?? [])].map(kindsOf);
  return (['video', 'audio'] as const)
    .filter((kind) => !last.has(kind) && all.some((kinds) => kinds.has(kind)))
    .map((kind) => `LAST_PERIOD_MISSING_${kind.toUpperCase()}`);
}

function odditiesOf({ mpd, warnings }: MpdAnswer, before: Mpd | undefined): readonly string[] {
  const moved =
    before?.availabilityStartTimeMs !== undefined &&
    mpd.availabilityStartTimeMs !== undefined &&
    before.availabilityStartTimeMs !== mpd.availabilityStartTimeMs;
  const codes = [...warnings.map(({ code }): string => code), ...missingKinds(mpd, before)];
  return [...new Set(moved ? [...codes, 'AVAILABILITY_START_MOVED'] : codes)];
}
