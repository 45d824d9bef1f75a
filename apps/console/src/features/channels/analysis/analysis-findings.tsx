/** The result of an analysis: facts, tracks, warnings. */
import type { SourceAnalysis } from '@interlude/contract';
import type { ReactNode } from 'react';
import { FactTable } from '../../../components/fact-table/fact-table.tsx';
import { onDemand } from '../../../texts/on-demand.ts';
import { readerLocale } from '../../../texts/reader-locale.ts';
import { known, t } from '../../../texts/t.ts';
import { factsOf, warningText } from './analysis-facts.ts';

interface AnalysisFindingsProps {
  readonly analysis: SourceAnalysis;
  /** A note on the result, or the actions that it allows. */
  readonly children: ReactNode;
}

export function AnalysisFindings({ analysis, children }: AnalysisFindingsProps) {
  const { warnings, tracks = [] } = analysis;
  return (
    <section className="analysis-findings" aria-label={t('Analysis of the source')}>
      {children}
      {warnings.length > 0 && (
        <ul className="analysis-warnings" aria-label={t('Warnings')}>
          {warnings.map((warning) => (
            <li key={`${warning.code} ${warningText(warning)}`}>{warningText(warning)}</li>
          ))}
        </ul>
      )}
      <dl className="analysis-facts">
        {factsOf(analysis).map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
      {tracks.length > 0 && <TrackTable tracks={tracks} />}
    </section>
  );
}

const kinds = {
  video: t('Video'),
  audio: t('Audio'),
  subtitles: t('Subtitles'),
  'closed-captions': t('Closed captions'),
  'i-frames': 'I-frames',
  image: t('Images'),
} as const;

const kbits = onDemand(() => new Intl.NumberFormat(readerLocale(), { maximumFractionDigits: 0 }));

const trackColumns = [
  { header: t('Track') },
  { header: t('What'), className: 'num' },
  { header: t('Codecs'), className: 'mono' },
  { header: t('kbit/s'), className: 'num right' },
];

function TrackTable({ tracks }: { tracks: NonNullable<SourceAnalysis['tracks']> }) {
  const rows = tracks.map(({ kind, label, codecs, bitrate }) => ({
    cells: [kinds[kind], known(label), codecs, bitrate > 0 ? kbits().format(bitrate / 1_000) : ''],
  }));
  return <FactTable label={t('Tracks')} columns={trackColumns} rows={rows} />;
}
