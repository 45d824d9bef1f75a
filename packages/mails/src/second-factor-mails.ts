/** Mails about changes of a person's second factors: the owner of the account gets one for every change. */
import { translate } from './catalogue/translate.ts';
import { nameOf } from './layout/line.ts';
import { type MailFrame, type MailText, renderMail } from './layout/render-mail.ts';

export type SecondFactorChange =
  | { readonly kind: 'added' | 'removed'; readonly name: string }
  | { readonly kind: 'codes' }
  | { readonly kind: 'codeUsed'; readonly left: number }
  | { readonly kind: 'reset'; readonly by: string };

function sentencesOf(
  { language, productName: product }: MailFrame,
  change: SecondFactorChange,
): { readonly subject: string; readonly text: string } {
  switch (change.kind) {
    case 'added':
      return {
        subject: translate(language, 'factorAddedSubject', { product }),
        text: translate(language, 'factorAdded', { name: nameOf(change.name) }),
      };
    case 'removed':
      return {
        subject: translate(language, 'factorRemovedSubject', { product }),
        text: translate(language, 'factorRemoved', { name: nameOf(change.name) }),
      };
    case 'codes':
      return {
        subject: translate(language, 'codesSubject', { product }),
        text: translate(language, 'codesMade'),
      };
    case 'codeUsed':
      return {
        subject: translate(language, 'codeUsedSubject', { product }),
        text: translate(language, 'codeUsed', { left: change.left }),
      };
    case 'reset':
      return {
        subject: translate(language, 'factorsResetSubject', { product }),
        text: translate(language, 'factorsReset', { admin: nameOf(change.by) }),
      };
  }
}

/**
 * Reports a change, and how to react when somebody else made it.
 * @see ADR 0046
 */
export function secondFactorMail(frame: MailFrame, change: SecondFactorChange): MailText {
  const { subject, text } = sentencesOf(frame, change);
  const { language, publicUrl } = frame;
  return renderMail(frame, {
    subject,
    blocks: [
      { kind: 'text', text },
      { kind: 'text', text: translate(language, 'factorUnknown') },
      {
        kind: 'link',
        label: translate(language, 'resetOpen'),
        url: `${publicUrl}/forgot-password`,
      },
    ],
  });
}
