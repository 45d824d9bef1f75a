/** Health of a channel by its open findings. */
import type { FindingOwner, MonitoringFinding, MonitoringLane } from '@interlude/contract';

export interface HealthNow {
  readonly state: 'healthy' | 'degraded' | 'ill';
  /** One sentence; empty = healthy. */
  readonly reason: string;
  readonly owner: FindingOwner | null;
  readonly sourceHealthy: boolean;
  readonly outputHealthy: boolean;
  /** Empty = healthy. */
  readonly sourceErrMessage: string;
  readonly outputErrMessage: string;
}

const sentence = ({ rule, title, detail }: MonitoringFinding) => `${rule} ${title}: ${detail}`;

/** @param open errors first, as `FindingBook` has them */
export function healthOf(open: readonly MonitoringFinding[]): HealthNow {
  const [worst] = open;
  const errorOf = (lane: MonitoringLane) => {
    const error = open.find((one) => one.lane === lane && one.severity === 'error');
    return error === undefined ? '' : sentence(error);
  };
  const sourceErrMessage = errorOf('source');
  const outputErrMessage = errorOf('output');
  return {
    state: worst === undefined ? 'healthy' : worst.severity === 'error' ? 'ill' : 'degraded',
    reason: worst === undefined ? '' : sentence(worst),
    owner: worst?.owner ?? null,
    sourceHealthy: sourceErrMessage === '',
    outputHealthy: outputErrMessage === '',
    sourceErrMessage,
    outputErrMessage,
  };
}
