/**
 * German of what the platform has written in English before it was known who reads it: tables of the contract, the rules,
 * and the sentences of errors, whose German stands by their code. They are read back by their English (ADR 0056).
 */
import {
  type ErrorCode,
  errorCatalogue,
  germanFieldMessages,
  germanFindingDetails,
  germanFindingParts,
  germanFindingReasons,
  germanJobOutcomes,
  germanJobParts,
  germanReasons,
  germanRefusalParts,
  germanRefusalReasons,
  germanSpliceSkips,
  germanUploadStages,
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
  sentences: {
    ...germanJobOutcomes,
    ...germanFindingDetails,
    ...spliceSentences,
    ...germanFieldMessages,
    ...germanUploadStages,
  },
  parts: { ...germanJobParts, ...germanFindingParts, ...germanRefusalParts },
  reasons: {
    ...germanReasons,
    ...germanFindingReasons,
    ...germanRefusalReasons,
    ...findingsTexts,
    ...mediaFindingsTexts,
    ...errorSentences,
  },
};

export const said = sentenceReader(saidTables, ',');

/** `name: I should not be empty!, url: …`: what is wrong with each field, as the control plane joins it. */
export function saidOfFields(
  fields: string,
  messageOf: (english: string) => string | undefined,
): string {
  return fields
    .split(/, (?=[\w.-]+: )/)
    .map((each) => {
      const [, path = '', message = ''] = /^([\w.-]+): (.*)$/s.exec(each) ?? [];
      const german = messageOf(message);
      return german === undefined ? each : `${path}: ${german}`;
    })
    .join(', ');
}
