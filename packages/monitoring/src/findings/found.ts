/** A breach that one look shows, before it is known whether it lasts. */
import type { FindingOwner, FindingSeverity, MonitoringLane } from '@interlude/contract';
import { MONITOR_RULES, type MonitorRule, type MonitorRuleId } from '../rules/monitor-rules.ts';

export interface Found {
  readonly rule: string;
  readonly title: string;
  readonly clause: string;
  readonly severity: FindingSeverity;
  readonly owner: FindingOwner;
  readonly advice: string;
  readonly lane: MonitoringLane;
  /** One sentence without credentials. */
  readonly detail: string;
  /** Key that findings of one cause share on all channels of a company: `source origin.example`. */
  readonly cause: string;
  /** Epoch ms on the source clock. */
  readonly atMs: number;
  /** Empty = none. */
  readonly breakId: string;
  readonly rendition: string;
  readonly manifestKey: string;
  /** 1-based; 0 = none. */
  readonly line: number;
  /** A difference between two looks, which the next look may not show again. */
  readonly isChange?: boolean | undefined;
}

/** A breach of a rule of the monitor, without the fields that follow from the rule. */
export type FoundByRule = Pick<Found, 'lane' | 'detail' | 'atMs'> &
  Partial<
    Pick<Found, 'owner' | 'severity' | 'cause' | 'breakId' | 'rendition' | 'manifestKey' | 'line'>
  >;

/** A breach of a rule of the monitor. `cause` defaults to the owner and the rule. */
export function foundBy(rule: MonitorRuleId, found: FoundByRule): Found {
  const { title, clause, severity, owner, advice }: MonitorRule = MONITOR_RULES[rule];
  const by = found.owner ?? owner;
  return {
    ...{ rule, title, clause, severity, owner: by, advice, cause: `${by} ${rule}` },
    ...{ breakId: '', rendition: '', manifestKey: '', line: 0 },
    ...found,
  };
}
