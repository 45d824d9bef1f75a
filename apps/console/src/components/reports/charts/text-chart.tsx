/** Sentences of a report (chart type Text). */
import type { ReportData } from '@interlude/contract';
import { sentencesOf } from '@interlude/reporting/charts';
import { chartWord } from '../../../texts/chart-word.ts';
import { t } from '../../../texts/t.ts';

export function TextChart({
  main,
  compared,
}: {
  main: ReportData;
  compared: ReportData | undefined;
}) {
  return (
    <div className="text-chart">
      <Sentences data={main} />
      {compared !== undefined && compared.labels.length > 0 && (
        <>
          <h4 className="dimmed">{t('Compared period')}</h4>
          <Sentences data={compared} />
        </>
      )}
    </div>
  );
}

function Sentences({ data }: { data: ReportData }) {
  return (
    <ul>
      {sentencesOf(data, chartWord).map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}
