/**
 * The findings of one channel. A breach opens a finding once enough of the last looks have shown it; the finding closes
 * when it was not seen for a while, so that a breach that comes and goes is one finding with a count.
 */
import { safeText } from '@interlude/audit';
import type { MonitoringFinding, MonitoringLane } from '@interlude/contract';
import { isSpliceRule } from '../rules/monitor-rules.ts';
import type { Found } from './found.ts';

/** One look at a view: a rendition of a lane, a session, the breaks. */
export interface BookLook {
  /** Name of the view, by which looks are counted: `source video 1280x720`. */
  readonly view: string;
  readonly found: readonly Found[];
  /** Epoch ms. */
  readonly nowMs: number;
  /** Number of looks that this one counts as, by the time that it took; default 1. */
  readonly looks?: number | undefined;
}

interface SeenIn {
  readonly view: string;
  readonly nowMs: number;
  readonly looks: number;
}

const limits = {
  /** Different findings kept of a channel; further ones are dropped. */
  findings: 200,
  renditions: 8,
  /** Last looks of a view that are counted. */
  looks: 5,
  views: 64,
  nameChars: 200,
} as const;

/** Rules about changes: one look shows the breach, and the next one does not show it again. */
const atOnce: ReadonlySet<string> = new Set([
  ...['H1', 'H2', 'H14', 'H36', 'D1', 'D2', 'D3', 'D4', 'D6', 'D12', 'D19'],
  ...['T1', 'T2', 'T3', 'T4', 'T5', 'T12', 'T13', 'T14', 'T15', 'T16'],
]);
/** Rules that compare renditions: a real breach lasts for more than one look. */
const ofRenditions: ReadonlySet<string> = new Set(['H3', 'H22']);
/** Whether one look opens the finding: of a change, or of a rule that itself waits, such as H33 and D22. */
const isDecided = ({ rule, isChange }: Found) =>
  atOnce.has(rule) || (isChange === true && !ofRenditions.has(rule));
/** Looks, of the last `limits.looks`, that have to show any other breach before a finding opens. */
const usualLooks = 2;

/** A finding closes when it was not seen for so long, ms. */
const closesAfterMs = 30_000;
/** Findings of one break stay open for longer, ms, so that an operator sees them. */
const breakClosesAfterMs = 120_000;
/** Findings at splices, ms: splices are minutes apart, and not all of them are decoded. */
const spliceClosesAfterMs = 15 * 60_000;

function quietMsOf({ rule, breakId }: MonitoringFinding): number {
  if (isSpliceRule(rule)) return spliceClosesAfterMs;
  return breakId === '' ? closesAfterMs : breakClosesAfterMs;
}

interface Entry {
  finding: MonitoringFinding;
  isOpen: boolean;
  /** By view: bits of the last looks, the newest lowest. */
  readonly seen: Map<string, number>;
}

const iso = (ms: number) => new Date(ms).toISOString();
const mask = (1 << limits.looks) - 1;

/** Shifts in so many looks that showed the breach. */
const shiftedBy = (seen: number, looks: number) => ((seen << looks) | ((1 << looks) - 1)) & mask;

function bits(value: number): number {
  let count = 0;
  for (let rest = value; rest > 0; rest &= rest - 1) count += 1;
  return count;
}

/** Identity of a breach, without the numbers and addresses of its detail, which differ from look to look. */
function keyOf({ rule, lane, severity, cause, breakId, detail }: Found): string {
  const kind = detail.slice(0, 400).replaceAll(/\S*[\d/]\S*/g, '#');
  return [rule, lane, severity, cause, breakId, kind].join('\n');
}

/** SEC-S91: text of servers is stored, mailed and shown without secrets, control characters and lone surrogates. */
function safe(found: Found): Found {
  const { detail, cause, breakId, rendition } = found;
  return {
    ...found,
    detail: safeText(detail),
    cause: safeText(cause, limits.nameChars),
    breakId: safeText(breakId, limits.nameChars),
    rendition: safeText(rendition, limits.nameChars),
  };
}

export class FindingBook {
  readonly #entries = new Map<string, Entry>();
  #changed = new Set<Entry>();
  readonly #channelId: string;
  readonly #newId: (nowMs: number) => string;

  /** @param newId makes ids of findings */
  constructor(channelId: string, newId: (nowMs: number) => string) {
    this.#channelId = channelId;
    this.#newId = newId;
  }

  /** Takes over the findings that another monitor has left open. */
  resume(findings: readonly MonitoringFinding[]): void {
    for (const finding of findings) {
      const [rendition = ''] = finding.renditions;
      const found: Found = { ...finding, atMs: finding.at, rendition };
      this.#entries.set(keyOf(found), { finding, isOpen: true, seen: new Map() });
    }
  }

  look({ view, found, nowMs, looks = 1 }: BookLook): void {
    const seen = new Map(found.map(safe).map((one) => [keyOf(one), one]));
    for (const [key, entry] of this.#entries) {
      const before = entry.seen.get(view);
      if (before === undefined || seen.has(key)) continue;
      entry.seen.set(view, (before << 1) & mask);
    }
    for (const [key, one] of seen) this.#see(key, one, { view, nowMs, looks });
    this.#close(nowMs);
  }

  #see(key: string, found: Found, { view, nowMs, looks }: SeenIn): void {
    const known = this.#entries.get(key);
    if (known === undefined && this.#entries.size >= limits.findings) return;
    const entry = known ?? this.#begin(found, nowMs);
    this.#entries.set(key, entry);
    if (entry.seen.size < limits.views || entry.seen.has(view))
      entry.seen.set(view, shiftedBy(entry.seen.get(view) ?? 0, looks));
    if (known !== undefined) {
      const { renditions, count } = entry.finding;
      const { rendition } = found;
      const isNamed = rendition === '' || renditions.includes(rendition);
      const isFull = renditions.length >= limits.renditions;
      entry.finding = {
        ...entry.finding,
        lastSeen: iso(nowMs),
        count: count + 1,
        renditions: isNamed || isFull ? renditions : [...renditions, rendition],
      };
    }
    const needed = isDecided(found) ? 1 : usualLooks;
    if (!entry.isOpen && [...entry.seen.values()].some((looks) => bits(looks) >= needed))
      entry.isOpen = true;
    if (entry.isOpen) this.#changed.add(entry);
  }

  #begin(found: Found, nowMs: number): Entry {
    const { atMs, rendition, isChange: _isChange, ...rest } = found;
    const finding: MonitoringFinding = {
      ...rest,
      id: this.#newId(nowMs),
      channelId: this.#channelId,
      firstSeen: iso(nowMs),
      lastSeen: iso(nowMs),
      closedAt: null,
      count: 1,
      renditions: rendition === '' ? [] : [rendition],
      at: atMs,
    };
    return { finding, isOpen: false, seen: new Map() };
  }

  #close(nowMs: number): void {
    for (const [key, entry] of this.#entries) {
      if (nowMs - Date.parse(entry.finding.lastSeen) < quietMsOf(entry.finding)) continue;
      this.#entries.delete(key);
      if (!entry.isOpen) continue;
      entry.isOpen = false;
      entry.finding = { ...entry.finding, closedAt: iso(nowMs) };
      this.#changed.add(entry);
    }
  }

  /** Closes findings of views that are no longer looked at. */
  tick(nowMs: number): void {
    this.#close(nowMs);
  }

  /** Rules that a lane breaks now, opened or not, with their causes, which the other lane inherits. */
  brokenIn(lane: MonitoringLane): Map<string, string> {
    const findings = [...this.#entries.values()].map(({ finding }) => finding);
    return new Map(
      findings.filter((one) => one.lane === lane).map(({ rule, cause }) => [rule, cause]),
    );
  }

  /** Open ones, errors first, then the oldest. */
  get open(): MonitoringFinding[] {
    return [...this.#entries.values()]
      .filter(({ isOpen }) => isOpen)
      .map(({ finding }) => finding)
      .sort((a, b) =>
        a.severity === b.severity
          ? a.firstSeen.localeCompare(b.firstSeen)
          : a.severity === 'error'
            ? -1
            : 1,
      );
  }

  /** Breaches seen in too few looks to open a finding yet. */
  get unopened(): MonitoringFinding[] {
    return [...this.#entries.values()].flatMap(({ isOpen, finding }) => (isOpen ? [] : [finding]));
  }

  /** Findings that were opened, seen again or closed since the last call. */
  takeChanged(): MonitoringFinding[] {
    const changed = [...this.#changed].map(({ finding }) => finding);
    this.#changed = new Set();
    return changed;
  }
}
