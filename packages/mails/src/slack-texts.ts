/** Texts of a message to Slack, in the language of the subscription's owner. */
import type { Language, SaidSentence } from '@interlude/contract';
import { sentenceIn } from './catalogue/notification-sentences.ts';
import { translate } from './catalogue/translate.ts';

/** In English the stored content, unchanged; a notification without a sentence is always in English. */
export const slackTexts = (
  language: Language,
  { content, sentence }: SaidSentence,
  product: string,
) => ({
  content: language === 'en' || sentence === undefined ? content : sentenceIn(language, sentence),
  open: translate(language, 'slackOpen', { product }),
});
