/** By what two processes know that the segments of a source have the same numbers, dates and discontinuities in both. */
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

/** Whether numbers, dates and discontinuities of a window are those that its playlists print, whoever has read them. */
function isAsPrinted({ epochs, segments }: SourceWindow, playlist: MediaPlaylist): boolean {
  const [epoch, restart] = epochs;
  const { numberOffset, discontinuityOffset, clockOffsetMs, dateShiftMs } = epoch ?? {};
  const adds = numberOffset || discontinuityOffset || clockOffsetMs || dateShiftMs;
  const areCounted = !playlist.hasDiscontinuitySequence && segments.at(-1)?.discontinuityNumber;
  return epoch !== undefined && restart === undefined && !adds && !areCounted;
}

export class SourceNumbering {
  #origin: string = randomUUID();
  /** Of its settings: another address, or a reset, is another source, whatever it prints. */
  readonly #named: string;
  #known: { readonly version: number; readonly text: string } | undefined;

  constructor(channel: ChannelEntry) {
    this.#named = shortHash(`${channel.resets} ${sourceText(channel)}`);
  }

  /** Of the first process that has opened it: those that go on from its windows have it, too. */
  get origin(): string {
    return this.#origin;
  }

  /** @param origin of the windows that it goes on from; left out: it begins anew */
  begin(origin: string = randomUUID()): void {
    this.#origin = origin;
  }

  /**
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

  /** Where they do not follow from what the source prints: by what was first seen of it, and each restart. */
  #counted(renditions: readonly NumberedRendition[]): string {
    const windows = renditions.flatMap(({ window }) => window ?? []);
    const byId = windows.map((window) => [window.renditionId, window.epochs] as const);
    const ordered = byId.toSorted(([a], [b]) => (a < b ? -1 : 1));
    return shortHash(JSON.stringify([this.#origin, ordered]));
  }
}
