/** Adaptation sets of the lab's media: the same CMAF files as in HLS, the times in each track's own ticks. */
import type { EncodedMedia, EncodedRendition } from '@interlude/media-engine';
import { SAMPLE_RATE } from '../media/tones.ts';
import { element } from '../xml/write-element.ts';

/** Ticks per frame in the encoder's video tracks. */
const TICKS_PER_PICTURE = 512;

/** Ticks per second of a track; segments of the lab are whole numbers of video frames and of AAC frames. */
export const timescaleOf = (kind: EncodedRendition['kind'], frameRate: number) =>
  kind === 'audio' ? SAMPLE_RATE : frameRate * TICKS_PER_PICTURE;

/** `template` gives the SegmentTemplate for a timescale. */
export function adaptationSets(
  encoded: EncodedMedia,
  template: (timescale: number) => string[],
): string[] {
  return (['video', 'audio'] as const).flatMap((kind, index) => {
    const renditions = encoded.renditions.filter((each) => each.kind === kind);
    const isAudio = kind === 'audio';
    const attributes = {
      id: index + 1,
      contentType: kind,
      mimeType: `${kind}/mp4`,
      lang: isAudio ? 'en' : undefined,
      segmentAlignment: 'true',
      startWithSAP: 1,
      frameRate: isAudio ? undefined : encoded.frameRate,
      par: isAudio ? undefined : '16:9',
    };
    return element('AdaptationSet', attributes, [
      ...element('Role', { schemeIdUri: 'urn:mpeg:dash:role:2011', value: 'main' }),
      ...template(timescaleOf(kind, encoded.frameRate)),
      ...renditions.flatMap(representation),
    ]);
  });
}

function representation(rendition: EncodedRendition): string[] {
  const { name, kind, codecs, peakBps, width, height } = rendition;
  if (kind === 'video') {
    return element('Representation', { id: name, codecs, bandwidth: peakBps, width, height });
  }
  const channels = {
    schemeIdUri: 'urn:mpeg:dash:23003:3:audio_channel_configuration:2011',
    value: 2,
  };
  return element(
    'Representation',
    { id: name, codecs, bandwidth: peakBps, audioSamplingRate: SAMPLE_RATE },
    element('AudioChannelConfiguration', channels),
  );
}
