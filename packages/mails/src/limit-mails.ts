/** Warnings to Admins that their company approaches a limit of its plan or the end of its trial. */
import { type LimitUse, say } from '@interlude/contract';
import { sentenceIn } from './catalogue/notification-sentences.ts';
import { translate } from './catalogue/translate.ts';
import { nameOf } from './layout/line.ts';
import { type MailFrame, type MailText, renderMail } from './layout/render-mail.ts';

/** Use of a limit, or the days that are left of the trial. */
export type NearLimit =
  | {
      readonly kind: 'sessions' | 'adEvents';
      readonly use: Pick<LimitUse, 'used' | 'limit' | 'share'>;
    }
  | { readonly kind: 'trial'; readonly days: number };

const percentOf = (share: number) => Math.floor(share * 100);

/**
 * The warning in one sentence, as the notification in the console has it.
 * @see SUB-010, SUB-011
 */
export function saidLimit(near: NearLimit): ReturnType<typeof say> {
  if (near.kind === 'trial') return say('trialEnds', { days: near.days });
  const { used, limit, share } = near.use;
  const values = { percent: percentOf(share), used, limit };
  return near.kind === 'sessions' ? say('limitSessions', values) : say('limitAdEvents', values);
}

/** The warning as a mail to an Admin. */
export function limitMail(frame: MailFrame, tenantName: string, near: NearLimit): MailText {
  const { language, publicUrl } = frame;
  const company = nameOf(tenantName);
  return renderMail(frame, {
    subject:
      near.kind === 'trial'
        ? translate(language, 'trialEndsSubject', { company })
        : translate(language, 'limitSubject', { company, percent: percentOf(near.use.share) }),
    blocks: [
      { kind: 'text', text: sentenceIn(language, saidLimit(near).sentence) },
      {
        kind: 'link',
        label: translate(language, 'limitOpen'),
        url: `${publicUrl}/app/settings/account`,
      },
    ],
    why: translate(language, 'limitWhy', { company }),
  });
}
