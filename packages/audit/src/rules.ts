import { RULE_GUIDES, type Severity } from './rule-guides.ts';

/** The rules this judge knows, with the sentence a finding is shown under. */
export const AUDIT_RULES = {
  H1: 'Segments leave only at the front and join only at the end; a media sequence number keeps its segment',
  H2: 'EXT-X-DISCONTINUITY-SEQUENCE counts exactly the discontinuities that left',
  H3: 'Discontinuity numbers are the same at the same time in every rendition',
  H7: 'One EXT-X-DISCONTINUITY stands at every change between content and ads, and between ads',
  H8: 'The EXT-X-MAP in force is the right one for every segment',
  H9: 'Keys are right: content keys with explicit IV, none on clear ads, printed again on return',
  H10: 'A byte range declares its offset unless it continues the previous one',
  H11: 'EXT-X-PROGRAM-DATE-TIME runs forward and is printed after every discontinuity',
  H12: 'EXT-X-TARGETDURATION covers every segment and never changes',
  H13: 'EXT-X-VERSION is high enough for what the playlist uses',
  H14: 'A date range keeps what it said, under its id',
  H16: 'Every variable that is used is defined',
  H17: 'A playlist requested in full is a full playlist, and delta updates are offered for long enough',
  H22: 'A pod lasts equally long in every rendition',
  H28: 'Partial segments are no longer than their declared target duration',
  H33: 'The playlist never becomes empty, shrinks or stands still',
  H36: 'A playlist on demand never changes',
  D1: 'MPD id, availabilityStartTime, and the ids, starts and offsets of Periods and their tracks never change',
  D2: 'Content is only added at the end, and leaves only behind the time-shift buffer',
  D3: 'Media time and presentation time of content keep their distance over every splice',
  D4: 'The presentation never ends earlier than it did, and no update lacks the content around a break',
  D5: 'Every published Period has segments',
  D6: 'Period ids are unique, and a Period start has one id for all sessions',
  D7: 'A segment address keeps its media time, and every segment lies in its Period',
  D8: 'No hole between two Periods',
  D9: 'Period continuity and connectivity name an earlier Period with the same tracks',
  D11: 'publishTime moves forward exactly when the MPD changes; minimumUpdatePeriod is present; no PatchLocation of the source',
  D12: 'UTCTiming stays as it is',
  D15: 'Ads announce no events of the content',
  D16: 'Ads offer the tracks of the content, under the same ids',
  D19: 'suggestedPresentationDelay stays as it is',
  D20: 'A static MPD lasts as long as its Periods, one after the other',
  D22: 'The end of a live presentation moves on',
  B3: 'Events of an ad come in their order, and none before the impression',
  B4: 'Each event of a placement is sent to each tracker once',
} as const;

export type AuditRuleId = keyof typeof AUDIT_RULES;

/** Names one output of a session: rendition, when it was fetched (epoch ms), number in the session from 0. */
export interface OutputReference {
  readonly renditionId: string;
  readonly fetchedAtMs: number;
  readonly index: number;
  /** Where outputs of several sessions are judged together. */
  readonly sessionId?: string;
}

/** A breach of a rule, shown by two outputs: `earlier` is missing where one alone shows it. */
export interface Finding {
  readonly rule: AuditRuleId;
  readonly title: string;
  readonly severity: Severity;
  readonly earlier?: OutputReference | undefined;
  readonly later: OutputReference;
  /** 1-based line of the later output. */
  readonly line: number;
  readonly detail: string;
}

/** Findings of one rule in one output: one fault often shows on every segment. */
const MAX_PER_RULE = 5;

export class FindingLog {
  readonly findings: Finding[] = [];
  readonly #later: OutputReference;
  readonly #counts = new Map<AuditRuleId, number>();

  constructor(later: OutputReference) {
    this.#later = later;
  }

  add(rule: AuditRuleId, line: number, detail: string, earlier?: OutputReference): void {
    this.#add(rule, RULE_GUIDES[rule].severity, { line, detail, earlier });
  }

  /** A lesser breach of the rule: a warning, also where the rule's severity is `error`. */
  warn(rule: AuditRuleId, line: number, detail: string, earlier?: OutputReference): void {
    this.#add(rule, 'warning', { line, detail, earlier });
  }

  #add(
    rule: AuditRuleId,
    severity: Severity,
    { line, detail, earlier }: Pick<Finding, 'line' | 'detail' | 'earlier'>,
  ): void {
    const count = this.#counts.get(rule) ?? 0;
    if (count >= MAX_PER_RULE) return;
    this.#counts.set(rule, count + 1);
    this.findings.push({
      rule,
      title: AUDIT_RULES[rule],
      severity,
      earlier,
      later: this.#later,
      line,
      detail,
    });
  }
}
