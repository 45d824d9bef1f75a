// One ad as a period: the sets of the content before it, with the ad's representations (D3, D10, D16).
import {
  type AdaptationSet,
  element,
  formatDuration,
  type Period,
  type XmlElement,
} from '@interlude/dash';
import type { Placement } from '../plan/splice-plan.ts';
import type { CreativeRendition } from '../pods/creative.ts';

export interface AdPeriod {
  readonly id: string;
  readonly placement: Placement;
  /** ms of the output. */
  readonly startMs: number;
  /** Content Period whose AdaptationSets it repeats. */
  readonly like: Period;
  /** Address of the ad's segments, with a slash at its end. */
  readonly baseUrl: string;
}

const templateText = (text: string) => encodeURIComponent(text).replaceAll('$', '$$$$');

function timeline({
  startTicks,
  durationTicks,
  presentationTimeOffset,
}: NonNullable<CreativeRendition['dash']>) {
  const endTicks = presentationTimeOffset + durationTicks;
  return element(
    'SegmentTimeline',
    {},
    startTicks.map((t, index) => element('S', { t, d: (startTicks[index + 1] ?? endTicks) - t })),
  );
}

function representation(id: string, rendition: CreativeRendition, { baseUrl }: AdPeriod) {
  const { dash } = rendition;
  if (dash === undefined) return undefined;
  const place = `${baseUrl}${templateText(id)}`;
  const template = element(
    'SegmentTemplate',
    {
      timescale: dash.timescale,
      presentationTimeOffset: dash.presentationTimeOffset,
      startNumber: 0,
      initialization: `${place}/init`,
      media: `${place}/$Number$`,
    },
    [timeline(dash)],
  );
  const { mimeType, codecs, bandwidth, width, height, frameRate, audioSamplingRate } = dash;
  const attributes = {
    id,
    mimeType,
    codecs,
    bandwidth,
    width,
    height,
    frameRate,
    audioSamplingRate,
  };
  return element('Representation', attributes, [template]);
}

const COPIED = ['id', 'lang', 'contentType', 'par', 'segmentAlignment', 'startWithSAP'] as const;

function adSet(set: AdaptationSet, ad: AdPeriod): XmlElement | undefined {
  if (set.isTrickMode || set.isThumbnail) return undefined;
  if (set.contentType !== 'video' && set.contentType !== 'audio') return undefined;
  const used = new Set<CreativeRendition>();
  const representations = set.representations.flatMap(({ id }) => {
    const rendition = ad.placement.creative.renditions[id];
    if (rendition === undefined || used.has(rendition)) return [];
    used.add(rendition);
    return representation(id, rendition, ad) ?? [];
  });
  if (representations.length === 0) return undefined;
  const { element: own } = set;
  const attributes = Object.fromEntries(COPIED.map((name) => [name, own.attribute(name)]));
  const roles = set.roles.map((role) =>
    element('Role', { schemeIdUri: role.schemeIdUri, value: role.value }),
  );
  return element('AdaptationSet', attributes, [...roles, ...representations]);
}

/** An ad as a Period; undefined when the creative has no rendition for the sets of `like`. */
export function adPeriod(ad: AdPeriod): XmlElement | undefined {
  const sets = ad.like.adaptationSets.flatMap((set) => adSet(set, ad) ?? []);
  if (sets.length === 0) return undefined;
  const asset = element('AssetIdentifier', {
    schemeIdUri: 'urn:org:dashif:asset-id:2013',
    value: ad.placement.creative.creativeId,
  });
  const { id, startMs } = ad;
  const attributes = {
    id,
    start: formatDuration(startMs),
    duration: formatDuration(ad.placement.durationMs),
  };
  return element('Period', attributes, [asset, ...sets]);
}
