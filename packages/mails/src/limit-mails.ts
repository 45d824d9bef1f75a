/** What Admins are told when their company comes near a limit of its plan. */
import { type LimitUse, say } from '@interlude/contract';
import { sentenceIn } from './catalogue/notification-sentences.ts';
import { translate } from './catalogue/translate.ts';
import { nameOf } from './layout/line.ts';
import { type MailFrame, type MailText, renderMail } from './layout/render-mail.ts';

export type WarnedLimit = 'sessions' | 'adEvents';
type Use = Pick<LimitUse, 'used' | 'limit' | 'share'>;

const percentOf = ({ share }: Use) => Math.floor(share * 100);

/**
 * The warning in one sentence, as the notification in the console has it.
 * @see SUB-010, SUB-011
 */
export function saidLimit(kind: WarnedLimit, use: Use): ReturnType<typeof say> {
  const values = { percent: percentOf(use), used: use.used, limit: use.limit };
  return kind === 'sessions' ? say('limitSessions', values) : say('limitAdEvents', values);
}

/** The warning as a mail to an Admin. */
export function limitMail(
  frame: MailFrame,
  warned: { readonly tenantName: string; readonly kind: WarnedLimit; readonly use: Use },
): MailText {
  const { language, publicUrl } = frame;
  const { kind, use } = warned;
  const company = nameOf(warned.tenantName);
  const { sentence } = saidLimit(kind, use);
  return renderMail(frame, {
    subject: translate(language, 'limitSubject', { company, percent: percentOf(use) }),
    blocks: [
      { kind: 'text', text: sentenceIn(language, sentence) },
      {
        kind: 'link',
        label: translate(language, 'limitOpen'),
        url: `${publicUrl}/app/settings/account`,
      },
    ],
    why: translate(language, 'limitWhy', { company }),
  });
}
