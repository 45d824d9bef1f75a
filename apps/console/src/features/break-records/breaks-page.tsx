/** The breaks of a channel in the last 24 hours, with the losses and their reasons. */
import type { Channel } from '@interlude/contract';
import { Button, Checkbox } from '@mantine/core';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { api } from '../../api/api.ts';
import { errorText } from '../../api/api-error.ts';
import { routes } from '../../api/contract-routes.ts';
import { PageSkeleton } from '../../app/shell/page-skeleton.tsx';
import { PageHeader } from '../../app/shell/title-bar.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { ChannelTabs } from '../../components/monitoring/channel-tabs.tsx';
import { isMonitored } from '../../components/monitoring/monitored.ts';
import { useStoredItem } from '../../components/stored-item/use-stored-item.ts';
import { absoluteTime } from '../../components/time.ts';
import { text } from '../../messages.ts';
import { paths } from '../../paths.ts';
import { t } from '../../texts/t.ts';
import { BreakFinder } from './break-finder.tsx';
import { BreakList } from './break-list.tsx';
import { useBreakRecords } from './break-record-queries.ts';
import { type BreakPlace, breakAt, breakSearch } from './break-record-search.ts';
import { BreakStory } from './break-story.tsx';
import './breaks.css';
import { sentence } from '../../texts/sentence.tsx';

export function BreaksPage() {
  const { channelId = '' } = useParams({ strict: false });
  const { data, error, isPending, refetch } = useStoredItem('channel-breaks', channelId, (call) =>
    api(routes.channels.read, call),
  );
  if (isPending) return <PageSkeleton />;
  if (data === undefined) {
    return (
      <LoadFailure
        error={error}
        notFoundText={text('channelNotFound')}
        onRetry={() => void refetch()}
        wayOut={
          <Button variant="default" renderRoot={(props) => <Link to={paths.channels} {...props} />}>
            {t('All channels')}
          </Button>
        }
      />
    );
  }
  return <BreaksOf key={channelId} channel={data} />;
}

function BreaksOf({ channel }: { channel: Channel }) {
  const { id: channelId, name, type } = channel;
  const raw: Record<string, unknown> = useSearch({ strict: false });
  const place = breakSearch(raw);
  const navigate = useNavigate();
  // Reads the address at the time of the navigation: the one of the last rendering may be older.
  const change = (to: (now: BreakPlace) => BreakPlace) =>
    void navigate({
      to: '.',
      search: (now: Record<string, unknown>) => to(breakSearch(now)),
      replace: true,
      resetScroll: false,
    });
  return (
    <>
      <PageHeader
        line={
          <>
            {sentence('{link} {type}, breaks of the last 24 hours in seconds over all sessions', {
              link: (
                <Link to={paths.channel} params={{ channelId }} className="break-channel">
                  {name}
                </Link>
              ),
              type,
            })}
          </>
        }
      />
      {isMonitored(channel) && <ChannelTabs channelId={channelId} />}
      <div className="break-tools">
        <Checkbox
          label={t('Only breaks that lost something')}
          checked={place.lost === 'true'}
          onChange={({ currentTarget: { checked } }) =>
            change(({ lost: _lost, ...all }) => (checked ? { ...all, lost: 'true' } : all))
          }
        />
        <BreakFinder
          key={`${place.by} ${place.find}`}
          channelId={channelId}
          sought={place}
          onSeek={(sought) =>
            change(({ by: _by, find: _find, ...rest }) => ({ ...rest, ...sought }))
          }
          onOpen={({ breakId, session }) =>
            change(({ at: _at, ...rest }) => ({ ...rest, break: breakId, session }))
          }
        />
      </div>
      <Breaks channelId={channelId} place={place} onChange={change} />
    </>
  );
}

interface BreaksProps {
  readonly channelId: string;
  readonly place: BreakPlace;
  readonly onChange: (to: (now: BreakPlace) => BreakPlace) => void;
}

function Breaks({ channelId, place, onChange }: BreaksProps) {
  const isLostOnly = place.lost === 'true';
  const list = useBreakRecords(channelId, isLostOnly);
  const records = list.data?.pages.flatMap(({ breaks }) => breaks) ?? [];
  if (list.isPending) {
    return (
      <div className="break-card break-loading" role="status" aria-label={t('Loading the breaks')}>
        {['a', 'b', 'c', 'd', 'e'].map((row) => (
          <span key={row} className="skeleton" />
        ))}
      </div>
    );
  }
  if (list.error !== null && records.length === 0) {
    return (
      <div className="break-card note" role="alert">
        <p className="bad">{errorText(list.error)}</p>
        <Button variant="default" onClick={() => void list.refetch()}>
          {t('Retry')}
        </Button>
      </div>
    );
  }
  const openId = place.break ?? breakAt(records, place.at)?.breakId;
  const story = openId !== undefined && (
    <BreakStory
      channelId={channelId}
      breakId={openId}
      session={place.session}
      creative={place.by === 'creative' ? place.find : undefined}
      onSession={(session) =>
        onChange(({ at: _at, ...rest }) => ({ ...rest, break: openId, session }))
      }
    />
  );
  const isListed = records.some(({ breakId }) => breakId === openId);
  return (
    <>
      {place.at !== undefined && openId === undefined && (
        <p className="break-card break-missing" role="status">
          {sentence(
            'No break of {absoluteTime} is recorded: breaks are recorded when a viewer reaches them.',
            { absoluteTime: absoluteTime(new Date(place.at).toISOString()) },
          )}
        </p>
      )}
      {!isListed && story && <section className="break-card break-alone">{story}</section>}
      {records.length === 0 ? (
        <div className="break-card note">
          <p>{isLostOnly ? t('No break lost anything.') : t('No breaks in the last 24 hours.')}</p>
          <p className="dimmed">
            {t('A break is recorded when the first session of a viewer reaches it.')}
          </p>
        </div>
      ) : (
        <div className="break-card">
          <BreakList
            records={records}
            openId={openId}
            onOpen={(breakId) =>
              onChange(({ break: _break, session: _session, at: _at, ...rest }) => ({
                ...rest,
                ...(breakId !== undefined && { break: breakId }),
              }))
            }
          >
            {story}
          </BreakList>
        </div>
      )}
      {list.hasNextPage && (
        <Button
          variant="default"
          className="break-more"
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {t('Load more')}
        </Button>
      )}
    </>
  );
}
