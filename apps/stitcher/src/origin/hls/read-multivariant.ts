/** The multivariant playlist of a source: its renditions, and their ids when it changes. */
import type { ChannelSettings } from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import {
  isMultivariant,
  type MultivariantPlaylist,
  parseMultivariantPlaylist,
} from '@interlude/hls';
import {
  budgetLimits,
  type Egress,
  type SourceBudget,
  sourceUrl,
  tooLarge,
} from '@interlude/runtime';
import {
  type SourceRendition,
  sourceRenditions,
  substituteVariables,
  type TextForm,
  type Variables,
} from '@interlude/stitching';
import { originLimits } from '../origin-limits.ts';
import { singleVariantPlaylist } from '../single-variant.ts';
import type { SourceReport } from '../source-report.ts';
import { fetchManifest, type ManifestAnswer, parsedWithin } from './fetch-manifest.ts';

/** A multivariant playlist that was read. */
export interface OpenedSource {
  /** The answer that it was parsed from; of a media playlist where the source has no multivariant playlist. */
  readonly answer: ManifestAnswer;
  readonly multivariant: MultivariantPlaylist;
  /** After redirects: the base of relative addresses. */
  readonly baseUrl: string;
  readonly renditions: readonly SourceRendition[];
  /** Its EXT-X-DEFINE, for the media playlists that import them. */
  readonly variables: Variables;
  /** By rendition id: sample entries of subtitles in fMP4 whose codec the multivariant playlist does not declare. */
  readonly textForms?: ReadonlyMap<string, TextForm> | undefined;
}

/**
 * Parses a multivariant playlist with its variables filled in. It is parsed in one piece and written anew for each
 * viewer, so a large one is refused.
 * @param url of the playlist after redirects
 * @throws {DomainError} SOURCE_TOO_LARGE, FETCH_TOO_LARGE
 */
export function parsedMultivariant(url: string, own: string) {
  const { multivariantBytes, multivariantEntries } = budgetLimits;
  if (own.length > multivariantBytes) {
    throw tooLarge('multivariant', multivariantBytes);
  }
  const { text, variables } = substituteVariables(own, { url, mostAdded: multivariantBytes });
  const { host } = new URL(url);
  const parsed = parsedWithin(host, () => parseMultivariantPlaylist(text));
  const { variants, renditions, iFrameVariants } = parsed.playlist;
  if (variants.length + renditions.length + iFrameVariants.length > multivariantEntries) {
    throw tooLarge('renditions', multivariantEntries);
  }
  return { ...parsed, variables };
}

/** @throws {DomainError} why it cannot be read */
export async function readMultivariant(
  egress: Pick<Egress, 'request'>,
  budget: SourceBudget,
  settings: ChannelSettings,
  report: Pick<SourceReport, 'warnings'>,
): Promise<OpenedSource> {
  const answer = await fetchManifest(egress, budget, { url: sourceUrl(settings), kind: 'any' });
  return openedOf(answer, settings, report);
}

/**
 * Parses a multivariant playlist and lists its renditions.
 * @param answer the multivariant playlist, or a media playlist, which then is the only rendition
 * @throws {DomainError} SOURCE_NOT_A_MANIFEST, SOURCE_TOO_LARGE, FETCH_TOO_LARGE
 */
export function openedOf(
  answer: ManifestAnswer,
  settings: ChannelSettings,
  report: Pick<SourceReport, 'warnings'>,
): OpenedSource {
  const { host } = new URL(answer.url);
  const own = isMultivariant(answer.text) ? answer.text : singleVariantPlaylist(answer.url);
  const { playlist, warnings, variables } = parsedMultivariant(answer.url, own);
  if (warnings.length > 0) {
    report.warnings(warnings.map(({ code }) => code));
  }
  const renditions = sourceRenditions(playlist, answer.url, settings.includeMediaTracks);
  if (renditions.length === 0) {
    throw domainError('SOURCE_NOT_A_MANIFEST', { host });
  }
  return {
    answer,
    multivariant: playlist,
    baseUrl: answer.url,
    renditions: renditions.slice(0, originLimits.renditions),
    variables,
  };
}

/** Tokens in the query change with each reading; the path names the playlist. */
const pathOf = (url: string) => url.split(/[?#]/, 1)[0] ?? '';

function freeId(renditionId: string, taken: Set<string>): string {
  const letter = renditionId.slice(0, 1);
  let number = 0;
  while (taken.has(`${letter}${number}`)) {
    number += 1;
  }
  taken.add(`${letter}${number}`);
  return `${letter}${number}`;
}

/** Properties by which a rendition is recognised when it is read anew. */
export type KnownRendition = Pick<SourceRendition, 'renditionId' | 'kind' | 'url'>;

/** Renditions that are read anew keep the ids under which sessions know them. */
export function withKnownIds(
  found: readonly SourceRendition[],
  known: readonly KnownRendition[],
): SourceRendition[] {
  const taken = new Set(known.map(({ renditionId }) => renditionId));
  const left = [...known];
  const ids = found.map(({ kind, url }) => {
    const index = left.findIndex((one) => one.kind === kind && pathOf(one.url) === pathOf(url));
    return index < 0 ? undefined : left.splice(index, 1)[0]?.renditionId;
  });
  return found.map((rendition, index) => ({
    ...rendition,
    renditionId: ids[index] ?? freeId(rendition.renditionId, taken),
  }));
}

/** True for equal renditions; tokens in addresses may differ. */
export function isSameSet(a: readonly SourceRendition[], b: readonly SourceRendition[]): boolean {
  const print = (all: readonly SourceRendition[]) =>
    JSON.stringify(all.map((one) => ({ ...one, url: pathOf(one.url) })));
  return print(a) === print(b);
}
