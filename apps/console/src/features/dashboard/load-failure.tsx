/** The error of a failed reading, with a button that reads again. */
import { Button } from '@mantine/core';
import { errorText } from '../../api/api-error.ts';
import { text } from '../../messages.ts';
import { t } from '../../texts/t.ts';

export function LoadFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div className="note" role="alert">
      <p className="bad">{text('fetchFailed', { err: errorText(error) })}</p>
      <Button variant="default" onClick={onRetry}>
        {t('Retry')}
      </Button>
    </div>
  );
}
