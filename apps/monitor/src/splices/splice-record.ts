/** A splice as it is kept: figures of both sides, or why there are none. */
import { safeText } from '@interlude/audit';
import { type SpliceSide, type SpliceSkip, spliceSkips } from '@interlude/contract';
import type { SideReading, UnreadSide } from '@interlude/media-engine';
import { offsetMsOf, type Splice, type SplicedMedia } from '@interlude/monitoring';
import type { KeptSplice } from '@interlude/persistence';

/** One side: what was read of it, or a sentence why not. */
export type SideOutcome =
  | { readonly kind: 'read'; readonly reading: SideReading }
  /** `isFault`: the media are at fault. */
  | { readonly kind: 'unread'; readonly problem: string; readonly isFault: boolean };

export const isRead = (
  outcome: SideOutcome,
): outcome is Extract<SideOutcome, { readonly kind: 'read' }> => outcome.kind === 'read';

export const unread = (problem: string, isFault = false): SideOutcome => ({
  ...{ kind: 'unread', problem, isFault },
});

/** The outcome of a side from the decoder's answer; media beyond the limits of the decoder are not at fault. */
export function outcomeOf(side: SideReading | UnreadSide): SideOutcome {
  return 'problem' in side
    ? unread(side.problem, !side.isBeyondLimits)
    : { kind: 'read', reading: side };
}

const rounded = (value: number, places: number) => Number(value.toFixed(places));
const nameChars = 200;

interface SideOf {
  readonly media: SplicedMedia;
  readonly outcome: SideOutcome;
  readonly rules: readonly string[];
}

function sideOf({ media, outcome, rules }: SideOf): SpliceSide {
  const named = { kind: media.kind, ad: safeText(media.ad, nameChars), rules: [...rules] };
  if (!isRead(outcome)) {
    return {
      ...{ ...named, problem: safeText(outcome.problem), seconds: 0, blackSeconds: 0 },
      ...{ frozenSeconds: 0, silentSeconds: 0, loudness: null, offsetMs: null },
      hasThumbnail: false,
    };
  }
  const { picture, sound, thumbnail } = outcome.reading;
  const loudness = sound?.loudness ?? null;
  return {
    ...{ ...named, problem: '' },
    seconds: rounded(Math.max(picture?.seconds ?? 0, sound?.seconds ?? 0), 2),
    blackSeconds: rounded(picture?.blackSeconds ?? 0, 2),
    frozenSeconds: rounded(picture?.frozenSeconds ?? 0, 2),
    silentSeconds: rounded(sound?.silentSeconds ?? 0, 2),
    loudness: loudness === null ? null : rounded(loudness, 1),
    offsetMs: offsetMsOf(outcome.reading),
    hasThumbnail: thumbnail !== undefined,
  };
}

const pictureOf = (outcome: SideOutcome) =>
  isRead(outcome) ? outcome.reading.thumbnail : undefined;

interface ReadSplice {
  readonly splice: Splice;
  readonly rendition: string;
  readonly nowMs: number;
  readonly before: SideOutcome;
  readonly after: SideOutcome;
  readonly programmeLoudness: number | null;
  readonly cpuMs: number;
  /** Rules that each side breaks. */
  readonly rules: { readonly before: readonly string[]; readonly after: readonly string[] };
}

export function spliceRecord(read: ReadSplice): KeptSplice {
  const { splice, before, after, nowMs, programmeLoudness, cpuMs, rules } = read;
  const { id, atMs, breakId } = splice;
  return {
    ...{ id, at: atMs, loadTime: Math.round(nowMs), breakId: safeText(breakId, nameChars) },
    ...{ rendition: safeText(read.rendition, nameChars), skipped: null, reason: '' },
    before: sideOf({ media: splice.before, outcome: before, rules: rules.before }),
    after: sideOf({ media: splice.after, outcome: after, rules: rules.after }),
    programmeLoudness: programmeLoudness === null ? null : rounded(programmeLoudness, 1),
    ...{ cpuMs: Math.round(cpuMs), rules: [...new Set([...rules.before, ...rules.after])] },
    pictures: { before: pictureOf(before), after: pictureOf(after) },
  };
}

/** @param detail more about the skip, empty = nothing */
export function skippedSplice(
  splice: Splice,
  skipped: SpliceSkip,
  nowMs: number,
  detail = '',
): KeptSplice {
  const reason = spliceSkips[skipped];
  const side = unread(reason);
  const record = spliceRecord({
    ...{ splice, rendition: '', nowMs, before: side, after: side, programmeLoudness: null },
    ...{ cpuMs: 0, rules: { before: [], after: [] } },
  });
  const whole = detail === '' ? reason : `${reason} ${detail}`;
  return { ...record, skipped, reason: safeText(whole) };
}
