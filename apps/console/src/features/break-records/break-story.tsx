/** The story of a break: its sentence, its losses, and each stage of one session against the deadline. */
import type { BreakDemand, BreakLoss, RecordedBreak, RecordedStage } from '@interlude/contract';
import { lossGuides } from '@interlude/contract';
import { Button, Select } from '@mantine/core';
import { errorText, hasStatus } from '../../api/api-error.ts';
import { EvidenceButton } from '../../components/evidence/evidence-button.tsx';
import { FactTable } from '../../components/fact-table/fact-table.tsx';
import { useBreakSplices } from '../../components/monitoring/splices/splice-queries.ts';
import { SpliceList } from '../../components/monitoring/splices/splice-sides.tsx';
import { onDemand } from '../../texts/on-demand.ts';
import { readerLocale } from '../../texts/reader-locale.ts';
import { sentence } from '../../texts/sentence.tsx';
import { known, t } from '../../texts/t.ts';
import { useBreakRecord } from './break-record-queries.ts';
import {
  deadlineText,
  keptText,
  lossOwnerNames,
  secondsText,
  stageNames,
} from './break-record-words.ts';
import { StagePayload } from './stage-payload.tsx';
import { type StoryAd, storyAds } from './story-ads.ts';
import { type StoryStep, storyOf } from './story-stages.ts';

interface BreakStoryProps {
  readonly channelId: string;
  readonly breakId: string;
  readonly session: string | undefined;
  /** The creative that was searched for: its row is marked. */
  readonly creative: string | undefined;
  readonly onSession: (session: string) => void;
}

export function BreakStory({ channelId, breakId, session, ...rest }: BreakStoryProps) {
  const { data, error, isPending, refetch } = useBreakRecord(channelId, breakId, session);
  if (isPending) {
    return (
      <div className="break-loading" role="status" aria-label={t('Loading the break')}>
        <span className="skeleton" />
        <span className="skeleton" />
      </div>
    );
  }
  if (data === undefined) {
    return (
      <div className="note" role="alert">
        <p className="bad">
          {hasStatus(error, 404)
            ? t('The break is not recorded. Breaks are kept for 24 hours.')
            : errorText(error)}
        </p>
        <Button variant="default" onClick={() => void refetch()}>
          {t('Retry')}
        </Button>
      </div>
    );
  }
  return <Story channelId={channelId} record={data} {...rest} />;
}

interface StoryProps extends Pick<BreakStoryProps, 'channelId' | 'creative' | 'onSession'> {
  readonly record: RecordedBreak;
}

function Story({ channelId, record, creative, onSession }: StoryProps) {
  const { breakId, sentence, losses, demand, recorded, session, stages } = record;
  const ads = storyAds(stages);
  return (
    <div className="break-story">
      <p className="break-sentence">{sentence}</p>
      <EvidenceButton channelId={channelId} subject={{ break: breakId }} />
      {losses.length > 0 && <Losses losses={losses} />}
      {demand.length > 0 && <Demand demand={demand} />}
      {recorded.length > 0 && (
        <Select
          label={t('Session')}
          size="xs"
          allowDeselect={false}
          className="break-session"
          data={recorded.map((each) => ({
            value: each.session,
            label: `${each.session.slice(0, 8)}, ${keptText(each)}`,
          }))}
          value={session}
          onChange={(value) => value !== null && onSession(value)}
        />
      )}
      {stages.length === 0 && (
        <p className="dimmed">
          {t(
            'No session of this break was kept: its stages are kept for the monitor, for sessions that lost something and for one in a hundred.',
          )}
        </p>
      )}
      {ads.length > 0 && <Ads ads={ads} creative={creative} />}
      <Splices channelId={channelId} breakId={breakId} />
      {stages.length > 0 && <Stages stages={stages} />}
    </div>
  );
}

/** The splices of the break that the monitor has measured; a channel that is not watched has none. */
function Splices({ channelId, breakId }: { channelId: string; breakId: string }) {
  const { data } = useBreakSplices(channelId, breakId);
  if (data === undefined || data.values.length === 0) return null;
  return (
    <section className="break-splices" aria-label={t('Seen and heard')}>
      <h3>{t('Seen and heard')}</h3>
      <SpliceList channelId={channelId} splices={data.values} />
    </section>
  );
}

function Ads({ ads, creative }: { ads: readonly StoryAd[]; creative: string | undefined }) {
  return (
    <FactTable
      label={t('Ads of the answer')}
      showLabel
      columns={[
        { header: t('Creative') },
        { header: t('Title') },
        { header: t('Duration'), className: 'right num' },
        { header: t('What became of it') },
        { header: t('To mend by'), className: 'keep' },
      ]}
      rows={ads.map((ad) => ({
        mark: ad.creative === creative ? 'sought' : undefined,
        cells: [
          <span key="creative" className="mono">
            {ad.creative}
          </span>,
          ad.title,
          ad.durationMs === undefined ? '' : secondsText(ad.durationMs / 1_000),
          <span key="outcome" className={ad.isPlaced ? '' : 'bad'}>
            {ad.outcome}
          </span>,
          ad.owner === undefined ? '' : lossOwnerNames[ad.owner],
        ],
      }))}
    />
  );
}

function Losses({ losses }: { losses: readonly BreakLoss[] }) {
  return (
    <FactTable
      label={t('What was lost')}
      showLabel
      columns={[
        { header: t('Lost'), className: 'keep num' },
        { header: t('Because') },
        { header: t('To mend by'), className: 'keep' },
        { header: t('Times'), className: 'right num' },
        { header: t('What to do') },
      ]}
      rows={losses.map(({ reason, owner, lostSeconds, count, advice }) => ({
        cells: [
          secondsText(lostSeconds),
          <span key="reason" title={reason}>
            {known(lossGuides[reason].cause)}
          </span>,
          lossOwnerNames[owner],
          count,
          known(advice),
        ],
      }))}
    />
  );
}

function Demand({ demand }: { demand: readonly BreakDemand[] }) {
  return (
    <div className="break-demand">
      <FactTable
        label={t('Ad servers')}
        showLabel
        columns={[
          { header: t('Ad server') },
          { header: t('Asked'), className: 'right num' },
          { header: t('In time'), className: 'right num' },
          { header: t('Late'), className: 'right num' },
          { header: t('Empty'), className: 'right num' },
          { header: t('Failed'), className: 'right num' },
        ]}
        rows={demand.map(({ server, hop, asked, inTime, late, empty, error }) => ({
          cells: [
            <span key="server" className="mono">
              {server}
              {hop > 0 && <span className="dimmed"> {sentence('wrapper {hop}', { hop })}</span>}
            </span>,
            ...[asked, inTime, late, empty, error],
          ],
        }))}
      />
    </div>
  );
}

const clock = onDemand(
  () =>
    new Intl.DateTimeFormat(readerLocale(), {
      ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
      fractionalSecondDigits: 3,
    }),
);

const timeOf = (at: string) => clock().format(new Date(at));

function Stages({ stages }: { stages: readonly RecordedStage[] }) {
  return (
    <ol className="break-stages" aria-label={t('Stages of the session')}>
      {storyOf(stages).map((step) =>
        step.kind === 'deadline' ? (
          <li key={step.key} className="break-deadline">
            <strong>{t('Deadline')}</strong>
            <time className="num" dateTime={step.at}>
              {timeOf(step.at)}
            </time>
          </li>
        ) : (
          <Step key={step.key} step={step} />
        ),
      )}
    </ol>
  );
}

function Step({ step: { stage, lines, leftMs } }: { step: StoryStep }) {
  const isLate = leftMs !== null && leftMs < 0;
  return (
    <li data-late={isLate || undefined}>
      <strong>{stageNames[stage]}</strong>
      <div className="break-lines">
        {lines.map(({ key, recorded }) => (
          <div key={key}>
            <time className="dimmed num" dateTime={recorded.at}>
              {timeOf(recorded.at)}
            </time>
            <p>
              {recorded.sentence}{' '}
              {recorded.beforeDeadlineMs !== null && stage !== 'decided' && (
                <span className={`break-left num ${isLate ? 'bad' : 'dimmed'}`}>
                  {deadlineText(recorded.beforeDeadlineMs)}
                </span>
              )}
            </p>
            <StagePayload stage={recorded} />
          </div>
        ))}
      </div>
    </li>
  );
}
