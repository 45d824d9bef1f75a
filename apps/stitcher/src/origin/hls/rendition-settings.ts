/** What a channel's settings mean for the media playlists that are read of its source. */
import type { ChannelSettings } from '@interlude/contract';
import type { Tag } from '@interlude/hls';
import {
  isContentIdTag,
  type SourceRendition,
  type SourceWindow,
  type TextForm,
  textFormOf,
} from '@interlude/stitching';
import { type CachedAddresses, cachedAddresses } from '../cached-addresses.ts';
import type { OpenedSource } from './read-multivariant.ts';

export interface WindowSettings {
  /** How long segments are kept after they left the source's list, ms. */
  readonly keptMs: number;
  /** Markers that outputs keep. */
  readonly isPassedTag: ((tag: Tag) => boolean) | undefined;
  /** How long the answer of an address is good, ms; 0 = it is requested at every poll. */
  readonly cachedMs: CachedAddresses;
}

/** A break at the window's head is cut where it began: a little more than the window is kept. */
const spareSeconds = 120;

export function windowSettings(settings: ChannelSettings): WindowSettings {
  const { timeShiftWindow, dvrWindow, liveDelay, segmentationConfiguration } = settings;
  return {
    keptMs: (Math.max(timeShiftWindow, dvrWindow) + liveDelay + spareSeconds) * 1000,
    isPassedTag: settings.passThroughCaidSegmentation
      ? (tag) => isContentIdTag(tag, segmentationConfiguration)
      : undefined,
    cachedMs: cachedAddresses(settings.cacheList),
  };
}

const isInFmp4 = ({ segments }: Pick<SourceWindow, 'segments'>): boolean =>
  segments.some(({ segment }) => segment.map !== undefined);

type TextSource = Pick<OpenedSource, 'multivariant' | 'renditions' | 'textForms'>;

/** As declared by CODECS, else by the initialisation section. */
function formOf(
  { multivariant, textForms }: Omit<TextSource, 'renditions'>,
  rendition: SourceRendition,
): TextForm | undefined {
  return textFormOf(multivariant, rendition) ?? textForms?.get(rendition.renditionId);
}

/** Of subtitles in fMP4. */
export function textFormOfWindow(
  { multivariant, renditions, textForms }: TextSource,
  window: SourceWindow,
): TextForm | undefined {
  const rendition = renditions.find(({ renditionId }) => renditionId === window.renditionId);
  const isText = rendition?.kind === 'subtitles' && isInFmp4(window);
  return isText ? formOf({ multivariant, textForms }, rendition) : undefined;
}

/**
 * Renditions that can be stitched. Subtitles in fMP4 can when their form is known: the empty ones
 * of ads are of their form (rule H8). Those with longer segments than the channel's cannot, because all playlists
 * of a live stream have one target duration (rule H12). Tracks beside audio and video must not keep a channel
 * from opening.
 */
export function usableTracks(
  { multivariant, renditions, textForms }: TextSource,
  find: (renditionId: string) => { readonly window: SourceWindow | undefined } | undefined,
): readonly SourceRendition[] {
  const reference = find(renditions[0]?.renditionId ?? '')?.window;
  return renditions.filter((rendition) => {
    const { kind, renditionId } = rendition;
    if (kind !== 'subtitles' && kind !== 'iframes') {
      return true;
    }
    const window = find(renditionId)?.window;
    if (window === undefined || kind === 'iframes') {
      return window !== undefined;
    }
    const form = formOf({ multivariant, textForms }, rendition);
    const hasForm = !isInFmp4(window) || form !== undefined;
    return hasForm && window.targetDuration <= (reference?.targetDuration ?? 0);
  });
}
