/** The selected item: its facts, its findings and its manifests. */
import type {
  MonitoringFinding,
  MonitoringMessage,
  MonitoringSegment,
  MonitoringSplice,
} from '@interlude/contract';
import { ActionIcon, Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { paths } from '../../paths.ts';
import { sentence } from '../../texts/sentence.tsx';
import { known, t } from '../../texts/t.ts';
import { EvidenceButton } from '../evidence/evidence-button.tsx';
import { FindingList } from './finding-list.tsx';
import { manifestKeysOf } from './manifests/manifest-keys.ts';
import { ManifestPair } from './manifests/manifest-pair.tsx';
import { findingText, ownerNames } from './monitoring-words.ts';
import { SpliceSides } from './splices/splice-sides.tsx';
import {
  clockText,
  durationText,
  fineClockText,
  itemName,
  kindText,
  markersText,
} from './timeline/describe.ts';
import type { TimelineModel } from './timeline/entries.ts';
import type { Item } from './timeline/item.ts';
import { neighbour } from './timeline/keys.ts';

interface SelectionPanelProps {
  readonly channelId: string;
  readonly model: TimelineModel;
  readonly item: Item;
  readonly onSelect: (item: Item | undefined) => void;
}

type Fact = readonly [name: string, value: ReactNode];

function factsOf(item: Item): Fact[] {
  if (item.kind === 'message') return [[t('Look'), clockText(item.message.loadTime)]];
  if (item.kind === 'finding') return findingFacts(item.finding);
  if (item.kind === 'splice') return spliceFacts(item.splice);
  const { entry, lane } = item;
  const markers = markersText(entry);
  const facts: Fact[] = [
    [t('Lane'), lane],
    [t('Is'), kindText(entry)],
    [t('Start'), fineClockText(entry.start)],
    [t('Duration'), entry.duration > 0 ? durationText(entry.duration) : t('not stated')],
    [t('Listed'), fineClockText(entry.loadTime)],
  ];
  if (entry.number !== null) facts.push([t('Number'), entry.number]);
  if (entry.presentationTime !== null)
    facts.push([t('Presentation time'), durationText(entry.presentationTime)]);
  if (entry.periodId !== '' && entry.kind !== 'period') facts.push([t('Period'), entry.periodId]);
  if (markers !== '')
    facts.push([
      t('Marker'),
      <span key="marker" className="mono">
        {markers}
      </span>,
    ]);
  if (entry.uri !== '')
    facts.push([
      t('Address'),
      <span key="uri" className="mono">
        {entry.uri}
      </span>,
    ]);
  if (entry.origUri !== '' && entry.origUri !== entry.uri) {
    facts.push([
      t('In the source'),
      <span key="orig" className="mono">
        {entry.origUri}
      </span>,
    ]);
  }
  return facts;
}

function spliceFacts(splice: MonitoringSplice): Fact[] {
  const { at, rendition, programmeLoudness, rules, skipped, cpuMs } = splice;
  const facts: Fact[] = [[t('At'), fineClockText(at)]];
  if (skipped !== null) return facts;
  if (rendition !== '') facts.push([t('Rendition'), rendition]);
  if (programmeLoudness !== null)
    facts.push([t('Programme'), `${programmeLoudness.toFixed(1)} LUFS`]);
  if (rules.length > 0) facts.push([t('Breaks'), rules.join(', ')]);
  facts.push([t('Decoded in'), t('{cpuMs} ms of processor', { cpuMs })]);
  return facts;
}

function findingFacts(finding: MonitoringFinding): Fact[] {
  const { rule, clause, owner, firstSeen, lastSeen, closedAt, count } = finding;
  return [
    [t('Rule'), `${rule}, ${clause}`],
    [t('To mend by'), ownerNames[owner]],
    [t('First seen'), clockText(Date.parse(firstSeen))],
    [t('Last seen'), clockText(Date.parse(lastSeen))],
    [
      t('State'),
      closedAt === null
        ? 'open'
        : t('closed {clockText}', { clockText: clockText(Date.parse(closedAt)) }),
    ],
    [t('Looks'), count],
  ];
}

export function SelectionPanel({ channelId, model, item, onSelect }: SelectionPanelProps) {
  const step = (by: -1 | 1) => {
    const next = neighbour(model, item, by);
    return (
      <ActionIcon
        aria-label={by === 1 ? t('Next') : t('Previous')}
        disabled={next === undefined}
        onClick={() => onSelect(next)}
      >
        {by === 1 ? <IconChevronRight size={16} /> : <IconChevronLeft size={16} />}
      </ActionIcon>
    );
  };
  return (
    <section className="selection-panel" aria-label={t('Selection')} tabIndex={-1}>
      <header>
        <h3 title={itemName(item)}>{itemName(item)}</h3>
        <div className="selection-tools">
          {step(-1)}
          {step(1)}
          <ActionIcon aria-label={t('Clear the selection')} onClick={() => onSelect(undefined)}>
            <IconX size={15} />
          </ActionIcon>
        </div>
      </header>
      <dl className="selection-facts num">
        {factsOf(item).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {item.kind === 'finding' && <FindingWords channelId={channelId} finding={item.finding} />}
      {item.kind === 'splice' && (
        <div className="selection-words">
          <SpliceSides channelId={channelId} splice={item.splice} />
          {item.splice.breakId !== '' && (
            <Link
              to={paths.channelBreaks}
              params={{ channelId }}
              search={{ break: item.splice.breakId }}
            >
              {t('What became of this break?')}
            </Link>
          )}
        </div>
      )}
      {item.kind === 'entry' && isOfBreak(item.entry) && (
        <div className="selection-words">
          <Link
            to={paths.channelBreaks}
            params={{ channelId }}
            search={{ at: Math.round(item.entry.start) }}
          >
            {t('What became of this break?')}
          </Link>
        </div>
      )}
      {item.kind === 'message' && (
        <MessageWords message={item.message} model={model} onSelect={onSelect} />
      )}
      <ManifestPair
        channelId={channelId}
        protocol={model.protocol}
        item={item}
        keys={manifestKeysOf(model, item)}
      />
    </section>
  );
}

/** Whether a segment by itself shows that it belongs to a break. */
const isOfBreak = ({ kind, cueOut, cueOutCont }: MonitoringSegment) =>
  kind === 'ad' || kind === 'slate' || cueOut !== '' || cueOutCont !== '';

function FindingWords({ channelId, finding }: { channelId: string; finding: MonitoringFinding }) {
  return (
    <div className="selection-words">
      <p>{known(finding.detail)}</p>
      <p>
        <strong>{t('What to do:')}</strong> {known(finding.advice)}
      </p>
      {finding.breakId !== '' && (
        <Link to={paths.channelBreaks} params={{ channelId }} search={{ break: finding.breakId }}>
          {t('Why was the ad not played?')}
        </Link>
      )}
      <EvidenceButton channelId={channelId} subject={{ finding: finding.id }} />
    </div>
  );
}

interface MessageWordsProps extends Pick<SelectionPanelProps, 'model' | 'onSelect'> {
  readonly message: MonitoringMessage;
}

/** The message's own sentences, and the findings that were open then. */
function MessageWords({ message, model, onSelect }: MessageWordsProps) {
  const { sourceHealthy, outputHealthy, sourceErrMessage, outputErrMessage } = message;
  const findings = model.findings.filter(({ id }) => message.findings.includes(id));
  return (
    <div className="selection-words">
      <p className={sourceHealthy ? '' : 'bad'}>
        {sentence('Source: {text}', {
          text: sourceHealthy ? t('healthy') : findingText(sourceErrMessage),
        })}
      </p>
      <p className={outputHealthy ? '' : 'bad'}>
        {sentence('Output: {text}', {
          text: outputHealthy ? t('healthy') : findingText(outputErrMessage),
        })}
      </p>
      {findings.length > 0 && (
        <FindingList
          findings={findings}
          label={t('Findings of the message')}
          onOpen={(finding) => onSelect({ kind: 'finding', finding })}
        />
      )}
    </div>
  );
}

/** The address names an item that is not on the timeline any more. */
export function MissingSelection({ onClear }: { onClear: () => void }) {
  return (
    <div className="selection-missing" role="status">
      <p>
        {t(
          'The item of this address is not on the timeline. Segments and manifests are kept for 1200 seconds, findings for 24 hours.',
        )}
      </p>
      <Button variant="default" onClick={onClear}>
        {t('Show the newest')}
      </Button>
    </div>
  );
}
