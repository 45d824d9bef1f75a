/** The health of a channel in the last 24 hours: a bar, and the times at which it was not healthy. */
import type { ChannelHealthHistory } from '@interlude/contract';
import { FactTable } from '../../components/fact-table/fact-table.tsx';
import { HealthMark } from '../../components/monitoring/health-dot.tsx';
import {
  healthNames,
  healthSentence,
  ownerNames,
} from '../../components/monitoring/monitoring-words.ts';
import { AbsoluteTime } from '../../components/relative-time.tsx';
import { t } from '../../texts/t.ts';
import './health-history.css';
import { sentence } from '../../texts/sentence.tsx';
import { historyHours, historyOf, lengthText } from './history-spans.ts';

/** Rows of the table: the newest ones. */
const maxRows = 20;

export function HealthHistory({ health }: { health: ChannelHealthHistory }) {
  const nowMs = Date.now();
  const { parts, troubledSeconds, watchedSeconds } = historyOf(health.history, nowMs);
  const troubled = parts.filter(({ state }) => state !== 'healthy').toReversed();
  const summary =
    watchedSeconds === 0
      ? t('Not watched in the last 24 hours.')
      : t('Watched {watchedSeconds}, not healthy {troubledSeconds}.', {
          watchedSeconds: lengthText(watchedSeconds),
          troubledSeconds: lengthText(troubledSeconds),
        });
  return (
    <section className="monitoring-section health-history" aria-label={t('Health of 24 hours')}>
      <h3>
        {sentence('Health of 24 hours {text}', {
          text: <span className="dimmed num">{summary}</span>,
        })}
      </h3>
      <div className="history-bar" role="img" aria-label={summary}>
        {parts.map((part) => (
          <span
            key={part.from}
            data-state={part.state}
            title={healthSentence(part)}
            style={{ left: `${part.left}%`, width: `${part.width}%` }}
          />
        ))}
      </div>
      <div className="history-ticks num" aria-hidden="true">
        {[24, 18, 12, 6, 0].map((hours) => (
          <span key={hours} style={{ left: `${((historyHours - hours) / historyHours) * 100}%` }}>
            {hours === 0 ? t('now') : t('−{hours} h', { hours })}
          </span>
        ))}
      </div>
      {troubled.length > 0 && (
        <FactTable
          label={t('Times that were not healthy')}
          columns={[
            { header: t('State'), className: 'keep' },
            { header: t('From'), className: 'keep num' },
            { header: t('Lasted'), className: 'keep num' },
            { header: t('To mend by'), className: 'keep' },
            { header: t('Reason') },
          ]}
          rows={troubled.slice(0, maxRows).map(({ state, from, to, owner, reason }) => ({
            mark: state,
            cells: [
              <span key="state" className="history-state">
                <HealthMark state={state} /> {healthNames[state]}
              </span>,
              <AbsoluteTime key="from" at={from} />,
              `${lengthText(((to === null ? nowMs : Date.parse(to)) - Date.parse(from)) / 1_000)}${to === null ? ', lasts' : ''}`,
              owner === null ? '' : ownerNames[owner],
              reason,
            ],
          }))}
        />
      )}
    </section>
  );
}
