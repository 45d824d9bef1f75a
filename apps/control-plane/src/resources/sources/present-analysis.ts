/** The answer of an analysis: kind of the source and how it is reached. */
import {
  type AnalysisOptions,
  analyseDash,
  analyseHls,
  type SourceFacts,
} from '@interlude/conditioning';
import type { ChannelSettings, SourceAnalysis } from '@interlude/contract';
import { namesContent, suggestTags } from './breaks/suggest-tags.ts';
import type { FoundDash, FoundHls } from './read-source.ts';

type OwnSettings = Pick<
  ChannelSettings,
  'profile' | 'cohortsEnabled' | 'cacheList' | 'externalBaseUrl' | 'prefetchDuration' | 'cacheTime'
>;

export interface PresentOptions {
  /** Settings that a source does not declare: of the channel, or the defaults of a new one. */
  readonly own: OwnSettings;
  readonly nowMs: number;
  readonly sourceManifestUrl: string;
  readonly manifestAnalysisOnly: boolean;
}

function factsOf(found: FoundHls | FoundDash, options: AnalysisOptions): SourceFacts {
  return found.kind === 'hls'
    ? analyseHls(found.reading, options)
    : analyseDash(found.reading, options);
}

function unreadWarnings(found: FoundHls | FoundDash): SourceAnalysis['warnings'] {
  if (found.kind === 'dash') return [];
  return found.unread.map(({ rendition: { resolution, url }, reason }) => ({
    code: 'RENDITION_UNREADABLE',
    message: `${new URL(url).pathname} cannot be read: ${reason}`,
    ...resolution,
  }));
}

/**
 * Address after redirects; empty without any. Fragment and credentials are not part of a request, so they are not
 * compared.
 */
function trueUrl(requested: string, answered: string): string {
  const plain = new URL(requested);
  plain.hash = '';
  plain.username = '';
  plain.password = '';
  return plain.href === answered ? '' : answered;
}

/** Such addresses often expire with the session that they were issued for. */
function redirectWarnings(trueSourceUrl: string): SourceAnalysis['warnings'] {
  if (trueSourceUrl === '' || new URL(trueSourceUrl).search === '') return [];
  const message =
    'The source redirects to an address with a query. If the query belongs to one session, leave trueSourceUrl empty.';
  return [{ code: 'REDIRECT_WITH_QUERY', message }];
}

export function presentAnalysis(
  found: FoundHls | FoundDash,
  options: PresentOptions,
): SourceAnalysis {
  const { own, sourceManifestUrl } = options;
  const { profile, warnings, ...facts } = factsOf(found, { ownProfile: own.profile });
  const { cohortsEnabled, cacheList, externalBaseUrl, prefetchDuration, cacheTime } = own;
  const trueSourceUrl = trueUrl(sourceManifestUrl, found.url);
  return {
    ...facts,
    ...(!options.manifestAnalysisOnly && { profile }),
    fallbackSourceTags: suggestTags(found, facts, options.nowMs),
    passThroughCaidSegmentation: namesContent(found, facts, options.nowMs),
    cohortsEnabled,
    cacheList,
    trueSourceUrl,
    externalBaseUrl,
    prefetchDuration,
    cacheTime,
    warnings: [...warnings, ...unreadWarnings(found), ...redirectWarnings(trueSourceUrl)],
  };
}
