/**
 * German of what the platform has written in English before it was known who reads it: what came of jobs, findings,
 * refusals, what is said of sources, ad servers and files. The console and the mails read it back by its English (ADR 0056).
 */
import {
  germanAdServerReasons,
  germanAdServerSentences,
} from './ad-servers/german-ad-server-sentences.ts';
import { errorCatalogue } from './error-catalogue.ts';
import type { ErrorCode } from './errors.ts';
import { germanMediaFindings } from './flows/german-media-findings.ts';
import { mediaFindingNames, mediaFindings } from './flows/media-findings.ts';
import { germanErrorSentences } from './german-errors.ts';
import {
  germanFieldMessages,
  germanRefusalParts,
  germanRefusalReasons,
  germanUploadStages,
} from './german-refusals.ts';
import { germanJobOutcomes, germanJobParts, germanReasons } from './jobs/german-job-sentences.ts';
import {
  germanFindingDetails,
  germanFindingParts,
  germanFindingReasons,
} from './monitoring/german-finding-details.ts';
import { germanFindings } from './monitoring/german-findings.ts';
import { germanSpliceSkips } from './monitoring/german-splice-skips.ts';
import { type SpliceSkip, spliceSkips } from './monitoring/monitoring-splice.ts';
import type { SentenceTable, SentenceTables } from './read-sentence.ts';
import { germanReconciliationProblems } from './reconciliations/german-reconciliation-problems.ts';
import {
  germanSourceParts,
  germanSourceReasons,
  germanSourceSentences,
} from './sources/german-source-sentences.ts';

/** A sentence that is a value as a whole has German of its own. */
const isValue = (sentence: string) => /^\{\w+\}$/.test(sentence);

/** @param german sentences by the code of their error */
export function errorSentencesOf(german: Readonly<Record<string, string>>): SentenceTable {
  const codes = Object.keys(errorCatalogue) as ErrorCode[];
  return Object.fromEntries(
    codes.flatMap((code) => {
      const { message } = errorCatalogue[code];
      const translated = german[code];
      return translated === undefined || isValue(message) ? [] : [[message, translated]];
    }),
  );
}

function spliceSentences(): SentenceTable {
  const skips = Object.keys(spliceSkips) as SpliceSkip[];
  return Object.fromEntries(skips.map((skip) => [spliceSkips[skip], germanSpliceSkips[skip]]));
}

/** By the English of the findings of a file. */
export function germanMediaSentences(): SentenceTable {
  return Object.fromEntries(
    mediaFindingNames.map((name) => [mediaFindings[name], germanMediaFindings[name]]),
  );
}

/** A function, so that what does not read German does not load it. */
export function germanSentenceTables(): SentenceTables {
  return {
    sentences: {
      ...germanJobOutcomes,
      ...germanFindingDetails,
      ...spliceSentences(),
      ...germanFieldMessages,
      ...germanUploadStages,
      ...germanSourceSentences,
      ...germanAdServerSentences,
      ...germanReconciliationProblems,
    },
    parts: {
      ...germanJobParts,
      ...germanFindingParts,
      ...germanRefusalParts,
      ...germanSourceParts,
    },
    reasons: {
      ...germanReasons,
      ...germanFindingReasons,
      ...germanRefusalReasons,
      ...germanSourceReasons,
      ...germanAdServerReasons,
      ...germanFindings,
      ...germanMediaSentences(),
      ...errorSentencesOf(germanErrorSentences),
    },
  };
}

/** As German writes decimal numbers. */
export const germanPoint = ',';
