/** Texts of a message to Slack, in the language of the person whose subscription it is. */
import type { Language, SaidSentence } from '@interlude/contract';
import { sentenceIn } from './catalogue/notification-sentences.ts';
import { translate } from './catalogue/translate.ts';

/** English is what was stored, to the letter; a notification without a sentence is in English. */
export const slackTexts = (
  language: Language,
  { content, sentence }: SaidSentence,
  product: string,
) => ({
  content: language === 'en' || sentence === undefined ? content : sentenceIn(language, sentence),
  open: translate(language, 'slackOpen', { product }),
});
