/**
 * Numbering of a source: where two processes have equal texts, its segments have equal numbers, dates and
 * discontinuities.
 */
import { createHash, randomUUID } from 'node:crypto';
import type { MediaPlaylist } from '@interlude/hls';
import type { SourceWindow } from '@interlude/stitching';
import type { ChannelEntry } from '../../channels/channel-entry.ts';
import { sourceText } from '../../channels/requires-source-restart.ts';

interface NumberedRendition {
  readonly window: SourceWindow | undefined;
  /** The last good one. */
  readonly playlist: MediaPlaylist | undefined;
}

/** 22 characters of base64url. */
const shortHash = (text: string) =>
  createHash('sha256').update(text).digest('base64url').slice(0, 22);

/**
 * True when a window has the numbers, dates and discontinuities that its playlists print, so that all processes have
 * the same.
 */
function isAsPrinted({ epochs, segments }: SourceWindow, playlist: MediaPlaylist): boolean {
  const [epoch, restart] = epochs;
  const { numberOffset, discontinuityOffset, clockOffsetMs, dateShiftMs } = epoch ?? {};
  const adds = numberOffset || discontinuityOffset || clockOffsetMs || dateShiftMs;
  const areCounted = !playlist.hasDiscontinuitySequence && segments.at(-1)?.discontinuityNumber;
  return epoch !== undefined && restart === undefined && !adds && !areCounted;
}

export class SourceNumbering {
  #origin: string = randomUUID();
  /** Hash of the settings and resets: another address, or a reset, is another source, whatever it prints. */
  readonly #named: string;
  #known: { readonly version: number; readonly text: string } | undefined;

  constructor(channel: ChannelEntry) {
    this.#named = shortHash(`${channel.resets} ${sourceText(channel)}`);
  }

  /** Random id of the first process that opened the source; processes that go on from its windows have the same. */
  get origin(): string {
    return this.#origin;
  }

  /** @param origin of the windows that it goes on from; left out: it begins anew */
  begin(origin: string = randomUUID()): void {
    this.#origin = origin;
  }

  /**
   * The numbering at a version of the source.
   * @param version of what was read
   * @param renditions the reference first
   */
  at(version: number, renditions: readonly NumberedRendition[]): string {
    if (this.#known?.version !== version) {
      const [reference] = renditions;
      const isPrinted = renditions.every(
        ({ window, playlist }) => !window || !playlist || isAsPrinted(window, playlist),
      );
      const isDated = reference?.window?.hasDates ?? false;
      const text = isPrinted && isDated ? `printed ${this.#named}` : this.#counted(renditions);
      this.#known = { version, text };
    }
    return this.#known.text;
  }

  /**
   * Numbering where numbers do not follow from the playlists: a hash of the origin and of all restarts of each window.
   */
  #counted(renditions: readonly NumberedRendition[]): string {
    const windows = renditions.flatMap(({ window }) => window ?? []);
    const byId = windows.map((window) => [window.renditionId, window.epochs] as const);
    const ordered = byId.toSorted(([a], [b]) => (a < b ? -1 : 1));
    return shortHash(JSON.stringify([this.#origin, ordered]));
  }
}
