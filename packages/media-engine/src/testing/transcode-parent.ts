/** Transcodes as a worker does and reports when it has begun; to be killed by a test. */
import { chooseMediaProcessor } from '../choose-media-processor.ts';
import type { EngineName } from '../media-encoder.ts';
import type { TranscodeJob } from '../transcode/transcode-job.ts';

const [, , engine, text = '{}'] = process.argv;
const processor = await chooseMediaProcessor({ engine: engine as EngineName });
const job = JSON.parse(text) as TranscodeJob;
await processor.transcode(job, { onProgress: (percent) => process.stdout.write(`${percent}\n`) });
