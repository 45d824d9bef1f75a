/**
 * Reads back in German what the platform has written in English (ADR 0056): the tables of the contract, and the refusals
 * of the pages without sign-in.
 */
import {
  errorSentencesOf,
  germanPoint,
  germanSentenceTables,
  type SentenceTables,
  sentenceReader,
} from '@interlude/contract';
import { germanErrors } from '../german-texts.ts';

const tables = germanSentenceTables();

export const saidTables: SentenceTables = {
  ...tables,
  reasons: { ...errorSentencesOf(germanErrors), ...tables.reasons },
};

export const said = sentenceReader(saidTables, germanPoint);

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
