/** Joins assets one after the other; an asset that cannot follow the first one is left out. */
import {
  joinMpds,
  joinRenditions,
  matchRenditions,
  mpdContent,
  playedMs,
  type SourceRendition,
  type VodRendition,
} from '@interlude/stitching';
import { type Asset, type DashAsset, dashAsset, type HlsAsset, hlsAsset } from './asset.ts';

export interface ConcatenationInput<One extends Asset = Asset> {
  readonly asset: One;
  /** Longest time of it that is played, ms. */
  readonly atMostMs: number;
}

export interface ConcatenatedPart {
  /** Index of the input. */
  readonly index: number;
  /** Start in the joined asset, ms. */
  readonly startMs: number;
  readonly playedMs: number;
}

export interface ConcatenatedAsset {
  readonly asset: Asset;
  /** Inputs that are in it, in order. */
  readonly parts: readonly ConcatenatedPart[];
}

type Twins = ReadonlyMap<string, VodRendition>;

const sameText = (one: SourceRendition, other: SourceRendition) =>
  other.kind === 'subtitles' && (other.language ?? other.name) === (one.language ?? one.name);

function usesMaps({ list, renditions }: HlsAsset): boolean {
  const reference = renditions.get(list[0]?.renditionId ?? '');
  return reference?.segments[0]?.source.map !== undefined;
}

/** The rendition that stands in for each of the first asset's; undefined = the asset does not fit. */
function twinsOf(first: HlsAsset, asset: HlsAsset): Twins | undefined {
  // A map cannot be taken back: TS does not follow fMP4.
  if (usesMaps(first) !== usesMaps(asset)) {
    return undefined;
  }
  const matches = matchRenditions(
    first.list.filter(({ kind }) => kind !== 'iframes'),
    asset.list,
  );
  if (matches === 'NO_VARIANT_MATCH') {
    return undefined;
  }
  const found = new Map<string, VodRendition>();
  for (const one of first.list) {
    const twin =
      one.kind === 'subtitles'
        ? asset.list.find((other) => sameText(one, other))
        : matches.get(one.renditionId);
    const rendition = twin && asset.renditions.get(twin.renditionId);
    if (rendition) {
      found.set(one.renditionId, rendition);
    }
  }
  return found;
}

interface HlsPart extends ConcatenatedPart {
  readonly twins: Twins;
}

function hlsParts(first: HlsAsset, inputs: readonly ConcatenationInput<HlsAsset>[]): HlsPart[] {
  const referenceId = first.list[0]?.renditionId ?? '';
  const parts: HlsPart[] = [];
  let startMs = 0;
  for (const [index, { asset, atMostMs }] of inputs.entries()) {
    const twins = index === 0 ? first.renditions : twinsOf(first, asset);
    const reference = twins?.get(referenceId);
    if (twins && reference) {
      const part = { index, startMs, playedMs: playedMs(reference, atMostMs), twins };
      parts.push(part);
      startMs += part.playedMs;
    }
  }
  return parts;
}

function concatenateHls(
  inputs: readonly ConcatenationInput<HlsAsset>[],
): ConcatenatedAsset | undefined {
  const first = inputs[0]?.asset;
  if (!first) {
    return undefined;
  }
  const parts = hlsParts(first, inputs);
  const renditions = new Map<string, VodRendition>();
  for (const { renditionId } of first.list) {
    const own = parts.flatMap(({ twins, ...part }) => {
      const rendition = twins.get(renditionId);
      return rendition ? [{ ...part, rendition }] : [];
    });
    if (own.length === parts.length) {
      renditions.set(renditionId, joinRenditions(renditionId, own, first.suppressed));
    }
  }
  const asset = hlsAsset({ ...first, read: first.list, renditions });
  return asset && { asset, parts };
}

/** Rounding of boundaries, ms. */
const toleranceMs = 50;

function playedOfMpd({ content }: DashAsset, atMostMs: number): number {
  const { durationMs, boundariesMs } = content;
  if (durationMs <= atMostMs + toleranceMs) {
    return durationMs;
  }
  const [, shortest] = boundariesMs;
  const last = boundariesMs.findLast((boundary) => boundary <= atMostMs + toleranceMs);
  return last === undefined || last === 0 ? (shortest ?? atMostMs) : last;
}

function concatenateDash(
  inputs: readonly ConcatenationInput<DashAsset>[],
): ConcatenatedAsset | undefined {
  let startMs = 0;
  const parts = inputs.map(({ asset, atMostMs }, index) => {
    const part = { index, startMs, playedMs: playedOfMpd(asset, atMostMs), asset };
    startMs += part.playedMs;
    return part;
  });
  const mpd = joinMpds(
    parts.map(({ asset: { mpd: one, baseUrl }, ...part }) => ({ ...part, mpd: one, baseUrl })),
  );
  const content = mpd && mpdContent(mpd);
  const baseUrl = inputs[0]?.asset.baseUrl;
  return content && baseUrl !== undefined
    ? { asset: dashAsset(mpd, baseUrl, content), parts }
    : undefined;
}

/** Joins assets in order; undefined when there is nothing to join. */
export function concatenateAssets(
  inputs: readonly ConcatenationInput[],
): ConcatenatedAsset | undefined {
  const hls = inputs.flatMap(({ asset, ...rest }) =>
    asset.kind === 'hls' ? [{ ...rest, asset }] : [],
  );
  const dash = inputs.flatMap(({ asset, ...rest }) =>
    asset.kind === 'dash' ? [{ ...rest, asset }] : [],
  );
  return hls.length > 0 ? concatenateHls(hls) : concatenateDash(dash);
}
