/**
 * The evidence pack of a monitor's session, as the control plane would make it of the stages that a stitcher recorded.
 */
import type { RecordedStage, RecordStage } from '@interlude/contract';
import {
  type EvidencePack,
  packVersion,
  redactValue,
  stitchingSettings,
} from '@interlude/evidence';

export interface PlayedSession {
  readonly type: 'hls-live' | 'dash-live';
  /** Of the channel. */
  readonly settings: unknown;
  readonly manifests: EvidencePack['manifests'];
  readonly records: readonly {
    readonly stage: string;
    readonly atMs: number;
    readonly detail: object;
  }[];
  readonly startMs: number;
  readonly redact: (text: string) => string;
}

export function packOfSession(played: PlayedSession): EvidencePack {
  const { type, settings, manifests, records, startMs, redact } = played;
  const stages: RecordedStage[] = records.map(({ stage, atMs, detail }) => ({
    ...{ stage: stage as RecordStage, at: new Date(atMs).toISOString() },
    ...{ beforeDeadlineMs: null, sentence: '', detail: { ...detail } },
  }));
  const at = new Date(startMs).toISOString();
  const session = {
    ...{ session: 'm'.repeat(22), kept: 'monitor' as const, at, lostSeconds: 0, reason: null },
    stages,
  };
  const shown = { breakId: 'b', startedAt: at, sentence: '', record: {}, sessions: [session] };
  return {
    about: {
      ...{ format: 'interlude-evidence', version: packVersion, platform: '0.0.0', madeAt: at },
      ...{ channel: { id: 'c1', name: 'News', type }, about: { kind: 'break', id: 'b' } },
      ...{ fromMs: 0, toMs: Date.now(), leftOut: [] },
      settings: redactValue(stitchingSettings.parse(settings), redact),
    },
    ...{ findings: [], looks: [], manifests },
    breaks: redactValue([shown], redact),
  };
}

/** Waits until it is so. @throws Error when it never becomes so */
export async function until(isSo: () => boolean): Promise<void> {
  for (const endMs = Date.now() + 8_000; !isSo(); ) {
    if (Date.now() > endMs) throw new Error('it never became so');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
