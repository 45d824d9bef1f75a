/** A mail with its text and links, and as the page that a mail program shows. */
import type { Mail } from '@interlude/contract/api';
import { Button } from '@mantine/core';
import { Fragment, useState } from 'react';
import { CopyButton } from '../../components/copy-id.tsx';
import { AbsoluteTime } from '../../components/relative-time.tsx';
import { SegmentedChoice } from '../../components/segmented-choice/segmented-choice.tsx';
import { sentence } from '../../texts/sentence.tsx';
import { t } from '../../texts/t.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { framedMail } from './framed-mail.ts';
import { mailPieces } from './mail-text.ts';

const forms = [
  ['text', t('Text')],
  ['html', 'HTML'],
] as const;

export function MailDialog({ mail, onClose }: { mail: Mail; onClose: () => void }) {
  const [form, setForm] = useState<'text' | 'html'>('text');
  return (
    <Dialog
      opened
      title={mail.subject}
      width={720}
      onClose={onClose}
      actions={
        <Button variant="default" onClick={onClose}>
          {t('Close')}
        </Button>
      }
    >
      <div className="mail-head">
        <p className="mail-facts">
          {sentence('To {to}, {moment}', {
            to: mail.to,
            moment: <AbsoluteTime at={mail.createdAt} />,
          })}
        </p>
        {mail.html !== '' && (
          <SegmentedChoice
            label={t('Form of the mail')}
            choices={forms}
            value={form}
            onChange={setForm}
          />
        )}
      </div>
      {form === 'html' ? (
        // No script, no form, no way out of the frame: names in a mail are those of strangers (SEC-S125).
        <iframe
          className="mail-page"
          title={t('The mail as HTML')}
          sandbox=""
          referrerPolicy="no-referrer"
          srcDoc={framedMail(mail.html)}
        />
      ) : (
        <MailText text={mail.text} />
      )}
    </Dialog>
  );
}

function MailText({ text: whole }: { text: string }) {
  return (
    <p className="mail-text">
      {mailPieces(whole).map(({ text, href }, place) =>
        href === undefined ? (
          text
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never change
          <Fragment key={place}>
            <a href={href} target="_blank" rel="noopener noreferrer">
              {text}
            </a>{' '}
            <CopyButton value={href} label={t('Copy link')} />
          </Fragment>
        ),
      )}
    </p>
  );
}
