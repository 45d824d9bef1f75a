/** The state of the channel in one line: source and output, each with its reason. */
import type { ChannelHealth } from '@interlude/contract';
import { sentence } from '../../texts/sentence.tsx';
import { t } from '../../texts/t.ts';
import { RelativeTime } from '../relative-time.tsx';
import { HealthMark } from './health-dot.tsx';
import { findingText, healthNames, ownerNames } from './monitoring-words.ts';

export function HealthLine({ health }: { health: ChannelHealth }) {
  const { state, reason, owner, since, lookedAt } = health;
  return (
    <div className="health-line" data-state={state} role="status">
      <p className="health-now">
        <HealthMark state={state} />
        <strong>{healthNames[state]}</strong>
        {since !== null && (
          <span className="dimmed">
            {sentence('since {moment}', { moment: <RelativeTime at={since} /> })}
          </span>
        )}
        {owner !== null && (
          <span className="dimmed">
            {sentence('to mend by: {ownerNames}', { ownerNames: ownerNames[owner] })}
          </span>
        )}
      </p>
      {reason !== '' && <p className="health-why">{findingText(reason)}</p>}
      {state !== 'unwatched' && (
        <dl>
          <SideHealth
            name={t('Source')}
            healthy={health.sourceHealthy}
            message={health.sourceErrMessage}
          />
          <SideHealth
            name={t('Output')}
            healthy={health.outputHealthy}
            message={health.outputErrMessage}
          />
          {lookedAt !== null && (
            <div>
              <dt>{t('Last look')}</dt>
              <dd>
                <RelativeTime at={lookedAt} />
              </dd>
            </div>
          )}
        </dl>
      )}
    </div>
  );
}

function SideHealth({
  name,
  healthy,
  message,
}: {
  name: string;
  healthy: boolean;
  message: string;
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={healthy ? 'ok' : 'bad'}>
        {healthy ? t('healthy') : message === '' ? t('not healthy') : findingText(message)}
      </dd>
    </div>
  );
}
