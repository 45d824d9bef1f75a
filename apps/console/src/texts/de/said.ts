/**
 * German of what the platform has written in English before it was known who reads it: tables of the contract, the rules,
 * and the sentences of errors, whose German stands by their code. They are read back by their English (ADR 0056).
 */
import {
  type ErrorCode,
  errorCatalogue,
  germanJobOutcomes,
  germanJobParts,
  germanReasons,
  type SentenceTables,
  sentenceReader,
} from '@interlude/contract';
import { errorKey } from '../error-key.ts';
import { germanErrors } from '../german-texts.ts';
import { errorsTexts } from './catalogues/errors.ts';
import { mediaFindingsTexts } from './catalogues/tasks.ts';

const codes = Object.keys(errorCatalogue) as ErrorCode[];
const errorSentences = Object.fromEntries(
  codes.flatMap((code) => {
    const german = errorsTexts[errorKey(code)] ?? germanErrors[code];
    return german === undefined ? [] : [[errorCatalogue[code].message, german]];
  }),
);

export const saidTables: SentenceTables = {
  sentences: germanJobOutcomes,
  parts: germanJobParts,
  reasons: { ...germanReasons, ...mediaFindingsTexts, ...errorSentences },
};

export const said = sentenceReader(saidTables, ',');
