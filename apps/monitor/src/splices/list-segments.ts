/** The segments beside a splice, of the renditions that are decoded. */
import {
  dashSegmentsAt,
  hlsSegmentsAt,
  type Splice,
  type SpliceSegments,
} from '@interlude/monitoring';
import type { ManifestRead } from '../watcher/read-manifest.ts';
import type { StreamLook } from '../watcher/watch-stream.ts';
import { chooseRenditions } from './choose-renditions.ts';

export interface SplicedRenditions {
  /** Rendition of the video, as shown to the operator; empty = none. */
  readonly rendition: string;
  readonly video: SpliceSegments | undefined;
  readonly audio: SpliceSegments | 'multiplexed' | undefined;
}

type Read = (url: string) => Promise<ManifestRead>;

const nothing: SpliceSegments = { before: undefined, after: undefined };

async function ofPlaylist(url: string, number: number, read: Read): Promise<SpliceSegments> {
  const { answer } = await read(url);
  return answer.kind === 'text' ? hlsSegmentsAt(answer.text, answer.url, number) : nothing;
}

/** Media sequence numbers are the same in every rendition of an output. */
async function ofHls(number: number, look: StreamLook, read: Read): Promise<SplicedRenditions> {
  const { video, audio } = chooseRenditions(look.after.manifests);
  return {
    rendition: video?.rendition ?? '',
    video: video && (await ofPlaylist(video.url, number, read)),
    audio: audio === undefined ? 'multiplexed' : await ofPlaylist(audio.url, number, read),
  };
}

/** @param read requests a playlist again: the splice may be newer than what is known of its rendition */
export async function listSegments(
  splice: Splice,
  look: StreamLook,
  read: Read,
): Promise<SplicedRenditions> {
  if (splice.number !== null && look.after.stream?.protocol === 'HLS')
    return ofHls(splice.number, look, read);
  // The MPD that listed it has its segments, too.
  const { answer } = look;
  if (answer.kind !== 'text') return { rendition: '', video: undefined, audio: undefined };
  const { rendition, video, audio } = dashSegmentsAt(answer.text, answer.url, splice.atMs);
  return { rendition, video, audio: audio ?? 'multiplexed' };
}
