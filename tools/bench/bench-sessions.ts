/** Sessions of a bench on the channels `c0`, `c1`, … of a BenchOrigin. */
import type { Caller } from '../../apps/stitcher/src/testing/soak-viewer.suite.ts';

const AT_ONCE = 100;

export async function eachAtOnce<T>(
  values: readonly T[],
  work: (value: T) => Promise<unknown>,
): Promise<void> {
  for (let at = 0; at < values.length; at += AT_ONCE)
    await Promise.all(values.slice(at, at + AT_ONCE).map(work));
}

/** Opens a session and requests both of its playlists. @returns its id */
export async function joinSession(caller: Caller, channel: number): Promise<string> {
  const { location = '' } = await caller.get(`/hls/c${channel}/master.m3u8`);
  const sessionId = new URLSearchParams(location.split('?')[1]).get('sid') ?? '';
  for (const rendition of ['v0', 'a0']) {
    const { status } = await caller.get(`/hls/c${channel}/${sessionId}/${rendition}.m3u8`);
    if (status !== 200) throw new Error(`a playlist was answered with ${status}`);
  }
  return sessionId;
}
