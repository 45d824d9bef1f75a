/** What a person is told about their second factors: whoever changes them does it with a mail to the owner. */
import type { MailText } from '../accounts/mail-texts.ts';

interface Sender {
  readonly productName: string;
  readonly publicUrl: string;
}

export type SecondFactorChange =
  | { readonly kind: 'added' | 'removed'; readonly name: string }
  | { readonly kind: 'codes' }
  | { readonly kind: 'codeUsed'; readonly left: number }
  | { readonly kind: 'reset'; readonly by: string };

function sentences(change: SecondFactorChange): { subject: string; text: string } {
  switch (change.kind) {
    case 'added':
      return {
        subject: 'A second factor was added',
        text: `The second factor "${change.name}" was added to your account. It is asked for when you log in.`,
      };
    case 'removed':
      return {
        subject: 'A second factor was removed',
        text: `The second factor "${change.name}" was removed from your account.`,
      };
    case 'codes':
      return {
        subject: 'New recovery codes',
        text: 'New recovery codes were made for your account. The earlier ones do not work any more.',
      };
    case 'codeUsed':
      return {
        subject: 'A recovery code was used',
        text: `Somebody, hopefully you, used a recovery code of your account. Codes left: ${change.left}.`,
      };
    case 'reset':
      return {
        subject: 'Your second factors were reset',
        text: `${change.by} has removed all second factors of your account and ended your sessions. Your password is as it was.`,
      };
  }
}

export function secondFactorMail(
  { productName, publicUrl }: Sender,
  change: SecondFactorChange,
): MailText {
  const { subject, text } = sentences(change);
  return {
    subject: `${subject} · ${productName}`,
    text: `${text}

If you know of this, there is nothing to do. If not, set a new password now, which ends all sessions, and tell your administrator:

${publicUrl}/forgot-password
`,
  };
}
