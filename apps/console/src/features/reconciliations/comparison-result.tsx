/** The result of a comparison: sums, then creatives and hours, the largest difference first. */
import type {
  DiscrepancyCause,
  ReconciliationLine,
  ReconciliationResult,
} from '@interlude/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { FactTable } from '../../components/fact-table/fact-table.tsx';
import { csvText } from '../../components/reports/export/cell-values.ts';
import { saveFile } from '../../components/reports/export/save-file.ts';
import { absoluteTime } from '../../components/time.ts';
import { onDemand } from '../../texts/on-demand.ts';
import { readerLocale } from '../../texts/reader-locale.ts';
import { sentence } from '../../texts/sentence.tsx';
import { t } from '../../texts/t.ts';

const causeNames: Record<DiscrepancyCause, string> = {
  failedBeacons: t('beacons failed'),
  duplicates: t('beacons sent again'),
  late: t('counted there in the hour after'),
  notInFile: t('creative not in the file'),
  notCounted: t('creative not counted here'),
};

/** Lines that are shown at first. */
const firstLines = 100;

const count = onDemand(() => new Intl.NumberFormat(readerLocale()));
const signed = onDemand(() => new Intl.NumberFormat(readerLocale(), { signDisplay: 'exceptZero' }));
const percent = onDemand(
  () =>
    new Intl.NumberFormat(readerLocale(), {
      ...{ style: 'percent', signDisplay: 'exceptZero', maximumFractionDigits: 2 },
    }),
);
const shareText = (share: number | null) => (share === null ? '–' : percent().format(share));
const timeText = (ms: number) => absoluteTime(new Date(ms).toISOString());

function causesText({ causes, difference }: ReconciliationLine): string {
  const known = causes.map(
    ({ cause, impressions }) => `${count().format(impressions)} ${causeNames[cause]}`,
  );
  const named = causes.reduce((sum, { impressions }) => sum + impressions, 0);
  const open = Math.abs(difference) - named;
  return [
    ...known,
    ...(open > 0 ? [t('{open} not known', { open: count().format(open) })] : []),
  ].join(', ');
}

/** The lines of a result as CSV, in which no text of the file is a formula. */
export function comparedCsv({ lines }: Pick<ReconciliationResult, 'lines'>): string {
  const head = [
    ...[
      t('Creative'),
      'Hour (UTC)',
      t('Ad server'),
      t('Counted here'),
      t('Difference'),
      '%',
      t('Causes'),
    ],
  ];
  const rows = lines.map((line) => [
    line.creative,
    { dateMs: line.hourMs },
    ...[line.theirs, line.ours, line.difference],
    line.share === null ? null : Math.round(line.share * 1e6) / 1e4,
    causesText(line),
  ]);
  return csvText([{ name: t('Reconciliation'), zone: 'UTC', rows: [head, ...rows] }]);
}

export function ComparisonResult({ result, name }: { result: ReconciliationResult; name: string }) {
  const differing = result.lines.filter(({ difference }) => difference !== 0);
  const save = () =>
    saveFile(
      new Blob([comparedCsv(result)], { type: 'text/csv;charset=utf-8' }),
      `${name.replace(/\.csv$/i, '')}-compared.csv`,
    );
  return (
    <>
      <dl className="recon-sums">
        {(
          [
            [t('Ad server'), count().format(result.theirs)],
            [t('Counted here'), count().format(result.ours)],
            [t('Difference'), signed().format(result.difference)],
            [t('Of those counted here'), shareText(result.share)],
            [t('Rows left out'), count().format(result.skippedRows)],
          ] as const
        ).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="recon-period">
        <p className="dimmed">
          {sentence('{fromMs} to {toMs}', {
            fromMs: timeText(result.fromMs),
            toMs: timeText(result.toMs),
          })}
        </p>
        <Button variant="default" onClick={save}>
          {t('Download CSV')}
        </Button>
      </div>
      {differing.length === 0 ? (
        <p className="note">{t('Both counts are equal for every creative and hour.')}</p>
      ) : (
        <Differences lines={differing} all={result.differing} />
      )}
    </>
  );
}

interface DifferencesProps {
  readonly lines: readonly ReconciliationLine[];
  /** Number of all lines, with those that the result does not keep. */
  readonly all: number;
}

function Differences({ lines, all }: DifferencesProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? lines : lines.slice(0, firstLines);
  const figure = { className: 'right' };
  return (
    <>
      <FactTable
        label={t(
          all === 1
            ? '{all} difference, the largest first'
            : '{all} differences, the largest first',
          { all: count().format(all) },
        )}
        showLabel
        columns={[
          { header: t('Creative') },
          { header: t('Hour'), className: 'keep' },
          { header: t('Ad server'), ...figure },
          { header: t('Counted here'), ...figure },
          { header: t('Difference'), ...figure },
          { header: '%', ...figure },
          { header: t('Causes') },
        ]}
        rows={shown.map((line) => ({
          cells: [
            line.creative,
            timeText(line.hourMs),
            ...[
              count().format(line.theirs),
              count().format(line.ours),
              signed().format(line.difference),
            ],
            shareText(line.share),
            causesText(line),
          ],
        }))}
      />
      {shown.length < lines.length && (
        <Button variant="default" mt="sm" onClick={() => setWhole(true)}>
          {sentence('Show all {count}', { count: count().format(lines.length) })}
        </Button>
      )}
      {lines.length < all && shown.length === lines.length && (
        <p className="dimmed">
          {sentence('The {count} largest are kept. The sums are of all.', {
            count: count().format(lines.length),
          })}
        </p>
      )}
    </>
  );
}
