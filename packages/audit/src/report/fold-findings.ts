// The findings of many outputs as one list: a fault that shows in each of them is one finding with a count.
import { RULE_GUIDES, type RuleGuide, type Severity } from '../rule-guides.ts';
import type { AuditRuleId, Finding } from '../rules.ts';
import { WATCH_LIMITS } from '../watch/watch-limits.ts';
import { type ExcerptLine, excerptAt } from './excerpt.ts';
import { safeText, safeUrl } from './safe-text.ts';

/** One fault of a stream, from the first output that shows it to the last. */
export interface FoldedFinding extends RuleGuide {
  readonly rule: AuditRuleId;
  readonly title: string;
  /** As it was seen first. */
  readonly detail: string;
  readonly severity: Severity;
  /** Epoch ms. */
  readonly firstSeenMs: number;
  readonly lastSeenMs: number;
  /** Outputs that show it. */
  readonly count: number;
  /** A difference between two outputs, which the next output may not show again. */
  readonly isChange: boolean;
  /** The renditions in which it was seen, as far as they are named. */
  readonly renditions: readonly string[];
  /** Address of the manifest that showed it first; `line` and `excerpt` are of that one. */
  readonly url: string;
  readonly line: number;
  readonly excerpt: readonly ExcerptLine[];
}

/** By rule, severity and kind of detail. */
export type FoldedFindings = ReadonlyMap<string, FoldedFinding>;

/** The output in which findings were seen. */
export interface SeenOutput {
  readonly rendition: string;
  readonly url: string;
  readonly text: string;
  readonly nowMs: number;
}

type Found = Pick<Finding, 'rule' | 'title' | 'severity' | 'line' | 'detail' | 'earlier'>;

/** Numbers and addresses differ from output to output, the kind of fault does not. */
function keyOf({ rule, severity, detail }: Found): string {
  return `${rule} ${severity} ${detail.slice(0, 400).replaceAll(/\S*[\d/]\S*/g, '#')}`;
}

function firstSeen(found: Found, output: SeenOutput): FoldedFinding {
  const { clause, advice } = RULE_GUIDES[found.rule];
  return {
    rule: found.rule,
    title: found.title,
    severity: found.severity,
    clause,
    advice,
    detail: safeText(found.detail),
    firstSeenMs: output.nowMs,
    lastSeenMs: output.nowMs,
    count: 1,
    isChange: found.earlier !== undefined,
    renditions: [safeText(output.rendition)],
    url: safeUrl(output.url),
    line: found.line,
    excerpt: excerptAt(output.text, found.line, found.detail),
  };
}

function seenAgain(known: FoldedFinding, { rendition, nowMs }: SeenOutput): FoldedFinding {
  const name = safeText(rendition);
  const isFull = known.renditions.length >= WATCH_LIMITS.maxNamedRenditions;
  const isNamed = known.renditions.includes(name);
  return {
    ...known,
    lastSeenMs: nowMs,
    count: known.count + 1,
    renditions: isFull || isNamed ? known.renditions : [...known.renditions, name],
  };
}

/** @returns the findings so far, and whether one was left out because there are too many different ones */
export function foldFindings(
  folded: FoldedFindings,
  findings: readonly Found[],
  output: SeenOutput,
): { readonly folded: FoldedFindings; readonly isCut: boolean } {
  if (findings.length === 0) return { folded, isCut: false };
  const next = new Map(folded);
  const seen = new Set<string>();
  let isCut = false;
  for (const found of findings) {
    const key = keyOf(found);
    if (seen.has(key)) continue;
    seen.add(key);
    const known = next.get(key);
    if (known === undefined && next.size >= WATCH_LIMITS.maxFindings) isCut = true;
    else next.set(key, known === undefined ? firstSeen(found, output) : seenAgain(known, output));
  }
  return { folded: next, isCut };
}
