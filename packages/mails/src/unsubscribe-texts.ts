/** Texts of the page to which the unsubscribe link leads. */
import type { Language } from '@interlude/contract';
import { translate } from './catalogue/translate.ts';

/**
 * In the language of the reader.
 * @see RFC 8058
 */
export const unsubscribeTexts = (language: Language) => ({
  title: translate(language, 'unsubscribe'),
  ask: translate(language, 'unsubscribeAsk'),
  askAll: translate(language, 'unsubscribeAskAll'),
  askReport: translate(language, 'unsubscribeAskReport'),
  done: translate(language, 'unsubscribeDone'),
  doneReport: translate(language, 'unsubscribeDoneReport'),
  wrong: translate(language, 'unsubscribeWrong'),
});
