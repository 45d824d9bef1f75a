/** The state of a card's body: exactly one of loading, an error, a 'No data' notice, or the chart (REP-012). Pure. */
import type { ReportData } from '@interlude/contract';
import { isEmpty } from '@interlude/reporting/charts';
import { errorText } from '../../../api/api-error.ts';
import type { ReportFailure, ReportInstance } from '../read-report.ts';

export type CardState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'error'; readonly message: string }
  | {
      readonly kind: 'noData';
      /** The remedy as HTML; undefined when none is known. */
      readonly hint?: string | undefined;
    }
  | {
      readonly kind: 'chart';
      readonly main: ReportData;
      readonly compared: ReportData | undefined;
      /** Failure of the compared period: only the lines of the main period are drawn. */
      readonly failure: ReportFailure | undefined;
    };

export function failureText({ code, message }: ReportFailure): string {
  return code === '' || code === message ? message : `${code}: ${message}`;
}

interface Loaded {
  readonly data: readonly ReportInstance[] | undefined;
  readonly error: unknown;
}

export function cardState({ data, error }: Loaded): CardState {
  if (data === undefined) {
    return error ? { kind: 'error', message: errorText(error) } : { kind: 'loading' };
  }
  const [first, second] = data;
  if (first?.failure !== undefined) return { kind: 'error', message: failureText(first.failure) };
  const main = first?.data;
  if (main === undefined) return { kind: 'noData' };
  const failure = second?.failure;
  const compared = failure === undefined ? second?.data : undefined;
  const isNothing = isEmpty(main) && (compared === undefined || isEmpty(compared));
  if (isNothing && failure === undefined) return { kind: 'noData', hint: main.hint };
  return { kind: 'chart', main, compared, failure };
}
