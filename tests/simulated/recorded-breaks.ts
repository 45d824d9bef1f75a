/** Live channels in simulated time from the marker to the API: the lab, a stitcher, the database and the control plane. */
import type { BreakRecord } from '@interlude/contract';
import { type Client, contract } from '@interlude/contract/api';
import {
  createBreakRecordStore,
  createChannelStore,
  createRollupStore,
} from '@interlude/persistence';
import { createLogger } from '@interlude/runtime';
import { fixedClock } from '@interlude/testkit';
import { startTestPlane } from '../../apps/control-plane/src/testing/control-plane.suite.ts';
import { EPOCH_MS, SEGMENT_MS } from '../../apps/lab/src/live-origin/live-clock.ts';
import { Caller } from '../../apps/stitcher/src/testing/soak-viewer.suite.ts';
import { type LiveSource, LONG_BREAK_EVERY_MS } from './live-sources.ts';
import { type PlayingViewer, playingViewer } from './playing-viewer.ts';
import { simulatedChannel } from './simulated-channel.ts';
import { SimulatedLab } from './simulated-lab.ts';
import { startSimulatedStitcher } from './simulated-stitcher.ts';

const STEP_MS = SEGMENT_MS / 2;
const START_MS = EPOCH_MS + 100 * LONG_BREAK_EVERY_MS;

export interface RecordedChannel {
  readonly id: string;
  readonly viewers: readonly PlayingViewer[];
}

export interface RecordedBreaks {
  readonly channels: readonly RecordedChannel[];
  readonly client: Client;
  readonly stranger: Client;
  /** Lines of the stitcher's log of level error. */
  readonly errors: readonly string[];
  /** Times of the simulation are of another day than the database's. */
  list(channelId: string, lost?: boolean): Promise<readonly BreakRecord[]>;
  stop(): Promise<void>;
}

/**
 * Plays each source with two sessions, of which one leaves in the middle of the second break.
 * @param adPath of the ad server, with tokens
 */
export async function recordBreaks(
  sources: readonly LiveSource[],
  breaks: number,
  adPath?: string,
): Promise<RecordedBreaks> {
  const clock = fixedClock(START_MS);
  const plane = await startTestPlane({ clock });
  const tenantId = await plane.tenant('Studio');
  const client = plane.client(await plane.user(tenantId, 'Editor'));
  const stranger = plane.client(await plane.user(await plane.tenant('Other'), 'Editor'));
  const lab = new SimulatedLab(clock, createLogger({ name: 'lab', level: 'error' }));
  await lab.start();
  const store = createChannelStore(plane.database);
  const entries = await Promise.all(
    sources.map(async (source, index) => {
      const entry = simulatedChannel(source, index, lab.baseUrl, adPath);
      const { id } = await store.create(tenantId, entry.settings, 'enabled');
      return { ...entry, id, tenantId };
    }),
  );
  const stitcher = await startSimulatedStitcher(clock, lab.host, entries, {
    applyBatch: createRollupStore(plane.database).apply,
    writeRecords: createBreakRecordStore(plane.database).write,
  });
  const caller = new Caller();
  caller.port = stitcher.port;
  const never = Number.POSITIVE_INFINITY;
  const channels = sources.map(({ protocol }, index) => {
    const id = entries[index]?.id ?? '';
    const viewers = [never, 1.2 * LONG_BREAK_EVERY_MS].map((leavesAfterMs) =>
      playingViewer(protocol, caller, id, { behindMs: 3 * SEGMENT_MS, leavesAfterMs }),
    );
    return { id, viewers };
  });
  const viewers = channels.flatMap((channel) => channel.viewers);
  try {
    await lab.advance(STEP_MS);
    for (const viewer of viewers) await viewer.join(clock.now());
    const steps = ((breaks + 1) * LONG_BREAK_EVERY_MS) / STEP_MS;
    for (let step = 0; step < steps; step += 1) {
      await lab.advance(STEP_MS);
      await Promise.all(viewers.map((viewer) => viewer.watch(clock.now())));
    }
  } finally {
    caller.close();
    await stitcher.stop();
    await lab.stop();
  }
  return {
    channels,
    client,
    stranger,
    errors: stitcher.errors,
    list: async (id, lost) => {
      const query = lost ? ({ lost: 'true' } as const) : {};
      return (await client(contract.breakRecords.list, { params: { id }, query })).breaks;
    },
    stop: () => plane.stop(),
  };
}
