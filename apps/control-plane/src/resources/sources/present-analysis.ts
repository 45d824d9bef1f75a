/** What a source is and how it is reached, as the answer of an analysis. */
import {
  type AnalysisOptions,
  analyseDash,
  analyseHls,
  type SourceFacts,
} from '@interlude/conditioning';
import type { SourceAnalysis } from '@interlude/contract';
import type { FoundDash, FoundHls } from './read-source.ts';

export interface PresentOptions extends AnalysisOptions {
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

/** Empty when nothing was redirected; a fragment never reaches a server. */
function trueUrl(asked: string, answered: string): string {
  const plain = new URL(asked);
  plain.hash = '';
  return plain.href === answered ? '' : answered;
}

export function presentAnalysis(
  found: FoundHls | FoundDash,
  options: PresentOptions,
): SourceAnalysis {
  const { profile, warnings, ...facts } = factsOf(found, options);
  return {
    ...facts,
    ...(!options.manifestAnalysisOnly && { profile }),
    fallbackSourceTags: [],
    passThroughCaidSegmentation: false,
    cohortsEnabled: false,
    cacheList: [],
    trueSourceUrl: trueUrl(options.sourceManifestUrl, found.url),
    externalBaseUrl: '',
    prefetchDuration: 0,
    cacheTime: 0,
    warnings: [...warnings, ...unreadWarnings(found)],
  };
}
