/** The rules this judge knows, with the sentence a finding is shown under. */
export const AUDIT_RULES = {
  H1: 'Segments leave only at the front and join only at the end; a media sequence number keeps its segment',
  H2: 'EXT-X-DISCONTINUITY-SEQUENCE counts exactly the discontinuities that left',
  H3: 'Discontinuity numbers are the same at the same time in every rendition',
  H7: 'One EXT-X-DISCONTINUITY stands at every change between content and ads, and between ads',
  H8: 'The EXT-X-MAP in force is the right one for every segment',
  H9: 'Keys are right: content keys with explicit IV, none on clear ads, printed again on return',
  H11: 'EXT-X-PROGRAM-DATE-TIME runs forward and is printed after every discontinuity',
  H12: 'EXT-X-TARGETDURATION covers every segment and never changes',
  H22: 'A pod lasts equally long in every rendition',
  H33: 'The playlist never becomes empty, shrinks or stands still',
} as const;

export type AuditRuleId = keyof typeof AUDIT_RULES;

/** One output of a session: which rendition, fetched when, the how-manieth of the session. */
export interface OutputReference {
  readonly renditionId: string;
  readonly fetchedAtMs: number;
  readonly index: number;
}

/** A breach of a rule, shown by two outputs: `earlier` is missing where one alone shows it. */
export interface Finding {
  readonly rule: AuditRuleId;
  readonly title: string;
  readonly earlier?: OutputReference | undefined;
  readonly later: OutputReference;
  /** 1-based line of the later output. */
  readonly line: number;
  readonly detail: string;
}

/** Findings of one output; at most so many of one rule, as one fault often shows on every segment. */
const MAX_PER_RULE = 5;

export class FindingLog {
  readonly findings: Finding[] = [];
  readonly #later: OutputReference;
  readonly #counts = new Map<AuditRuleId, number>();

  constructor(later: OutputReference) {
    this.#later = later;
  }

  add(rule: AuditRuleId, line: number, detail: string, earlier?: OutputReference): void {
    const count = this.#counts.get(rule) ?? 0;
    if (count >= MAX_PER_RULE) return;
    this.#counts.set(rule, count + 1);
    this.findings.push({
      rule,
      title: AUDIT_RULES[rule],
      earlier,
      later: this.#later,
      line,
      detail,
    });
  }
}
