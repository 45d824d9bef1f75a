/** A place that creatives come from: files over real HTTP, as whole, slow, wrong or hostile as a test requires. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { chooseMediaEncoder } from '@interlude/media-engine';
import { listen } from '@interlude/runtime';

const width = 320;
const height = 180;
const frameRate = 25;
const sampleRate = 48_000;

function* pictures(count: number): Iterable<Uint8Array> {
  for (let index = 0; index < count; index += 1) {
    const picture = new Uint8Array((width * height * 3) / 2).fill(128);
    picture.fill(16 + ((index * 7) % 200), 0, width * height);
    yield picture;
  }
}

/** A tone much softer than any loudness target. */
function* tone(seconds: number): Iterable<Uint8Array> {
  for (let second = 0; second < seconds; second += 1) {
    const samples = new Int16Array(sampleRate * 2);
    for (let index = 0; index < samples.length; index += 1) {
      const at = Math.floor(index / 2) / sampleRate;
      samples[index] = Math.round(Math.sin(2 * Math.PI * 440 * at) * 2_000);
    }
    yield new Uint8Array(samples.buffer);
  }
}

/** An MP4 of moving grey with a tone, 320x180, 25 frames in a second. @returns its path */
export async function makeCreative(folder: string, seconds: number): Promise<string> {
  const encoder = await chooseMediaEncoder();
  const frameCount = seconds * frameRate;
  await encoder.encode({
    folder: join(folder, 'creative'),
    video: { width, height, frameRate, frameCount, frames: () => pictures(frameCount) },
    audio: { sampleRate, samples: () => tone(seconds) },
    renditions: [{ name: 'v', width, height, bitrateBps: 300_000 }],
    audioBitrateBps: 64_000,
    segmentFrames: frameRate,
    outputs: ['mp4'],
    preset: 'ultrafast',
  });
  return join(folder, 'creative', 'media.mp4');
}

export interface TestSource {
  /** Without a slash at the end. */
  readonly url: string;
  /** host:port, for the allow list. */
  readonly host: string;
  /** Handler by path; `file` where there is none. */
  readonly answers: Map<string, (request: IncomingMessage, response: ServerResponse) => void>;
  readonly requested: string[];
  stop(): Promise<void>;
}

/** Answers every path with the file, but those that `answers` names. */
export async function startTestSource(file: string): Promise<TestSource> {
  const answers: TestSource['answers'] = new Map();
  const requested: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    requested.push(path);
    const own = answers.get(path);
    if (own !== undefined) {
      own(request, response);
      return;
    }
    void stat(file).then(({ size }) => {
      response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': size });
      createReadStream(file).pipe(response);
    });
  });
  const port = await listen(server, { port: 0, host: '127.0.0.1', variable: 'PORT' });
  return {
    url: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    answers,
    requested,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
