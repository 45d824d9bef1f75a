/** What was found in the source: facts, tracks, warnings. */
import type { SourceAnalysis } from '@interlude/contract';
import type { ReactNode } from 'react';
import { factsOf, warningText } from './analysis-facts.ts';

interface AnalysisFindingsProps {
  readonly analysis: SourceAnalysis;
  /** What became of it, or what can be done with it. */
  readonly children: ReactNode;
}

export function AnalysisFindings({ analysis, children }: AnalysisFindingsProps) {
  const { warnings, tracks = [] } = analysis;
  return (
    <section className="analysis-findings" aria-label="Analysis of the source">
      {children}
      {warnings.length > 0 && (
        <ul className="analysis-warnings" aria-label="Warnings">
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
  video: 'Video',
  audio: 'Audio',
  subtitles: 'Subtitles',
  'closed-captions': 'Closed captions',
  'i-frames': 'I-frames',
  image: 'Images',
} as const;

const kbits = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });

function TrackTable({ tracks }: { tracks: NonNullable<SourceAnalysis['tracks']> }) {
  return (
    <div className="panel-table">
      <table>
        <caption className="sr-only">Tracks</caption>
        <thead>
          <tr>
            <th scope="col">Track</th>
            <th scope="col">What</th>
            <th scope="col">Codecs</th>
            <th scope="col" className="right">
              kbit/s
            </th>
          </tr>
        </thead>
        <tbody>
          {tracks.map(({ kind, label, codecs, bitrate }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two tracks may be alike in everything
            <tr key={place}>
              <td>{kinds[kind]}</td>
              <td className="num">{label}</td>
              <td className="mono">{codecs}</td>
              <td className="num right">{bitrate > 0 ? kbits.format(bitrate / 1_000) : ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
