/** The cause of a playback failure and its remedy. */
import { Button } from '@mantine/core';
import { t } from '../../texts/t.ts';
import type { PlaybackProblem } from './playback-error.ts';

interface PlayerProblemProps {
  readonly problem: PlaybackProblem;
  readonly onRetry?: () => void;
}

export function PlayerProblem({ problem, onRetry }: PlayerProblemProps) {
  return (
    <div className="player-problem" role="alert">
      <strong>{problem.title}</strong>
      <p>{problem.advice}</p>
      {onRetry && (
        <Button variant="default" onClick={onRetry}>
          {t('Try again')}
        </Button>
      )}
    </div>
  );
}
