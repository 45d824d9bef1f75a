/** A Representation as a `SourceRendition`, by which renditions of a channel and of a creative are matched. */
import type { AdaptationSet, Representation } from '@interlude/dash';
import type { SourceRendition } from '@interlude/stitching';

const isMain = (set: AdaptationSet) => set.roles.some(({ value }) => value === 'main');

export function dashRendition(set: AdaptationSet, representation: Representation): SourceRendition {
  const { id, bandwidth, codecs = '', width, height } = representation;
  const isAudio = set.contentType === 'audio';
  return {
    renditionId: id,
    kind: isAudio ? 'audio' : 'variant',
    // Matching passes the URL through; here the id stands in for it, as the key of the media.
    url: id,
    codecs: codecs === '' ? [] : codecs.split(',').map((codec) => codec.trim()),
    bandwidth,
    resolution: width !== undefined && height !== undefined ? { width, height } : undefined,
    language: set.lang,
    default: isMain(set),
  };
}
