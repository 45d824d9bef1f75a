/** Settings of a channel that apply to the media playlists of its source. */
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
  /** True for markers that outputs keep in replaced breaks, too; undefined: none. */
  readonly isPassedTag: ((tag: Tag) => boolean) | undefined;
  /** How long the answer of an address may be used again, ms; 0 = it is requested at every poll. */
  readonly cachedMs: CachedAddresses;
}

/** Kept beyond the window, seconds: a break at its head is cut at its start, which may have left the window. */
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

/** Sample entry of subtitles: as declared by CODECS, else by the initialisation section. */
function formOf(
  { multivariant, textForms }: Omit<TextSource, 'renditions'>,
  rendition: SourceRendition,
): TextForm | undefined {
  return textFormOf(multivariant, rendition) ?? textForms?.get(rendition.renditionId);
}

/** Sample entry of a window of subtitles in fMP4; undefined for any other window. */
export function textFormOfWindow(
  { multivariant, renditions, textForms }: TextSource,
  window: SourceWindow,
): TextForm | undefined {
  const rendition = renditions.find(({ renditionId }) => renditionId === window.renditionId);
  const isText = rendition?.kind === 'subtitles' && isInFmp4(window);
  return isText ? formOf({ multivariant, textForms }, rendition) : undefined;
}

/**
 * Renditions that can be stitched. Subtitles in fMP4 need a known sample entry (`wvtt` or `stpp`), in which the empty
 * subtitles of ads are written (rule H8). Those with longer segments than the channel's cannot be stitched, because all
 * playlists of a live stream have one target duration (rule H12). Tracks beside audio and video must not keep a channel
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
