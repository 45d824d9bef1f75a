/**
 * Stitches the outputs of a pack again, from its source and the plan of the monitor's session, and compares the bytes.
 */
import {
  locationRewriter,
  type SourceWindow,
  type SplicePlan,
  stitchMediaPlaylist,
  windowEdgeMs,
} from '@interlude/stitching';
import { lineDiff } from '../diff/line-diff.ts';
import type { EvidencePack, PackedManifest } from '../pack/evidence-pack.ts';
import { redactText } from '../redact/redact-text.ts';
import { dashWindows } from './dash-windows.ts';
import { readPlan } from './read-plan.ts';
import { type SourceRenditions, sourceRenditions, windowUntil } from './source-windows.ts';
import { type MpdTools, publishTimeOf, stitchedMpds } from './stitch-mpd-again.ts';

export interface ComparedOutput {
  readonly key: string;
  /** `left-out`: it cannot be stitched from what the pack has; `reason` says why. */
  readonly result: 'equal' | 'different' | 'left-out';
  /** A sentence, or the diff from what was read to what was stitched. */
  readonly reason: string;
}

const renditionOf = (uri: string) => /\/([a-z]\d+)\.m3u8(?:$|[?#])/.exec(uri)?.[1];

/** Texts are masked before addresses are resolved, which percent-encodes the `…` of the mask. */
const comparable = (text: string) => redactText(text.replaceAll('%E2%80%A6', '…'));

/** Steps of the source that are tried around the newest segment of an output. */
const nearSteps = 6;

interface Tools {
  readonly pack: EvidencePack;
  readonly source: SourceRenditions;
  readonly plans: readonly SplicePlan[];
}

function stitched(
  { pack, source }: Tools,
  plan: SplicePlan,
  window: SourceWindow,
  reference: SourceWindow,
): string {
  const { contentLocationReplacement, adLocationReplacement } = pack.about.settings;
  const known = windowEdgeMs(reference) - plan.liveDelayMs;
  const { text } = stitchMediaPlaylist({
    ...{ window, reference, suppressed: source.suppressed },
    plan: { ...plan, knownUntilMs: known },
    contentLocation: locationRewriter(contentLocationReplacement),
    adLocation: locationRewriter(adLocationReplacement),
    adSegmentUri: (ref, { ad }) => {
      const ending = /\.[a-z0-9]{2,4}$/i.exec(ad.segment.uri)?.[0] ?? '';
      const placement = encodeURIComponent(`${ref.breakId}.${ref.placementIndex}`);
      return `ad/${placement}/${ref.renditionId}/${ref.segmentIndex}${ending}?m=…&s=…`;
    },
  });
  return text;
}

/** Possible edges of the source when the output was read, likeliest first: windows up to a newest segment. */
function* edges(window: SourceWindow, reference: SourceWindow, loadedAtMs: number) {
  const dated = reference.segments.map(({ startMs, durationMs }) => startMs + durationMs);
  const last = reference.segments.length - 1;
  const near = dated.findLastIndex((endMs) => endMs <= loadedAtMs);
  const from = near < 0 ? last : near;
  const order = Array.from({ length: 2 * nearSteps + 1 }, (_, step) =>
    step % 2 === 0 ? from - step / 2 : from + (step + 1) / 2,
  );
  for (const at of order.filter((index) => index >= 0 && index <= last)) {
    const until = windowUntil(reference, at);
    if (window === reference) {
      yield { window: until, reference: until };
      continue;
    }
    const edgeMs = windowEdgeMs(until);
    const own = window.segments.findLastIndex(
      ({ startMs, durationMs }) => startMs + durationMs / 2 < edgeMs,
    );
    for (const index of [own, own + 1, own - 1])
      if (index >= 0 && index < window.segments.length)
        yield { window: windowUntil(window, index), reference: until };
  }
}

const leftOut = (key: string, reason: string): ComparedOutput => ({
  key,
  result: 'left-out',
  reason,
});

function compare(tools: Tools, output: PackedManifest): ComparedOutput {
  const { key, uri, playlist, loadedAtMs } = output;
  const { source, plans } = tools;
  const renditionId = renditionOf(uri);
  if (renditionId === undefined) return leftOut(key, 'Its address names no rendition.');
  if (renditionId.startsWith('s')) return leftOut(key, 'Subtitles are not stitched again.');
  const window = source.window(playlist, renditionId);
  const reference = source.window(0, 'v0');
  if (window === undefined || reference === undefined)
    return leftOut(key, 'The pack has no manifest of its source.');
  const wanted = comparable(output.text);
  let nearest: string | undefined;
  for (const plan of plans)
    for (const at of edges(window, reference, loadedAtMs)) {
      const text = comparable(stitched(tools, plan, at.window, at.reference));
      if (text === wanted) return { key, result: 'equal', reason: '' };
      nearest ??= text;
    }
  return nearest === undefined
    ? leftOut(key, 'The source of this time is not in the pack.')
    : { key, result: 'different', reason: lineDiff(wanted, nearest) };
}

/** Plans of the sessions of monitors, the newest break last. */
function plansOf({ breaks }: EvidencePack): SplicePlan[] {
  return breaks.flatMap(({ sessions }) =>
    sessions.flatMap(({ stages }) =>
      stages.flatMap(({ stage, detail }) =>
        stage === 'published' ? (readPlan(detail['plan']) ?? []) : [],
      ),
    ),
  );
}

function compareMpd(tools: MpdTools, output: PackedManifest): ComparedOutput {
  const { key } = output;
  const publishTimeMs = publishTimeOf(output.text);
  if (publishTimeMs === undefined) return leftOut(key, 'It is no MPD of a live session.');
  const wanted = comparable(output.text);
  let nearest: string | undefined;
  for (const stitched of stitchedMpds(tools, output, publishTimeMs)) {
    const text = comparable(stitched);
    if (text === wanted) return { key, result: 'equal', reason: '' };
    nearest ??= text;
  }
  return nearest === undefined
    ? leftOut(key, 'The source of this time is not in the pack.')
    : { key, result: 'different', reason: lineDiff(wanted, nearest) };
}

function mpdsAgain(pack: EvidencePack, plans: readonly SplicePlan[]): ComparedOutput[] {
  const { settings } = pack.about;
  const source = pack.manifests.filter(({ lane }) => lane === 'source');
  const tools = {
    ...{ windows: dashWindows(source), plans, settings },
    contentLocation: locationRewriter(settings.contentLocationReplacement)?.rewrite,
  };
  return pack.manifests
    .filter(({ lane, text }) => lane === 'output' && !text.startsWith('#EXTM3U'))
    .map((output) => compareMpd(tools, output));
}

function playlistsAgain(pack: EvidencePack, plans: readonly SplicePlan[]): ComparedOutput[] {
  const source = sourceRenditions(
    pack.manifests.filter(({ lane }) => lane === 'source'),
    pack.about.settings,
  );
  return pack.manifests
    .filter(({ lane, text }) => lane === 'output' && text.startsWith('#EXTM3U'))
    .map((output) => compare({ pack, source, plans }, output));
}

/**
 * Stitches the outputs again that the source of the pack reaches back to, and compares each.
 * @returns no outputs when the pack has no plan, which `sentence` says
 * @see ADR 0042
 */
export function stitchAgain(pack: EvidencePack): {
  readonly outputs: readonly ComparedOutput[];
  readonly sentence: string;
} {
  const plans = plansOf(pack);
  if (plans.length === 0)
    return {
      outputs: [],
      sentence:
        'The pack has no plan of a session that has left its break: nothing is stitched again.',
    };
  const ofDash = plans.filter(({ dash }) => dash !== undefined);
  const ofHls = plans.filter(({ dash }) => dash === undefined);
  const outputs = [
    ...(ofHls.length > 0 ? playlistsAgain(pack, ofHls) : []),
    ...(ofDash.length > 0 ? mpdsAgain(pack, ofDash) : []),
  ];
  const count = (result: ComparedOutput['result']) =>
    outputs.filter((one) => one.result === result).length;
  return {
    outputs,
    sentence: `${count('equal')} outputs are byte-equal, ${count('different')} differ, ${count('left-out')} cannot be stitched from the pack.`,
  };
}
