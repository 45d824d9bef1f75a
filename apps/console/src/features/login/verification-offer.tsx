/**
 * Offers to send the verification mail again, after a login that may have failed because the address is not verified
 * (AUTH-009, AUTH-010).
 */
import { useState } from 'react';
import { sendVerificationEmail } from '../../api/account-mails.ts';
import { text } from '../../messages.ts';
import { publicText } from '../../texts/public-texts.ts';
import { Dialog } from '../../ui/dialog.tsx';

interface VerificationOfferProps {
  readonly email: string;
  readonly message: string;
  readonly onClose: () => void;
  readonly send?: (email: string) => Promise<void>;
}

export function VerificationOffer(props: VerificationOfferProps) {
  const { email, message, onClose, send = sendVerificationEmail } = props;
  const [wanted, setWanted] = useState(false);
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<string>();
  const confirm = async () => {
    if (!wanted || outcome !== undefined) return onClose();
    setBusy(true);
    try {
      await send(email);
      setOutcome(text('verificationSent'));
    } catch (error) {
      setOutcome(error instanceof Error ? error.message : String(error));
    }
    setBusy(false);
  };
  return (
    <Dialog
      opened
      role="alertdialog"
      title={publicText('warning')}
      onClose={onClose}
      actions={
        <>
          {outcome === undefined && (
            <button type="button" className="button" onClick={onClose}>
              {publicText('cancel')}
            </button>
          )}
          <button
            type="button"
            className="button primary"
            disabled={busy}
            onClick={() => void confirm()}
          >
            {publicText('ok')}
          </button>
        </>
      }
    >
      {outcome === undefined ? (
        <>
          <p>{message}</p>
          <label className="check">
            <input
              type="checkbox"
              checked={wanted}
              onChange={(event) => setWanted(event.currentTarget.checked)}
            />
            {text('sendVerificationAgain')}
          </label>
        </>
      ) : (
        <p role="status">{outcome}</p>
      )}
    </Dialog>
  );
}
