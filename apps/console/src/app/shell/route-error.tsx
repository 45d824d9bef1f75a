/** The error boundary of a screen (OP-25): the shell stays, the page can be tried again. */
import { Button } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { errorText } from '../../api/api-error.ts';
import { text } from '../../messages.ts';
import { t } from '../../texts/t.ts';

/** A new version was deployed: the old page requests files that no longer exist. */
function isMissingChunk(error: unknown): boolean {
  return error instanceof TypeError && /import|module/i.test(error.message);
}

export function RouteError({ error, reset }: { error: unknown; reset: () => void }) {
  const router = useRouter();
  const outdated = isMissingChunk(error);
  const retry = () => {
    if (outdated) return location.reload();
    reset();
    void router.invalidate();
  };
  return (
    <div className="note" role="alert">
      <p className="bad">{text('errorOnPage')}</p>
      <p className="dimmed">
        {outdated ? t('The console was updated or cannot be reached.') : errorText(error)}
      </p>
      <Button variant="default" onClick={retry}>
        {outdated ? t('Reload') : t('Retry')}
      </Button>
    </div>
  );
}
