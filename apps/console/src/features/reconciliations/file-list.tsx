/** The files that were uploaded, newest first. Each is a link to its comparison. */
import type { ReconciliationSummary } from '@interlude/contract';
import { Link } from '@tanstack/react-router';
import { absoluteTime } from '../../components/time.ts';
import { t } from '../../texts/t.ts';

type State = ReconciliationSummary['state'];

const stateNames: Record<State, string> = {
  mapping: t('Columns to be named'),
  waiting: t('Waiting'),
  running: t('Running'),
  done: t('Compared'),
  failed: t('Failed'),
};

export const isRunning = (state: State) => state === 'waiting' || state === 'running';

export function FileList({
  files,
  shown,
}: {
  files: readonly ReconciliationSummary[];
  shown: string;
}) {
  return (
    <ul className="recon-list" aria-label={t('Comparisons')}>
      {files.map(({ id, name, state, createdAt }) => (
        <li key={id} data-shown={id === shown || undefined}>
          <Link
            to="."
            hash={id}
            hashScrollIntoView={false}
            activeOptions={{ includeHash: true, exact: true }}
          >
            {name}
          </Link>
          <span className="dimmed">{absoluteTime(createdAt)}</span>
          <span className={state === 'failed' ? 'bad' : 'dimmed'}>{stateNames[state]}</span>
        </li>
      ))}
    </ul>
  );
}
