/**
 * German of what the platform has written in English before it was known who reads it: tables of the contract, the rules,
 * and the sentences of errors, whose German stands by their code. They are read back by their English (ADR 0056).
 */
import {
  type ErrorCode,
  errorCatalogue,
  germanFindingDetails,
  germanFindingParts,
  germanFindingReasons,
  germanJobOutcomes,
  germanJobParts,
  germanReasons,
  germanSpliceSkips,
  type SentenceTables,
  type SpliceSkip,
  sentenceReader,
  spliceSkips,
} from '@interlude/contract';
import { errorKey } from '../error-key.ts';
import { germanErrors } from '../german-texts.ts';
import { errorsTexts } from './catalogues/errors.ts';
import { findingsTexts } from './catalogues/findings.ts';
import { mediaFindingsTexts } from './catalogues/tasks.ts';

const codes = Object.keys(errorCatalogue) as ErrorCode[];
const errorSentences = Object.fromEntries(
  codes.flatMap((code) => {
    const german = errorsTexts[errorKey(code)] ?? germanErrors[code];
    return german === undefined ? [] : [[errorCatalogue[code].message, german]];
  }),
);

const skips = Object.keys(spliceSkips) as SpliceSkip[];
const spliceSentences = Object.fromEntries(
  skips.map((skip) => [spliceSkips[skip], germanSpliceSkips[skip]]),
);

export const saidTables: SentenceTables = {
  sentences: { ...germanJobOutcomes, ...germanFindingDetails, ...spliceSentences },
  parts: { ...germanJobParts, ...germanFindingParts },
  reasons: {
    ...germanReasons,
    ...germanFindingReasons,
    ...findingsTexts,
    ...mediaFindingsTexts,
    ...errorSentences,
  },
};

export const said = sentenceReader(saidTables, ',');
