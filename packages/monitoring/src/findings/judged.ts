/** Turns findings of the audit into findings of the monitor: the owner depends on findings of the source. */
import type { FoldedFinding, WatchState } from '@interlude/audit';
import type { MonitoringLane } from '@interlude/contract';
import type { Found } from './found.ts';

export interface JudgedLook {
  readonly lane: MonitoringLane;
  /** `origin.example` */
  readonly host: string;
  readonly rendition: string;
  readonly manifestKey: string;
  /** Epoch ms. */
  readonly nowMs: number;
  /** Place of the finding on the timeline: the edge of the manifest, epoch ms on the source clock. */
  readonly atMs: number;
  /** Rules that are broken in the source now, with their causes: the output inherits them. */
  readonly sourceRules: ReadonlyMap<string, string>;
  /** Of an output: cause by which the source has nothing newer; an output that stands still inherits it. */
  readonly staleCause?: string | undefined;
  /** Of an output: the stitchers answer another manifest than the cache before them. */
  readonly isCacheAtFault?: boolean | undefined;
}

/** Whether a finding says that an output stands still. */
const isStale = ({ rule, detail }: { readonly rule: string; readonly detail: string }) =>
  rule === 'D22' || (rule === 'H33' && detail.startsWith('no new segment'));

/** Rules that a cache breaks when it answers an old manifest, or one manifest for ever. */
const ofOldManifests: ReadonlySet<string> = new Set(['H1', 'H2', 'H33', 'D2', 'D4', 'D11', 'D22']);

/** Whether an old manifest may have caused a finding: then the monitor requests the manifest from the stitchers. */
export const isOfOldManifest = ({ rule }: { readonly rule: string }) => ofOldManifests.has(rule);

/** A manifest that cannot be read is a finding of T6 or T9 and is left out here. */
const unread = /^it cannot be read:/;

/** The findings that the last answer added to a watch. */
export function judgedNow(before: WatchState, after: WatchState): FoldedFinding[] {
  const known = new Map([...before.folded].map(([key, { count }]) => [key, count]));
  return [...after.folded].flatMap(([key, finding]) =>
    finding.count > (known.get(key) ?? 0) && !unread.test(finding.detail) ? [finding] : [],
  );
}

function blame(finding: FoldedFinding, look: JudgedLook): Pick<Found, 'owner' | 'cause'> {
  const { lane, host, sourceRules, staleCause, isCacheAtFault } = look;
  if (lane === 'source') return { owner: 'source', cause: `source ${host}` };
  if (isCacheAtFault === true && isOfOldManifest(finding))
    return { owner: 'cdn', cause: `cdn ${host}` };
  const inherited = sourceRules.get(finding.rule) ?? (isStale(finding) ? staleCause : undefined);
  return inherited === undefined
    ? { owner: 'platform', cause: `platform ${finding.rule}` }
    : { owner: 'source', cause: inherited };
}

/** @param judged findings of one look */
export function foundByJudge(judged: readonly FoldedFinding[], look: JudgedLook): Found[] {
  const { lane, rendition, manifestKey, atMs } = look;
  return judged.map((finding) => {
    const { rule, title, clause, severity, advice, detail, line, isChange } = finding;
    return {
      ...{ rule, title, clause, severity, advice, lane, detail, ...blame(finding, look) },
      ...{ atMs, breakId: '', rendition, manifestKey, line, isChange },
    };
  });
}
