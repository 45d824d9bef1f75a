/** A mail with its text and links. */
import type { Mail } from '@interlude/contract';
import { Button } from '@mantine/core';
import { Fragment } from 'react';
import { CopyButton } from '../../components/copy-id.tsx';
import { AbsoluteTime } from '../../components/relative-time.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { mailPieces } from './mail-text.ts';

export function MailDialog({ mail, onClose }: { mail: Mail; onClose: () => void }) {
  const pieces = mailPieces(mail.text);
  return (
    <Dialog
      opened
      title={mail.subject}
      width={640}
      onClose={onClose}
      actions={
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      }
    >
      <p className="mail-facts">
        To {mail.to}, <AbsoluteTime at={mail.createdAt} />
      </p>
      <p className="mail-text">
        {pieces.map(({ text, href }, place) =>
          href === undefined ? (
            text
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never change
            <Fragment key={place}>
              <a href={href} target="_blank" rel="noopener noreferrer">
                {text}
              </a>{' '}
              <CopyButton value={href} label="Copy link" />
            </Fragment>
          ),
        )}
      </p>
    </Dialog>
  );
}
