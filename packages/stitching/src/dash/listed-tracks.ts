// `includeMediaTracks` in an MPD: sets, and captions within the video, that outputs list.
import type { AdaptationSet, XmlElement } from '@interlude/dash';

export interface ListedTracks {
  /** Trick-mode and thumbnail sets. */
  readonly iFrames: boolean;
  readonly subtitles: boolean;
  /** Caption descriptors of sets (SCTE 214-1 8.1); the captions within the media stay in any case. */
  readonly closedCaptions: boolean;
}

const CAPTIONS = /^urn:scte:dash:cc:cea-[67]08:2015$/;
const CAPTIONS_TEXT =
  /<Accessibility\b[^>]*\burn:scte:dash:cc:cea-[67]08:2015[^>]*(?:\/>|>[^<]*<\/Accessibility>)/g;

export function isListedSet(
  set: Pick<AdaptationSet, 'contentType' | 'isThumbnail' | 'isTrickMode'>,
  tracks: Pick<ListedTracks, 'iFrames' | 'subtitles'>,
): boolean {
  if (set.isTrickMode || set.isThumbnail) return tracks.iFrames;
  return tracks.subtitles || set.contentType !== 'text';
}

export function isCaptions(child: XmlElement): boolean {
  const scheme = child.attribute('schemeIdUri')?.trim() ?? '';
  return child.localName === 'Accessibility' && CAPTIONS.test(scheme);
}

/** Removes caption descriptors from descriptors in XML text. */
export function withoutCaptions(descriptors: string): string {
  return descriptors.replaceAll(CAPTIONS_TEXT, '');
}
