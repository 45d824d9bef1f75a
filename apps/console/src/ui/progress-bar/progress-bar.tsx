/** A thin progress bar of full width. */
import './progress-bar.css';

interface ProgressBarProps {
  /** Accessible name. */
  readonly label: string;
  /** Undefined = indeterminate. */
  readonly value: number | undefined;
  /** The value of 100 %. */
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
