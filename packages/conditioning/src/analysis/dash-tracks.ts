/** The tracks of a DASH source, each once although every period lists it. */
import type { AdaptationSet, Mpd, Representation } from '@interlude/dash';
import { channelsOfSet } from '../ladder/audio-channels.ts';
import { parseFrameRate, rateOf } from '../ladder/frame-rate.ts';
import { bitrateOf, type SourceTrack } from './source-facts.ts';
import { audioLabel, videoLabel } from './track-labels.ts';

const captions = /^urn:scte:dash:cc:cea-(?:608|708)/i;

function kindOf(set: AdaptationSet): SourceTrack['kind'] | undefined {
  if (set.isThumbnail || set.contentType === 'image') return 'image';
  if (set.isTrickMode) return 'i-frames';
  if (set.contentType === 'video' || set.contentType === 'audio') return set.contentType;
  return set.contentType === 'text' ? 'subtitles' : undefined;
}

function labelOf(kind: SourceTrack['kind'], set: AdaptationSet, one: Representation): string {
  const { width, height } = one;
  const frameRate = parseFrameRate(one.frameRate);
  const [name] = set.labels;
  if (kind === 'audio') {
    return audioLabel({ language: set.lang, name, channels: channelsOfSet(set, one) });
  }
  if (kind === 'subtitles') return audioLabel({ language: set.lang, name });
  return videoLabel({
    width,
    height,
    frameRate: frameRate === undefined ? 0 : rateOf(frameRate),
  });
}

/** CEA-608 and 708 captions are carried in the video; `CC1=eng;CC3=swe` names their channels and languages. */
function captionsOf({ accessibilities }: AdaptationSet): SourceTrack[] {
  return accessibilities
    .filter(({ schemeIdUri }) => captions.test(schemeIdUri))
    .flatMap(({ value = '' }) => value.split(';'))
    .map((declared) => ({
      kind: 'closed-captions',
      label: declared.trim() || 'captions',
      codecs: '',
      bitrate: 0,
    }));
}

function tracksOf(set: AdaptationSet): SourceTrack[] {
  const kind = kindOf(set);
  if (kind === undefined) return [];
  const own = set.representations.map((one): SourceTrack => {
    const { codecs = '', bandwidth } = one;
    return { kind, label: labelOf(kind, set, one), codecs, bitrate: bitrateOf(bandwidth) };
  });
  return [...own, ...captionsOf(set)];
}

export function dashTracks({ periods }: Mpd): SourceTrack[] {
  const tracks = periods.flatMap(({ adaptationSets }) => adaptationSets).flatMap(tracksOf);
  return [...new Map(tracks.map((track) => [JSON.stringify(track), track])).values()];
}
