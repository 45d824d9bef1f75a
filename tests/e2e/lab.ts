/** The lab as the tests read it: the state of its media, and the beacons that it has recorded. */
import { platform } from './platform.ts';

interface LabStatus {
  readonly state: string;
  readonly message: string;
  readonly isChannelReady: boolean;
  readonly areAdsReady: boolean;
}

export interface RecordedBeacon {
  readonly session: string;
  readonly breakId: string;
  readonly ad: string;
  readonly position: string;
  readonly event: string;
  readonly isDuplicate: boolean;
}

async function readJson<T>(path: string): Promise<T> {
  const answer = await fetch(platform.labUrl + path);
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** Waits until the lab has drawn and encoded everything, so that encoding does not disturb playback. */
export async function labReady(timeoutMs: number): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const status = await readJson<LabStatus>('/status');
    if (status.state === 'ready') return;
    if (status.state === 'failed' || Date.now() > deadline) {
      throw new Error(`the lab is not ready: ${status.message}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}

export async function recordedBeacons(): Promise<readonly RecordedBeacon[]> {
  const answer = await readJson<{ beacons: readonly RecordedBeacon[] } | readonly RecordedBeacon[]>(
    '/beacons.json',
  );
  return 'beacons' in answer ? answer.beacons : answer;
}
