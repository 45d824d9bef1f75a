// One ad, or one piece of slate, as a Period of its own (D3): clear, without events, with the sets of
// the content around it (D15, D16).
import { element, formatDuration, writeElement } from '@interlude/dash';
import type { DashAdSet } from '../plan/splice-plan.ts';
import type { CreativeRendition, DashRendition } from '../pods/creative.ts';
import { dueSegments } from './ad-times.ts';
import type { WrittenPeriod } from './content-period.ts';
import type { AdPart } from './lay-out-periods.ts';
import { timelineText } from './track-text.ts';

const ASSET_SCHEME = 'urn:org:dashif:asset-id:2013';

/** Ids that need no escaping in an address (RFC 3986 unreserved). */
const PLAIN = /^[\w.~-]+$/;

const openTag = (name: string, attributes: Readonly<Record<string, string | number | undefined>>) =>
  `${writeElement(element(name, attributes)).slice(0, -2)}>`;

/** Segments of equal length in a run, as the timeline prints them. */
function runsOf(dash: DashRendition, count: number) {
  const runs: { t: number; d: number; count: number; n: number }[] = [];
  const end = dash.presentationTimeOffset + dash.durationTicks;
  for (let n = 0; n < count; n++) {
    const t = dash.startTicks[n] ?? end;
    const d = (dash.startTicks[n + 1] ?? end) - t;
    const last = runs.at(-1);
    if (last?.d === d && last.t + last.d * last.count === t) last.count++;
    else runs.push({ t, d, count: 1, n });
  }
  return runs;
}

interface TrackTemplate {
  readonly text: string;
  readonly longestMs: number;
}

/** SegmentTemplate of a rendition; its numbers are indices of the creative's segments, as in HLS. */
function templateOf(
  rendition: CreativeRendition,
  dash: DashRendition,
  part: AdPart,
  context: { readonly folder: string; readonly visibleMs: number },
): TrackTemplate {
  const due = dueSegments(rendition, part.times, context.visibleMs);
  const runs = runsOf(dash, due);
  const open = openTag('SegmentTemplate', {
    timescale: dash.timescale,
    presentationTimeOffset: dash.presentationTimeOffset,
    startNumber: 0,
    initialization: rendition.map === undefined ? undefined : `${context.folder}/init`,
    media: `${context.folder}/$Number$`,
  });
  const longest = runs.reduce((most, { d }) => Math.max(most, d), 0);
  return {
    text: `${open}${timelineText(runs, 0n)}</SegmentTemplate>`,
    longestMs: (longest * 1000) / dash.timescale,
  };
}

function representationTag(id: string, dash: DashRendition): string {
  const { mimeType, codecs, bandwidth, width, height, frameRate, audioSamplingRate } = dash;
  return writeElement(
    element('Representation', {
      id,
      mimeType,
      codecs,
      bandwidth,
      width,
      height,
      frameRate,
      audioSamplingRate,
      startWithSAP: 1,
    }),
  ).slice(0, -2);
}

function setText(set: DashAdSet, part: AdPart, visibleMs: number): TrackTemplate | undefined {
  const shown = set.representationIds.flatMap((id) => {
    const rendition = part.times.placement.creative.renditions[id];
    return rendition?.dash === undefined ? [] : [{ id, rendition, dash: rendition.dash }];
  });
  const [first] = shown;
  if (first === undefined) return undefined;
  let longestMs = 0;
  const template = ({ rendition, dash }: (typeof shown)[number], folder: string) => {
    const made = templateOf(rendition, dash, part, { folder, visibleMs });
    longestMs = Math.max(longestMs, made.longestMs);
    return made.text;
  };
  const common = template(first, '$RepresentationID$');
  const isCommon = shown.every(
    (each) =>
      PLAIN.test(each.id) && (each === first || template(each, '$RepresentationID$') === common),
  );
  const representations = shown.map((each) => {
    const tag = representationTag(each.id, each.dash);
    const folder = encodeURIComponent(each.id).replaceAll('$', '$$$$');
    return isCommon ? `${tag}/>` : `${tag}>${template(each, folder)}</Representation>`;
  });
  const text = `<AdaptationSet${set.attributes} segmentAlignment="true">${set.descriptors}${isCommon ? common : ''}${representations.join('')}</AdaptationSet>`;
  return { text, longestMs };
}

/**
 * An ad, or piece of slate, as a Period.
 * @param baseUrl absolute, with a slash at its end: segments are below it by representation and number
 */
export function adPeriod(part: AdPart, baseUrl: string, visibleMs: number): WrittenPeriod {
  const { times, splice } = part;
  const { creativeId } = times.placement.creative;
  const start = formatDuration(Math.round(times.startMs * 1000) / 1000);
  const sets = splice.sets.map((set) => setText(set, part, visibleMs));
  const base = element('BaseURL', { availabilityTimeOffset: 'INF' }, [baseUrl]);
  const asset = element('AssetIdentifier', { schemeIdUri: ASSET_SCHEME, value: creativeId });
  const body = sets.map((set) => set?.text ?? '').join('\n');
  const longestMs = sets.reduce((most, set) => Math.max(most, set?.longestMs ?? 0), 0);
  const open = openTag('Period', { id: part.id, start });
  return {
    text: `${open}\n${writeElement(base)}${writeElement(asset)}\n${body}\n</Period>`,
    longestMs,
  };
}
