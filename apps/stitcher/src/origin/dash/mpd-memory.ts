/** Memory that the MPDs of a DASH source take: Periods that are still shown keep the MPD that they were read from. */
import type { Mpd, XmlElement } from '@interlude/dash';
import {
  budgetLimits,
  type DocumentSize,
  keptBytes,
  type SourceBudget,
  tooLarge,
} from '@interlude/runtime';
import type { DashWindow } from '@interlude/stitching';

const textOf = ({ range }: XmlElement) => range?.source ?? '';

/** Memory of the window beside the MPDs, bytes: runs of segments, their boundaries, and listed addresses. */
function bytesOfSegments({ periods, boundariesMs }: DashWindow): number {
  const tracks = periods.flatMap((period) => period.tracks);
  const runs = tracks.reduce((sum, track) => sum + track.runs.length, 0);
  const addresses = tracks.reduce(
    (sum, track) => sum + (track.kind === 'list' ? track.addresses.length : 0),
    0,
  );
  const entries = keptBytes({ bytes: 0, entries: addresses });
  return runs * budgetLimits.runBytes + boundariesMs.length * 8 + entries;
}

export class MpdMemory {
  readonly #memory: SourceBudget['memory'];
  /** Sizes of the MPDs whose Periods are kept, by their text. */
  readonly #sizes = new Map<string, DocumentSize>();

  constructor(memory: SourceBudget['memory']) {
    this.#memory = memory;
  }

  /** @param sizes of the MPDs of a restored window, by their texts */
  restored(sizes: ReadonlyMap<string, DocumentSize>): void {
    for (const [text, size] of sizes) {
      this.#sizes.set(text, size);
    }
  }

  /** @throws {DomainError} SOURCE_TOO_LARGE */
  book(mpd: Mpd, window: DashWindow, size: DocumentSize): void {
    if (window.boundariesMs.length > budgetLimits.boundaries) {
      throw tooLarge('announced', budgetLimits.boundaries);
    }
    this.#sizes.set(textOf(mpd.element), size);
    const texts = new Set(window.periods.map(({ element }) => textOf(element)));
    let earlier = 0;
    for (const [text, known] of this.#sizes) {
      if (!texts.has(text)) {
        this.#sizes.delete(text);
      } else if (text !== textOf(mpd.element)) {
        earlier += keptBytes(known);
      }
    }
    this.#memory.keep('segments', bytesOfSegments(window));
    this.#memory.keep('earlier MPDs', earlier);
  }
}
