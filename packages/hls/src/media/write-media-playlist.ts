import type { MediaPlaylist, Segment } from './media-playlist.ts';
import { ScannedSegment } from './scanned-segment.ts';

/** Writes consecutive segments of one source text as one slice of it. */
class RunWriter {
  readonly #runs: string[] = [];
  #first: ScannedSegment | undefined;
  #last: ScannedSegment | undefined;

  add(segment: Segment): void {
    if (!(segment instanceof ScannedSegment)) {
      this.#endRun();
      this.#runs.push(segment.text);
      return;
    }
    if (this.#last === undefined || !segment.follows(this.#last)) {
      this.#endRun();
      this.#first = segment;
    }
    this.#last = segment;
  }

  #endRun(): void {
    if (this.#first !== undefined && this.#last !== undefined)
      this.#runs.push(this.#first.textUntil(this.#last));
    this.#first = undefined;
    this.#last = undefined;
  }

  finish(): readonly string[] {
    this.#endRun();
    return this.#runs;
  }
}

/**
 * Header, segments and trailer as few pieces in order: consecutive segments of one source text are one slice of it. For
 * a writer that copies them into its buffer; joined they are the playlist.
 * @returns texts in latin1, lines ended as in the source
 * @see RFC 8216 §4.1
 */
export function playlistRuns(
  playlist: Pick<MediaPlaylist, 'header' | 'segments' | 'trailer'>,
): readonly string[] {
  const writer = new RunWriter();
  for (const segment of playlist.segments) writer.add(segment);
  return [playlist.header, ...writer.finish(), playlist.trailer];
}

/**
 * Header, segments and trailer joined: the source text again when nothing was changed.
 * @returns the playlist's text in latin1
 * @see RFC 8216 §4.1
 */
export function writeMediaPlaylist(
  playlist: Pick<MediaPlaylist, 'header' | 'segments' | 'trailer'>,
): string {
  return playlistRuns(playlist).join('');
}
