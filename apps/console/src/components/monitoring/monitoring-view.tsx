/** The monitoring of one live channel: timeline, selection, findings. In the dialog and on the page. */
import type { Channel } from '@interlude/contract';
import { ActionIcon, Button, Checkbox, Select } from '@mantine/core';
import { IconArrowsHorizontal, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { type CSSProperties, type ReactNode, useMemo, useRef, useState } from 'react';
import { errorText } from '../../api/api-error.ts';
import { text } from '../../messages.ts';
import { t } from '../../texts/t.ts';
import { SegmentedChoice } from '../segmented-choice/segmented-choice.tsx';
import { FindingList } from './finding-list.tsx';
import { HealthLine } from './health-line.tsx';
import { Legend } from './legend.tsx';
import './monitoring.css';
import { sentence } from '../../texts/sentence.tsx';
import {
  useChannelHealth,
  useFindings,
  useMessages,
  useRefreshMonitoring,
  useTimeline,
} from './monitoring-queries.ts';
import { findingText } from './monitoring-words.ts';
import { MissingSelection, SelectionPanel } from './selection-panel.tsx';
import { useSplices } from './splices/splice-queries.ts';
import { itemText, summaryText } from './timeline/describe.ts';
import { isEmpty, type TimelineModel, timelineModel } from './timeline/entries.ts';
import {
  laneGap,
  laneHeight,
  laneTop,
  wholeView,
  zoomCentre,
  zoomView,
} from './timeline/geometry.ts';
import { findItem, type Item, itemKey, itemSpan } from './timeline/item.ts';
import { type KeyAction, keyHelp } from './timeline/keys.ts';
import { TimelineCanvas } from './timeline/timeline-canvas.tsx';
import { TimelineTable } from './timeline-table.tsx';
import { useTimelineView } from './use-timeline-view.ts';

/** The place on the timeline that the page's address names. */
export interface MonitoringPlace {
  /** Epoch ms. */
  readonly at?: number;
  readonly item?: string;
  /** Index of the media playlist of an hls-live channel. */
  readonly playlist?: number;
}

interface MonitoringViewProps {
  readonly channel: Pick<Channel, 'id' | 'name' | 'type'>;
  readonly place: MonitoringPlace;
  readonly onPlace: (place: MonitoringPlace) => void;
}

export function MonitoringView({ channel, place, onPlace }: MonitoringViewProps) {
  const [isFollowing, setFollowing] = useState(place.at === undefined);
  const playlist = place.playlist ?? 0;
  const timeline = useTimeline(channel.id, playlist, { isFollowing });
  const messages = useMessages(channel.id, { isFollowing });
  const findings = useFindings(channel.id, { isFollowing });
  const splices = useSplices(channel.id, { isFollowing });
  const health = useChannelHealth(channel.id);
  const refresh = useRefreshMonitoring(channel.id);
  const model = useMemo(() => {
    if (timeline.data === undefined || isEmpty(timeline.data)) return;
    return timelineModel({
      protocol: channel.type === 'dash-live' ? 'dash' : 'hls',
      timeline: timeline.data,
      messages: messages.data?.values.flat() ?? [],
      findings: findings.data ?? [],
      splices: splices.data?.values ?? [],
    });
  }, [channel.type, timeline.data, messages.data, findings.data, splices.data]);
  const open = (finding: NonNullable<typeof findings.data>[number]) =>
    onPlace({ ...place, at: Math.round(finding.at), item: `finding.${finding.id}` });
  return (
    <div className="monitoring">
      {health.data && <HealthLine health={health.data} />}
      {model === undefined ? (
        <NoTimeline
          isLoading={timeline.isPending}
          reason={timeline.error ? errorText(timeline.error) : (health.data?.reason ?? '')}
          onRetry={() => void refresh()}
        />
      ) : (
        <Timeline
          channelId={channel.id}
          model={model}
          playlists={timeline.data?.playlists ?? []}
          place={place}
          onPlace={onPlace}
          isFollowing={isFollowing}
          onFollow={setFollowing}
          isComplete={!messages.isPending && !findings.isPending && !splices.isPending}
          problem={timeline.error ? errorText(timeline.error) : undefined}
        />
      )}
      {findings.data && findings.data.length > 0 && (
        <section className="monitoring-section" aria-label={t('Findings of 24 hours')}>
          <h3>{t('Findings of 24 hours')}</h3>
          <FindingList findings={findings.data} label={t('Findings of 24 hours')} onOpen={open} />
        </section>
      )}
    </div>
  );
}

interface NoTimelineProps {
  readonly isLoading: boolean;
  readonly reason: string;
  readonly onRetry: () => void;
}

/** Loading, failed or empty (MON-009). */
function NoTimeline({ isLoading, reason, onRetry }: NoTimelineProps) {
  if (isLoading) {
    return (
      <div className="timeline-loading" role="status" aria-label={t('Loading the timeline')} />
    );
  }
  return (
    <div className="note timeline-none" role="alert">
      <p className="bad">{text('cannotLoadMonitoring')}</p>
      <p className="dimmed">
        {reason === ''
          ? t('The monitor has seen nothing of this channel in the last 1200 seconds.')
          : findingText(reason)}
      </p>
      <Button variant="default" onClick={onRetry}>
        {t('Retry')}
      </Button>
    </div>
  );
}

interface TimelineProps {
  readonly channelId: string;
  readonly model: TimelineModel;
  readonly playlists: readonly {
    readonly index: number;
    readonly name: string;
    readonly uri: string;
  }[];
  readonly place: MonitoringPlace;
  readonly onPlace: (place: MonitoringPlace) => void;
  readonly isFollowing: boolean;
  readonly onFollow: (isFollowing: boolean) => void;
  /** Messages, findings and splices have been read, too. */
  readonly isComplete: boolean;
  /** Why the newest reading failed; the timeline shows an older one. */
  readonly problem: string | undefined;
}

function Timeline(props: TimelineProps) {
  const { channelId, model, playlists, place, onPlace, onFollow, problem } = props;
  const shown = useTimelineView(model.maxTimeMs, props.isFollowing, place.at, onFollow);
  const [mode, setMode] = useState<'timeline' | 'table'>('timeline');
  const [hovered, setHovered] = useState<Item | undefined>(undefined);
  const panel = useRef<HTMLDivElement>(null);
  const selected = useMemo(
    () => (place.item === undefined ? undefined : findItem(model, place.item)),
    [model, place.item],
  );
  const select = (item: Item | undefined) => {
    const { at: _at, item: _item, ...rest } = place;
    if (item === undefined) return onPlace(rest);
    const { startMs, endMs } = itemSpan(item);
    shown.reveal(startMs, endMs);
    // Following live would move the selected item off the screen.
    onFollow(false);
    onPlace({ ...rest, at: Math.round(startMs), item: itemKey(item) });
  };
  const runKey = (action: KeyAction) => {
    if (action.kind === 'select') select(action.item);
    else if (action.kind === 'view') shown.show(action.view);
    else if (action.kind === 'clear') select(undefined);
    else if (action.kind === 'follow') shown.follow(!props.isFollowing);
    else panel.current?.querySelector<HTMLElement>('[role="textbox"], section')?.focus();
  };
  const zoom = (factor: number) => {
    const around = selected ? itemSpan(selected).startMs : zoomCentre(shown.view, model.maxTimeMs);
    shown.show(zoomView(shown.view, factor, around, model.maxTimeMs));
  };
  return (
    <>
      <section className="timeline-card" aria-label={t('Timeline')}>
        <div className="timeline-tools">
          <SegmentedChoice
            label={t('View')}
            choices={[
              ['timeline', t('Timeline')],
              ['table', t('Table')],
            ]}
            value={mode}
            onChange={setMode}
          />
          {model.protocol === 'hls' && playlists.length > 0 && (
            <Select
              aria-label={t('Playlist')}
              size="xs"
              allowDeselect={false}
              className="timeline-playlist"
              comboboxProps={{ withinPortal: false }}
              data={playlists.map(({ index, name, uri }) => ({
                value: String(index),
                label: name || uri,
              }))}
              value={String(place.playlist ?? 0)}
              onChange={(value) => {
                const { item: _item, ...rest } = place;
                onPlace({ ...rest, playlist: Number(value) });
              }}
            />
          )}
          <Checkbox
            label={t('Follow live')}
            checked={props.isFollowing}
            onChange={({ currentTarget }) => shown.follow(currentTarget.checked)}
          />
          {mode === 'timeline' && (
            <div className="timeline-zoom">
              <Tool
                label={t('Zoom out')}
                onClick={() => zoom(2)}
                icon={<IconZoomOut size={16} />}
              />
              <Tool
                label={t('Zoom in')}
                onClick={() => zoom(1 / 2)}
                icon={<IconZoomIn size={16} />}
              />
              <Tool
                label={t('Whole window')}
                onClick={() => shown.show(wholeView(model.maxTimeMs))}
                icon={<IconArrowsHorizontal size={16} />}
              />
            </div>
          )}
        </div>
        {problem !== undefined && (
          <p className="timeline-problem" role="alert">
            {sentence('{text}: {problem} What is shown is older.', {
              text: text('cannotLoadMonitoring'),
              problem,
            })}
          </p>
        )}
        {mode === 'table' ? (
          <TimelineTable model={model} selected={selected} onSelect={select} />
        ) : (
          <>
            <div className="timeline-plot">
              <LaneNames model={model} />
              <TimelineCanvas
                channelId={channelId}
                model={model}
                view={shown.view}
                selected={selected}
                onSelect={select}
                onHover={setHovered}
                onView={shown.show}
                onKey={runKey}
              />
            </div>
            <p className="timeline-readout num">
              {hovered || selected ? (
                itemText(hovered ?? (selected as Item))
              ) : (
                <span className="dimmed">{summaryText(model)}</span>
              )}
            </p>
            <Legend model={model} />
            <KeyHelp />
          </>
        )}
      </section>
      <div ref={panel}>
        {selected !== undefined && (
          <SelectionPanel channelId={channelId} model={model} item={selected} onSelect={select} />
        )}
        {place.item !== undefined && selected === undefined && props.isComplete && (
          <MissingSelection
            onClear={() => {
              select(undefined);
              shown.follow(true);
            }}
          />
        )}
      </div>
    </>
  );
}

function Tool({ label, icon, onClick }: { label: string; icon: ReactNode; onClick: () => void }) {
  return (
    <ActionIcon data-hint={label} aria-label={label} onClick={onClick}>
      {icon}
    </ActionIcon>
  );
}

/** Top and height of a row in px; on a phone the height is that of the text. */
const rowStyle = (top: number, height: number): CSSProperties & Record<`--${string}`, string> => ({
  top,
  '--row-height': `${height}px`,
});

/** At the left of the lanes; on a phone above them. */
function LaneNames({ model }: { model: TimelineModel }) {
  const names = { source: t('Source'), output: t('Output') } as const;
  return (
    <div className="lane-names" aria-hidden="true">
      <span className="lane-health">{t('Health')}</span>
      <span className="lane-findings">{t('Findings')}</span>
      {(['source', 'output'] as const).map((lane) => (
        <span
          key={lane}
          data-lane={lane}
          style={rowStyle(laneTop(lane, model.protocol), laneHeight)}
        >
          {names[lane]}
          <small>{model.lanes[lane].segments.length === 0 ? t('nothing read') : ''}</small>
        </span>
      ))}
      <span
        className="lane-breaks"
        style={rowStyle(laneTop('source', model.protocol) + laneHeight, laneGap)}
      >
        {t('Breaks')}
      </span>
    </div>
  );
}

function KeyHelp() {
  return (
    <dl className="timeline-keys wide-only" aria-label={t('Keys of the timeline')}>
      {keyHelp.map(([keys, meaning]) => (
        <div key={keys}>
          <dt>
            {keys.split(' ').map((key) => (
              <kbd key={key} className="key">
                {key}
              </kbd>
            ))}
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}
