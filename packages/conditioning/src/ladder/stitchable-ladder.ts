/** The part of a declared ladder that creatives of a source can have; the rest would never be stitched. */
import type { SourceLadder } from './source-ladder.ts';

/**
 * The declared ladder, with those values of the source that no player can change at a splice:
 * - the container: an EXT-X-MAP applies until the next one, and no tag ends it (RFC 8216 §4.3.2.5, rule H8); a source
 *   buffer takes segments of one container;
 * - separate or muxed audio: a variant with its audio in the video would be silent beside ads with separate audio, and
 *   an audio rendition would have no ad the other way round (RFC 8216 §4.3.4.2, rule H24);
 * - the longest segment: EXT-X-TARGETDURATION never changes (RFC 8216 §4.3.3.1, rule H12), nor does the longest
 *   segment of an MPD (ISO/IEC 23009-1 §5.3.1.2).
 * @param declared the ladder of the profile of the channel
 * @returns renditions, codecs and frame rate as declared; segments as declared, at most as long as the source allows
 * @see ADR 0032
 */
export function stitchableLadder(declared: SourceLadder, source: SourceLadder): SourceLadder {
  const { manifest, muxing, separateAudio, longestSegmentMs, hasIFrames } = source;
  const isAudioInVideo = !separateAudio && manifest === 'hls' && declared.pictures.length > 0;
  return {
    ...declared,
    muxing,
    separateAudio,
    longestSegmentMs,
    hasIFrames,
    // Segments of video carry one audio track (ISO/IEC 13818-1 allows more, players play the first).
    audio: isAudioInVideo ? declared.audio.slice(0, 1) : declared.audio,
    segmentMs: Math.min(declared.segmentMs, longestSegmentMs),
  };
}
