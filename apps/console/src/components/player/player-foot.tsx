/** The URL of the played stream with a copy button, and Close. */
import { Button } from '@mantine/core';
import { inSentence, t } from '../../texts/t.ts';
import { CopyButton } from '../copy-id.tsx';

interface PlayerFootProps {
  readonly label: string;
  readonly url: string;
  readonly onClose: () => void;
}

export function PlayerFoot({ label, url, onClose }: PlayerFootProps) {
  return (
    <div className="player-foot">
      <span className="dimmed">{label}</span>
      <a className="mono" href={url} target="_blank" rel="noopener">
        {url}
      </a>
      <CopyButton value={url} label={t('Copy {label}', { label: inSentence(label) })} />
      <Button variant="default" onClick={onClose}>
        {t('Close')}
      </Button>
    </div>
  );
}
