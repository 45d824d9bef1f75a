import { headerLine, type Observation, type ObservedSegment, overlap } from './observation.ts';
import type { FindingLog, OutputReference } from './rules.ts';

/** Without the query, which some servers sign anew in each playlist: players then only load segments twice. */
const pathOf = (resource: string) => resource.replace(/\?\S*/, '');

/** H1, over two outputs of one rendition. */
export function checkMediaSequence(
  earlier: Observation,
  later: Observation,
  log: FindingLog,
): void {
  const line = headerLine(later, 'EXT-X-MEDIA-SEQUENCE');
  const fail = (at: number, detail: string) => log.add('H1', at, detail, earlier.output);
  if (later.mediaSequence < earlier.mediaSequence)
    fail(line, `EXT-X-MEDIA-SEQUENCE went from ${earlier.mediaSequence} to ${later.mediaSequence}`);
  if (earlier.keepsAll && later.mediaSequence !== earlier.mediaSequence)
    fail(line, 'an EVENT or VOD playlist removed segments');
  const lastBefore = earlier.segments.at(-1);
  const last = later.segments.at(-1);
  if (lastBefore !== undefined && last !== undefined) {
    if (last.msn < lastBefore.msn)
      fail(last.line, `the last segment went from ${lastBefore.msn} to ${last.msn}`);
    if (earlier.endList && last.msn > lastBefore.msn)
      fail(last.line, 'segments were added after EXT-X-ENDLIST');
  }
  for (const [before, now] of overlap(earlier, later))
    checkSegmentKept(before, now, earlier.output, log);
}

function checkSegmentKept(
  before: ObservedSegment,
  now: ObservedSegment,
  earlier: OutputReference,
  log: FindingLog,
): void {
  const isOther = before.resource !== now.resource;
  if (isOther && pathOf(before.resource) === pathOf(now.resource))
    log.warn('H1', now.line, `the query of ${now.resource} changes`, earlier);
  else if (isOther)
    log.add('H1', now.line, `${now.msn} was ${before.resource}, is ${now.resource}`, earlier);
  else if (Math.abs(before.seconds - now.seconds) > 0.0005)
    log.add(
      'H1',
      now.line,
      `${now.msn} lasted ${before.seconds} s, lasts ${now.seconds} s`,
      earlier,
    );
}

/** H2: the number of every segment stays, whether its own tag is still printed or not. */
export function checkDiscontinuitySequence(
  earlier: Observation,
  later: Observation,
  log: FindingLog,
): void {
  const line = headerLine(later, 'EXT-X-DISCONTINUITY-SEQUENCE');
  for (const [before, now] of overlap(earlier, later)) {
    if (before.discontinuityNumber === now.discontinuityNumber) continue;
    log.add(
      'H2',
      line,
      `segment ${now.msn} had discontinuity number ${before.discontinuityNumber}, has ${now.discontinuityNumber}`,
      earlier.output,
    );
    return;
  }
  if (later.discontinuitySequence < earlier.discontinuitySequence)
    log.add(
      'H2',
      line,
      `the sequence went from ${earlier.discontinuitySequence} to ${later.discontinuitySequence}`,
      earlier.output,
    );
}

/** H12, over time. */
export function checkTargetDurationKept(
  earlier: Observation,
  later: Observation,
  log: FindingLog,
): void {
  if (later.targetDuration === earlier.targetDuration) return;
  log.add(
    'H12',
    headerLine(later, 'EXT-X-TARGETDURATION'),
    `EXT-X-TARGETDURATION went from ${earlier.targetDuration} to ${later.targetDuration}`,
    earlier.output,
  );
}

/** H12, in one output: RFC 8216 4.3.3.1 compares the rounded duration. */
export function checkTargetDuration(later: Observation, log: FindingLog): void {
  for (const segment of later.segments)
    if (Math.round(segment.seconds) > later.targetDuration)
      log.add('H12', segment.line, `${segment.seconds} s is longer than ${later.targetDuration} s`);
}
