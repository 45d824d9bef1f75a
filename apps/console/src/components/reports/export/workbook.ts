/** The rows of an export: a header block and the figures, one sheet a period (EXP-003 to EXP-005). Pure. */

import type { ReportDefinition, SheetCell } from '@interlude/contract';
import { shownRange } from '@interlude/reporting';
import { t } from '../../../texts/t.ts';
import type { ReportInstance } from '../read-report.ts';

export interface ExportSheet {
  readonly name: string;
  /** IANA zone in which the dates of its cells are shown. */
  readonly zone: string;
  readonly rows: readonly (readonly SheetCell[])[];
}

export interface Exported {
  readonly definition: Pick<ReportDefinition, 'title' | 'chartType'>;
  readonly instances: readonly ReportInstance[];
  /** Milliseconds, of the points. */
  readonly interval: number;
  readonly tenantName: string;
  readonly nowMs: number;
  /** IANA zone of the person. */
  readonly zone: string;
}

export function exportSheets(exported: Exported): ExportSheet[] {
  const { definition, instances, tenantName, nowMs } = exported;
  return instances.map(({ range, data, failure }, index) => {
    const zone = data?.timeZone ?? exported.zone;
    const head: SheetCell[][] = [
      [t('Generated'), { dateMs: nowMs }],
      [t('Tenant'), tenantName],
      [t('Date range'), shownRange(range)],
      [t('Report type'), definition.title],
      [t('Time zone'), zone],
      [],
    ];
    const body: SheetCell[][] =
      failure === undefined
        ? (data?.excelData.sheets.flatMap((sheet) => sheet.data) ?? [])
        : [[t('Error'), `${failure.code}: ${failure.message}`]];
    return { name: `Period ${index + 1}`, zone, rows: [...head, ...body] };
  });
}
