/** How far something is, as a thin bar as wide as its place. */
import './progress-bar.css';

interface ProgressBarProps {
  /** What it is the progress of. */
  readonly label: string;
  /** Undefined while nobody can tell. */
  readonly value: number | undefined;
  /** What the value is when it is done. */
  readonly max: number;
}

export function ProgressBar({ label, value, max }: ProgressBarProps) {
  return (
    <progress
      className="progress-bar"
      max={max}
      {...(value !== undefined && { value })}
      aria-label={label}
    />
  );
}
