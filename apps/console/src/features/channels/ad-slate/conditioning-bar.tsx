/** How far the making of a slate is, as far as that can be said (SLATE-009, SLATE-014). */
import { Link } from '@tanstack/react-router';
import { paths } from '../../../paths.ts';
import { ProgressBar } from '../../../ui/progress-bar/progress-bar.tsx';
import type { ChosenSlate } from './use-slate-encoding.ts';

interface ConditioningBarProps {
  readonly slate: ChosenSlate;
  readonly jobId: string;
  readonly percent: number;
}

const share = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 0 });

export function ConditioningBar({ slate, jobId, percent }: ConditioningBarProps) {
  return (
    <div className="slate-making">
      <p>
        <span>Conditioning {slate.name}</span>
        <span className="num dimmed">{share.format(percent / 100)}</span>
      </p>
      <ProgressBar label={`Conditioning of ${slate.name}`} value={percent} max={100} />
      <p className="dimmed">
        <span>The address is filled in when it is ready. The job goes on when you leave.</span>
        <Link to={paths.job} params={{ jobId }} target="_blank">
          Open the job
        </Link>
      </p>
    </div>
  );
}
