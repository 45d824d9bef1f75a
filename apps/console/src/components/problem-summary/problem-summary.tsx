/** The fields with problems after a refused save, as links to them (CHE-043). */
import { Fragment } from 'react';
import { text } from '../../messages.ts';
import './problem-summary.css';

interface ProblemSummaryProps {
  /** One sentence by path of the field, e.g. `adSource.url`. */
  readonly problems: ReadonlyMap<string, string>;
  readonly onShow: (path: string) => void;
}

export function ProblemSummary({ problems, onShow }: ProblemSummaryProps) {
  return (
    <p className="bad problem-summary" role="alert">
      {text('invalidFields', { list: '' })}
      {[...problems].map(([path, message], index) => (
        <Fragment key={path}>
          {index > 0 && ', '}
          <button type="button" className="problem-link" onClick={() => onShow(path)}>
            {path}
          </button>
          {`: ${message}`}
        </Fragment>
      ))}
    </p>
  );
}
