/**
 * Pods that another process decided for a session: from the database that all stitchers share, else from the beacon
 * journal of a process that was killed, with their creatives read again. A pod with a creative that cannot be read is
 * left out: the viewer sees the source there.
 */

import type { Placement } from '@interlude/stitching';
import type { CreativeLibrary } from '../creatives/creative-library.ts';
import type { ChannelProfile } from '../origin/channel-profile.ts';
import type { DecidedPod } from '../sessions/decided-pod.ts';
import type { PlaybackSession } from '../sessions/playback-session.ts';

export interface ResumePodsOptions {
  /** Pods in the beacon journal: those that were shown, at least in part, with the events that fired. */
  readonly resumedPods: (session: PlaybackSession) => readonly DecidedPod[];
  /** Pods in the database: those of live sessions, also without ads, and of breaks to come. */
  readonly storedPods: (session: PlaybackSession) => Promise<readonly DecidedPod[]>;
  readonly creatives: Pick<CreativeLibrary, 'forTenant'>;
}

export interface ResumedPod extends DecidedPod {
  /** Part of it was shown: its ads keep the offsets that they had. */
  readonly wasShown: boolean;
}

/** Finds the pods of a resumed session and enters them into it. Never rejects. */
export type ResumePods = (
  session: PlaybackSession,
  profile: ChannelProfile | undefined,
) => Promise<readonly ResumedPod[]>;

/** A pod of the database, with the offsets and fired events that the journal has of it. */
function asShown(stored: DecidedPod, shown: DecidedPod | undefined): ResumedPod {
  if (!shown) {
    return { ...stored, wasShown: false };
  }
  const { startMs, firedEvents } = shown;
  const offsets = new Map(shown.pod.placements.map(({ index, offsetMs }) => [index, offsetMs]));
  const placements = stored.pod.placements.map((one) => ({
    ...one,
    offsetMs: offsets.get(one.index) ?? one.offsetMs,
  }));
  const pod = { ...stored.pod, placements, occupiesMs: shown.pod.occupiesMs };
  return { ...stored, startMs, firedEvents, pod, wasShown: true };
}

/** How long the first answer after a restart waits for creatives, milliseconds. */
const findWithinMs = 2_000;

export function createResumePods({
  resumedPods,
  storedPods,
  creatives,
}: ResumePodsOptions): ResumePods {
  async function placed(
    tenantId: string,
    placement: Placement,
    profile: ChannelProfile,
  ): Promise<Placement | undefined> {
    const { address } = placement.creative;
    if (address === undefined) {
      return undefined;
    }
    const found = await creatives
      .forTenant(tenantId)
      .find(address, profile, AbortSignal.timeout(findWithinMs));
    return 'creative' in found ? { ...placement, creative: found.creative } : undefined;
  }

  async function whole(
    session: PlaybackSession,
    decided: DecidedPod,
    profile: ChannelProfile,
  ): Promise<readonly ResumedPod[]> {
    const { avail, pod } = decided;
    const found = await Promise.all(
      pod.placements.map((one) => placed(session.subject.tenantId, one, profile)),
    );
    const placements = found.filter((one) => one !== undefined);
    if (placements.length < pod.placements.length || pod.occupiesMs <= 0) {
      return [];
    }
    const resumed = { ...decided, pod: { ...pod, placements }, wasShown: true };
    session.addPod(avail.breakId, resumed);
    return [resumed];
  }

  return async (session, profile) => {
    if (!profile) {
      return [];
    }
    const stored = await storedPods(session);
    const shown = new Map(resumedPods(session).map((pod) => [pod.avail.breakId, pod]));
    const known = stored.map((decided) => asShown(decided, shown.get(decided.avail.breakId)));
    for (const decided of known) {
      const { breakId } = decided.avail;
      shown.delete(breakId);
      if (decided.pod.placements.length > 0) {
        session.addPod(breakId, decided);
      }
    }
    const read = [...shown.values()].map((pod) => whole(session, pod, profile));
    return [...known, ...(await Promise.all(read)).flat()];
  };
}
