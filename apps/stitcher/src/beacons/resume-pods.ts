/**
 * What a process that was killed had decided for a session, from the beacon journal, with its creatives read again.
 * A break of which one cannot be had is left out: the viewer sees the source there.
 */

import type { Placement } from '@interlude/stitching';
import type { CreativeLibrary } from '../creatives/creative-library.ts';
import type { ChannelProfile } from '../origin/channel-profile.ts';
import type { DecidedPod } from '../sessions/decided-pod.ts';
import type { PlaybackSession } from '../sessions/playback-session.ts';

export interface ResumePodsOptions {
  readonly resumedPods: (session: PlaybackSession) => readonly DecidedPod[];
  readonly creatives: Pick<CreativeLibrary, 'forTenant'>;
}

/** Enters them into the session, too. Never rejects. */
export type ResumePods = (
  session: PlaybackSession,
  profile: ChannelProfile | undefined,
) => Promise<readonly DecidedPod[]>;

/** What the first answer after a restart waits for creatives, milliseconds. */
const findWithinMs = 2_000;

export function createResumePods({ resumedPods, creatives }: ResumePodsOptions): ResumePods {
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
  ): Promise<readonly DecidedPod[]> {
    const { avail, pod } = decided;
    const found = await Promise.all(
      pod.placements.map((one) => placed(session.subject.tenantId, one, profile)),
    );
    const placements = found.filter((one) => one !== undefined);
    if (placements.length < pod.placements.length || pod.occupiesMs <= 0) {
      return [];
    }
    const resumed = { ...decided, pod: { ...pod, placements } };
    session.addPod(avail.breakId, resumed);
    return [resumed];
  }

  return async (session, profile) => {
    if (!profile) {
      return [];
    }
    const pods = resumedPods(session).map((pod) => whole(session, pod, profile));
    return (await Promise.all(pods)).flat();
  };
}
