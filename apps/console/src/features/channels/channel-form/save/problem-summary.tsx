/** After a refused save, every field that needs a change; each name leads to it (CHE-043). */
import { Fragment } from 'react';
import { text } from '../../../../messages.ts';
import { useFormTools } from '../form-tools.ts';

export function ProblemSummary({ problems }: { problems: ReadonlyMap<string, string> }) {
  const { showSetting } = useFormTools();
  return (
    <p className="bad problem-summary" role="alert">
      {text('invalidFields', { list: '' })}
      {[...problems].map(([path, message], index) => (
        <Fragment key={path}>
          {index > 0 && ', '}
          <button type="button" className="problem-link" onClick={() => showSetting(path)}>
            {path}
          </button>
          {`: ${message}`}
        </Fragment>
      ))}
    </p>
  );
}
