/** Findings with their owner and remedy, the open ones first. */
import type { MonitoringFinding } from '@interlude/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { sentence } from '../../texts/sentence.tsx';
import { known, t } from '../../texts/t.ts';
import { FactTable } from '../fact-table/fact-table.tsx';
import { RelativeTime } from '../relative-time.tsx';
import { ownerNames } from './monitoring-words.ts';
import { clockText } from './timeline/describe.ts';

/** Rows before 'Show all'. */
const firstRows = 12;

const columns = [
  { header: t('Finding') },
  { header: t('To mend by'), className: 'keep' },
  { header: t('Rule'), className: 'finding-rule' },
  { header: t('First seen'), className: 'keep num' },
  { header: t('Last seen'), className: 'keep num' },
  { header: t('Looks'), className: 'right num' },
];

interface FindingListProps {
  readonly findings: readonly MonitoringFinding[];
  readonly label: string;
  /** Shows the finding on the timeline. */
  readonly onOpen: (finding: MonitoringFinding) => void;
}

export function FindingList({ findings, label, onOpen }: FindingListProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? findings : findings.slice(0, firstRows);
  return (
    <div className="finding-list">
      <FactTable
        label={label}
        columns={columns}
        rows={shown.map((finding) => ({
          mark: finding.closedAt === null ? finding.severity : 'closed',
          cells: [
            <FindingCell key="finding" finding={finding} onOpen={onOpen} />,
            ownerNames[finding.owner],
            <span key="rule">
              <strong>{finding.rule}</strong> <span className="dimmed">{finding.clause}</span>
            </span>,
            <RelativeTime key="first" at={finding.firstSeen} />,
            finding.closedAt === null ? (
              <RelativeTime key="last" at={finding.lastSeen} />
            ) : (
              <span key="last" className="dimmed">
                {sentence('closed {clockText}', {
                  clockText: clockText(Date.parse(finding.closedAt)),
                })}
              </span>
            ),
            finding.count,
          ],
        }))}
      />
      {findings.length > firstRows && (
        <Button variant="default" onClick={() => setWhole(!isWhole)}>
          {isWhole ? t('Show fewer') : t('Show all {count}', { count: findings.length })}
        </Button>
      )}
    </div>
  );
}

function FindingCell({
  finding,
  onOpen,
}: { finding: MonitoringFinding } & Pick<FindingListProps, 'onOpen'>) {
  const { severity, closedAt, title, detail, advice, renditions } = finding;
  const named = known(severity);
  const state = closedAt === null ? named : t('closed {severity}', { severity: named });
  return (
    <div className="finding">
      <span className="finding-mark" data-severity={severity} data-closed={closedAt !== null} />
      <div>
        <button type="button" className="finding-title" onClick={() => onOpen(finding)}>
          <span className="sr-only">{state}: </span>
          {known(title)}
        </button>
        <p>{known(detail)}</p>
        {renditions.length > 0 && (
          <p className="dimmed">
            {sentence('In {renditions}', { renditions: renditions.join(', ') })}
          </p>
        )}
        <p className="finding-advice">{known(advice)}</p>
      </div>
    </div>
  );
}
