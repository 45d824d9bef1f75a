export type MpdWarningCode =
  | 'XML_BROKEN'
  | 'NOT_AN_MPD'
  | 'NUMBER_INVALID'
  | 'DATE_INVALID'
  | 'DURATION_INVALID'
  | 'PERIOD_START_UNKNOWN'
  | 'PERIOD_EARLY_AVAILABLE'
  | 'PERIODS_OVERLAP'
  | 'ADDRESSING_MISSING'
  | 'TIMELINE_INVALID'
  | 'XLINK_UNRESOLVED';

/** Something in an MPD that is not as the standard requires it. The text is kept as it is. */
export interface MpdWarning {
  readonly code: MpdWarningCode;
  /** 0-based character offset in the source text; -1 when it has none. */
  readonly offset: number;
  readonly detail: string;
}

const MAX_WARNINGS = 200;

export class WarningLog {
  readonly entries: MpdWarning[] = [];

  add(code: MpdWarningCode, offset: number, detail: string): void {
    if (this.entries.length >= MAX_WARNINGS) return;
    this.entries.push({ code, offset, detail: detail.slice(0, 120) });
  }
}
