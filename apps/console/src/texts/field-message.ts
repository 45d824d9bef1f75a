/**
 * Messages of the contract's schemas at fields, in the language of the reader. They are English sentences, some with
 * numbers in them.
 */
import { known, t } from './t.ts';

const range = /^value must be between (-?[\d.,]+) and (-?[\d.,]+)$/;
const most = /^value must be (-?[\d.,]+) or less$/;
const characters = /^I should not be longer than (\d+) characters!$/;

export function fieldMessage(message: string): string {
  const [, min, max] = range.exec(message) ?? [];
  if (min !== undefined && max !== undefined) {
    return t('value must be between {min} and {max}', { min, max });
  }
  const [, limit] = most.exec(message) ?? [];
  if (limit !== undefined) return t('value must be {max} or less', { max: limit });
  const [, length] = characters.exec(message) ?? [];
  if (length !== undefined) {
    return t('I should not be longer than {max} characters!', { max: length });
  }
  return known(message);
}
