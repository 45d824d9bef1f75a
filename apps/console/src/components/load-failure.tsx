/** The error state of a detail page (AST-011, MED-015, JOB-009, OP-86). */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { errorText, hasStatus } from '../api/api-error.ts';
import { text } from '../messages.ts';
import { t } from '../texts/t.ts';

interface LoadFailureProps {
  readonly error: unknown;
  /** For an item that does not exist, e.g. 'Job not found'. */
  readonly notFoundText: string;
  /** A link for an item that does not exist. */
  readonly wayOut: ReactNode;
  readonly onRetry: () => void;
}

export function LoadFailure({ error, notFoundText, wayOut, onRetry }: LoadFailureProps) {
  const missing = hasStatus(error, 404);
  return (
    <div className="note" role="alert">
      <p className="bad">{missing ? notFoundText : text('errorInLoading')}</p>
      {!missing && <p className="dimmed">{errorText(error)}</p>}
      {missing ? (
        wayOut
      ) : (
        <Button variant="default" onClick={onRetry}>
          {t('Retry')}
        </Button>
      )}
    </div>
  );
}
