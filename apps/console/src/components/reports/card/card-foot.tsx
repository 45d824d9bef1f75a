/** The line below a chart: time of its figures, time zone of its days, and failures. */

import { sentence } from '../../../texts/sentence.tsx';
import { t } from '../../../texts/t.ts';
import { absoluteTime } from '../../time.ts';
import { type CardState, failureText } from './card-state.ts';

interface CardFootProps {
  readonly state: CardState;
  /** The marks of the chart could not be read. */
  readonly isWithoutMarks?: boolean;
}

export function CardFoot({ state, isWithoutMarks = false }: CardFootProps) {
  if (state.kind !== 'chart') return <footer className="card-foot" />;
  const { main, failure } = state;
  const { asOf, complete, timeZone } = main;
  return (
    <footer className="card-foot">
      {failure !== undefined && (
        <p className="bad" role="alert">
          {sentence('Compared period: {failure}', { failure: failureText(failure) })}
        </p>
      )}
      {isWithoutMarks && <p className="bad">{t('Marks could not be read.')}</p>}
      <p className="dimmed num">
        {sentence('{text}{text2} Days in {timeZone}.', {
          text: !complete && <span className="card-running">{t('Still counting.')} </span>,
          text2:
            asOf === null
              ? t('Nothing counted yet.')
              : t('As of {at}.', { at: absoluteTime(asOf) }),
          timeZone,
        })}
      </p>
    </footer>
  );
}
