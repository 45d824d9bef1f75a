import type { MediaPlaylist, Segment } from './media-playlist.ts';
import { ScannedSegment } from './scanned-segment.ts';

/** Segments that stand side by side in one source text are written as one slice of it. */
class RunWriter {
  #written = '';
  #first: ScannedSegment | undefined;
  #last: ScannedSegment | undefined;

  add(segment: Segment): void {
    if (!(segment instanceof ScannedSegment)) {
      this.#endRun();
      this.#written += segment.text;
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
      this.#written += this.#first.textUntil(this.#last);
    this.#first = undefined;
    this.#last = undefined;
  }

  finish(): string {
    this.#endRun();
    return this.#written;
  }
}

/** Header, segments and trailer joined: the source text again when nothing was changed. */
export function writeMediaPlaylist(
  playlist: Pick<MediaPlaylist, 'header' | 'segments' | 'trailer'>,
): string {
  const runs = new RunWriter();
  for (const segment of playlist.segments) runs.add(segment);
  return playlist.header + runs.finish() + playlist.trailer;
}
