/** The breaks behind a figure, each with a link to its story. Loaded when it is opened. */
import type { BreakFacts } from '@interlude/contract';
import { figureText } from '@interlude/reporting/charts';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { errorText } from '../../../api/api-error.ts';
import { useSession } from '../../../app/session.ts';
import { paths } from '../../../paths.ts';
import { mayOpen, screens } from '../../../screens.ts';
import { t } from '../../../texts/t.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { useSelectableChannels } from '../../channel-selector/use-selectable-channels.ts';
import { absoluteTime } from '../../time.ts';
import { filterText, isSumOfDay, lostOf, mainReason } from './break-rows.ts';
import './breaks-behind.css';
import { sentence } from '../../../texts/sentence.tsx';
import { type BreaksAsked, fitsAddress, listedBreaks, useBreakFacts } from './use-break-facts.ts';

interface BreaksBehindProps extends BreaksAsked {
  /** Title of the card. */
  readonly title: string;
  readonly onClose: () => void;
}

export function BreaksBehind({ title, onClose, ...asked }: BreaksBehindProps) {
  const { filter } = asked;
  const { data, error, refetch } = useBreakFacts(asked);
  const { data: channels = [] } = useSelectableChannels();
  const names = new Map(channels.map(({ id, name }) => [id, name]));
  const ofChannel = filter.channel && (names.get(filter.channel) ?? filter.channel);
  return (
    <Dialog
      opened
      title={t('{title}: breaks', { title })}
      width={860}
      className="breaks-behind"
      onClose={onClose}
    >
      <p className="dimmed">
        {sentence('{filter}, from {absoluteTime} to {absoluteTime2}.{value}', {
          filter: filterText(filter, ofChannel),
          absoluteTime: absoluteTime(new Date(asked.startMs).toISOString()),
          absoluteTime2: absoluteTime(new Date(asked.endMs).toISOString()),
          value:
            data?.length === listedBreaks &&
            ` ${t('The {count} that lost most.', { count: listedBreaks })}`,
        })}
      </p>
      {!fitsAddress(asked) && <p>{t('Select fewer channels to see their breaks.')}</p>}
      {fitsAddress(asked) && data === undefined && error === null && (
        <p role="status" className="dimmed">
          {t('Loading the breaks …')}
        </p>
      )}
      {data === undefined && error !== null && (
        <div role="alert">
          <p className="bad">{errorText(error)}</p>
          <Button variant="default" onClick={() => void refetch()}>
            {t('Retry')}
          </Button>
        </div>
      )}
      {data?.length === 0 && <p>{t('No break of this period is behind this figure.')}</p>}
      {data !== undefined && data.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled area has to be reached by keyboard
        <section className="breaks-behind-list" aria-label={t('Breaks')} tabIndex={0}>
          <BreakTable facts={data} names={names} lost={(each) => lostOf(each, filter)} />
        </section>
      )}
    </Dialog>
  );
}

interface BreakTableProps {
  readonly facts: readonly BreakFacts[];
  readonly names: ReadonlyMap<string, string>;
  /** Milliseconds of a break that the figure counts as lost. */
  readonly lost: (facts: BreakFacts) => number;
}

function BreakTable({ facts, names, lost }: BreakTableProps) {
  const operates = mayOpen(useSession().user.role, screens.breaks);
  return (
    <table>
      <thead>
        <tr>
          {[
            t('Began'),
            t('Lost'),
            t('Channel'),
            t('Main reason'),
            t('Sessions'),
            t('Offered'),
            t('Seen'),
          ].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {facts.map((each) => (
          <tr key={`${each.channelId} ${each.breakId}`}>
            <th scope="row">
              <BreakName facts={each} leads={operates} />
            </th>
            <td className="num">{figureText(lost(each), 'milliseconds')}</td>
            <td>{names.get(each.channelId) ?? each.channelId}</td>
            <td>
              <code>{mainReason(each)}</code>
            </td>
            <td className="num">{figureText(each.sessions)}</td>
            <td className="num">{figureText(each.offeredMs, 'milliseconds')}</td>
            <td className="num">{figureText(each.seenMs, 'milliseconds')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function BreakName({ facts, leads }: { facts: BreakFacts; leads: boolean }) {
  const { breakId, channelId, startedAt } = facts;
  if (isSumOfDay(facts))
    return t('{count} (all breaks, UTC)', { count: breakId.slice('day-'.length) });
  const began = absoluteTime(startedAt);
  if (!leads) return began;
  return (
    <Link
      to={paths.channelBreaks}
      params={{ channelId }}
      search={{ break: breakId }}
      title={t('Why was an ad not played?')}
    >
      {began}
    </Link>
  );
}
