/** A live HLS channel with the fields of a test, its source and its viewer, for the tests of each field. */
import type { ChannelInput } from '@interlude/contract';
import { encodeBase64 } from '@interlude/scte35';
import { timeSignal } from '@interlude/testkit/scte35';
import { afterEach, beforeEach } from 'vitest';
import { channelEntry, startStitcher, type TestStitcher } from './start-stitcher.suite.ts';
import { TestEnvironment } from './test-environment.suite.ts';
import { TestPlayer } from './test-player.suite.ts';

export let environment: TestEnvironment;
export let stitcher: TestStitcher | undefined;
/** All that were started, also by tests that compare channels. */
const started: TestStitcher[] = [];

/** Creates a new test environment for each test of the calling file. */
export function environmentPerTest(): void {
  beforeEach(async () => {
    environment = new TestEnvironment();
    await environment.start();
  });
  afterEach(async () => {
    await stopStitcher();
    await environment.stop();
  });
}

export async function stopStitcher(): Promise<void> {
  stitcher = undefined;
  for (const each of started.splice(0)) await each.stop();
}

export type Fields = Partial<Omit<ChannelInput, 'name'>>;

export async function viewerOf(fields: Fields): Promise<TestPlayer> {
  stitcher = await startStitcher(environment, [
    channelEntry('c1', {
      name: 'test',
      sourceManifestUrl: `${environment.base}/live/master.m3u8`,
      adSource: { system: 'gva', url: `${environment.base}/ads` },
      ...fields,
    }),
  ]);
  started.push(stitcher);
  return new TestPlayer(stitcher.port, 'c1');
}

export function multivariantIs(text: string): void {
  environment.override('/live/master.m3u8', (_request, response) => response.end(text));
}

/** Subtitles as a packager of live WebVTT has them, in step with the video. */
export function subtitles(name = 's0'): void {
  environment.override(`/live/${name}.m3u8`, (_request, response) =>
    response.end(
      environment
        .media(name)
        .replace(/#EXT-X-MAP.*\n/, '')
        .replaceAll('.m4s', '.vtt'),
    ),
  );
}

/** A time_signal with a programme start (0x10) whose UPID is a URI. */
export function programmeStart(uri: string): string {
  return encodeBase64(timeSignal({ typeId: 0x10, upid: uri }));
}

export const variant = 'BANDWIDTH=2000000,CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=1280x720';
export const withTracks = `#EXTM3U
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="aud",NAME="en",LANGUAGE="en",DEFAULT=YES,URI="a0.m3u8"
#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="subs",NAME="en",LANGUAGE="en",URI="s0.m3u8"
#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="cc",NAME="CC1",INSTREAM-ID="CC1"
#EXT-X-STREAM-INF:${variant},AUDIO="aud",SUBTITLES="subs",CLOSED-CAPTIONS="cc"
v0.m3u8
#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=100000,CODECS="avc1.64001f",RESOLUTION=1280x720,URI="i0.m3u8"
`;

export const numbersOf = (texts: readonly string[]) =>
  texts.map((text) => Number(/SEQUENCE:(\d+)/.exec(text)?.[1]));
