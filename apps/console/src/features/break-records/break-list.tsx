/** The breaks of a channel, the newest first, each with its seconds by step and its losses. */
import { type BreakRecord, lossGuides } from '@interlude/contract';
import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { relativeTime } from '../../components/time.ts';
import { known, t } from '../../texts/t.ts';
import {
  dayTimeText,
  funnelOf,
  lossOwnerNames,
  numberText,
  secondsText,
  stepNames,
} from './break-record-words.ts';

interface BreakListProps {
  readonly records: readonly BreakRecord[];
  readonly openId: string | undefined;
  readonly onOpen: (breakId: string | undefined) => void;
  /** The story of the open break, shown below its row. */
  readonly children: ReactNode;
}

export function BreakList({ records, openId, onOpen, children }: BreakListProps) {
  return (
    <>
      <div className="break-row break-heads" aria-hidden="true">
        <span>{t('Break')}</span>
        <span className="right">{t('Length')}</span>
        <span className="right">{t('Sessions')}</span>
        <div className="break-funnel">
          {stepNames.map((name) => (
            <span key={name}>{name}</span>
          ))}
        </div>
        <span>{t('Lost')}</span>
      </div>
      <ul className="break-list" aria-label={t('Breaks of 24 hours')}>
        {records.map((record) => {
          const isOpen = record.breakId === openId;
          return (
            <li key={record.breakId} data-open={isOpen || undefined}>
              <BreakRow
                record={record}
                isOpen={isOpen}
                onOpen={() => onOpen(isOpen ? undefined : record.breakId)}
              />
              {isOpen && children}
            </li>
          );
        })}
      </ul>
    </>
  );
}

function BreakRow(props: { record: BreakRecord; isOpen: boolean; onOpen: () => void }) {
  const { record, isOpen, onOpen } = props;
  const { startedAt, sessions, announcedSeconds, observedSeconds } = record;
  const seconds = observedSeconds ?? announcedSeconds;
  return (
    <div className="break-row" data-idle={sessions === 0 || undefined}>
      <button type="button" className="break-toggle" aria-expanded={isOpen} onClick={onOpen}>
        <IconChevronRight size={14} aria-hidden="true" />
        <time dateTime={startedAt} className="num" title={relativeTime(startedAt, Date.now())}>
          {dayTimeText(startedAt)}
        </time>
      </button>
      <span className="num dimmed right">
        {seconds === null ? t('open') : secondsText(seconds)}
      </span>
      <span className="num dimmed right">
        {sessions}
        <span className="phone-only"> {sessions === 1 ? t('session') : t('sessions')}</span>
      </span>
      <Funnel record={record} />
      <Lost record={record} />
    </div>
  );
}

/** Losses that a row has room for; the story lists all. */
const shownLosses = 2;

function Lost({ record: { losses, sessions } }: { record: BreakRecord }) {
  const real = losses.filter(({ lostSeconds, count }) => lostSeconds >= 0.05 || count > 0);
  if (real.length === 0) {
    return (
      <span className="break-lost dimmed">{sessions === 0 ? t('No viewers') : t('Nothing')}</span>
    );
  }
  const more = real.length - shownLosses;
  return (
    <div className="break-lost">
      {real.slice(0, shownLosses).map(({ reason, owner, lostSeconds }) => (
        <p key={reason} data-owner={owner} title={known(lossGuides[reason].cause)}>
          <span className="num">{secondsText(lostSeconds)}</span>
          <span className="break-cause">{known(lossGuides[reason].cause)}</span>
          <span className="dimmed">{lossOwnerNames[owner]}</span>
        </p>
      ))}
      {more > 0 && (
        <p className="dimmed">
          {t(more === 1 ? 'and {more} reason more' : 'and {more} reasons more', { more })}
        </p>
      )}
    </div>
  );
}

/** Seconds of each step, with a bar of their share; the label says the same to screen readers. */
function Funnel({ record }: { record: BreakRecord }) {
  const steps = funnelOf(record);
  const words = steps.map(({ name, seconds }) => `${name} ${secondsText(seconds)}`).join(', ');
  return (
    <div className="break-funnel num" role="img" aria-label={words}>
      {steps.map(({ name, share, seconds, lost }) => (
        <span key={name} data-step={name} data-lost={lost > 0 || undefined}>
          <small className="phone-only">{name}</small>
          {numberText(seconds)}
          <i style={{ width: `${share}%` }} />
        </span>
      ))}
    </div>
  );
}
