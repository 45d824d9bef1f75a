/** Reads the instances of a report one after another: each takes the parameters of the answer before (REP-020). */

import type { ReportData, ReportDefinition, ReportParams } from '@interlude/contract';
import { ApiError } from '@interlude/contract/api';
import type { Range } from '@interlude/reporting';
import { errorText } from '../../api/api-error.ts';

/** One period of a report: its figures, or why there are none. */
export interface ReportInstance {
  readonly range: Range;
  readonly data?: ReportData;
  readonly failure?: ReportFailure;
}

export interface ReportFailure {
  readonly code: string;
  readonly message: string;
}

type ReadInstance = (range: Range, params: ReportParams) => Promise<ReportData>;

/**
 * @param read reads one instance
 * @returns one instance a range, at most as many as the report has; after the first, one that fails does not end the
 * others
 * @throws the error of `read` for the first instance, or for any when it was aborted
 */
export async function readReport(
  definition: Pick<ReportDefinition, 'instances' | 'numOfInstances'>,
  ranges: readonly Range[],
  read: ReadInstance,
): Promise<ReportInstance[]> {
  const instances: ReportInstance[] = [];
  let params = firstParams(definition, 0);
  for (const [index, range] of ranges.slice(0, definition.numOfInstances).entries()) {
    const instance = await readOne(range, () => read(range, params), index === 0);
    instances.push(instance);
    params = instance.data?.reportParams ?? firstParams(definition, index + 1);
  }
  return instances;
}

const firstParams = ({ instances }: Pick<ReportDefinition, 'instances'>, index: number) =>
  instances[index]?.reportParams ?? { instance: index, keys: [] };

async function readOne(
  range: Range,
  read: () => Promise<ReportData>,
  isFirst: boolean,
): Promise<ReportInstance> {
  try {
    const data = await read();
    const { code, message } = data;
    if (code === undefined) return { range, data };
    return { range, data, failure: { code, message: message ?? code } };
  } catch (error) {
    const isAborted = error instanceof Error && error.name === 'AbortError';
    if (isFirst || isAborted) throw error;
    const code = error instanceof ApiError ? (error.error.errorCode ?? String(error.status)) : '';
    return { range, failure: { code, message: errorText(error) } };
  }
}
