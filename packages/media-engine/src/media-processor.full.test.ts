/**
 * Runs the suites for every engine of this machine. No engine at all is an error: nothing could be conditioned here.
 */
import { expect, it } from 'vitest';
import { chooseMediaProcessor } from './choose-media-processor.ts';
import type { EngineName } from './media-encoder.ts';
import { mediaProcessorSuite } from './media-processor.suite.ts';
import { oddFilesSuite } from './odd-files.suite.ts';
import { orphansSuite } from './orphans.suite.ts';

const engines: EngineName[] = [];
for (const engine of ['node-av', 'ffmpeg'] as const) {
  try {
    await chooseMediaProcessor({ engine });
    engines.push(engine);
    mediaProcessorSuite(engine, () => chooseMediaProcessor({ engine }), 'long');
    oddFilesSuite(engine, () => chooseMediaProcessor({ engine }));
    orphansSuite(engine, () => chooseMediaProcessor({ engine }));
  } catch (error) {
    process.stderr.write(`Not tested here: ${engine} (${String(error)})\n`);
  }
}

it('this machine has an engine', () => {
  expect(engines).not.toEqual([]);
});
