/**
 * German of texts that the platform writes in English, as it does not know their reader then: results of jobs,
 * findings, refusals, analyses of sources, tests of ad servers, problems of files. Console and mails look them up by
 * the English text (ADR 0056).
 */
import {
  germanAdServerReasons,
  germanAdServerSentences,
} from './ad-servers/german-ad-server-sentences.ts';
import { errorCatalogue } from './errors/error-catalogue.ts';
import type { ErrorCode } from './errors/errors.ts';
import { germanErrorSentences } from './errors/german-errors.ts';
import { germanMediaFindings } from './flows/german-media-findings.ts';
import { mediaFindingNames, mediaFindings } from './flows/media-findings.ts';
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

/** Whether a message is one value alone, which is translated by itself. */
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

/** German findings of a file, keyed by the English text. */
export function germanMediaSentences(): SentenceTable {
  return Object.fromEntries(
    mediaFindingNames.map((name) => [mediaFindings[name], germanMediaFindings[name]]),
  );
}

/** A function, so that a page of another language need not build the tables. */
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

/** Decimal point of German. */
export const germanPoint = ',';
