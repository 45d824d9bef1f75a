/** Runs the suite for every engine of this machine. No engine at all is an error: nothing could be encoded here. */
import { expect, it } from 'vitest';
import { chooseMediaEncoder } from './choose-media-encoder.ts';
import { mediaEncoderSuite } from './media-encoder.suite.ts';
import type { EngineName } from './media-encoder.ts';

const engines: EngineName[] = [];
for (const engine of ['node-av', 'ffmpeg'] as const) {
  try {
    await chooseMediaEncoder({ only: engine });
    engines.push(engine);
    mediaEncoderSuite(engine, () => chooseMediaEncoder({ only: engine }));
  } catch (error) {
    process.stderr.write(`Not tested here: ${engine} (${String(error)})\n`);
  }
}

it('this machine has an engine', () => {
  expect(engines).not.toEqual([]);
});
