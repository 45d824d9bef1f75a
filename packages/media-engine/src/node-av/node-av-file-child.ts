/** The forked process of the node-av engine for files: does one task and ends. */
import { Log } from 'node-av';
import { AV_LOG_ERROR } from 'node-av/constants';
import { type FileAnswer, type FileTask, isFileTask } from './file-protocol.ts';
import { giveUpRoot } from './give-up-root.ts';
import { measureAudio } from './measure-audio.ts';
import { UnreadableError } from './open-file.ts';
import { probeFile } from './probe-file.ts';
import { readSplice } from './read-splice.ts';
import { transcodeFile } from './transcode-file.ts';

/** Milliseconds between two signs of life. */
const BEAT_MS = 1_000;

function report(message: FileAnswer): Promise<void> {
  return new Promise((resolve) => {
    if (process.send === undefined || !process.connected) resolve();
    else process.send(message, undefined, {}, () => resolve());
  });
}

const beat = () => void report({ type: 'beat' });

async function follow(task: FileTask): Promise<FileAnswer> {
  if (task.type === 'probe') return { type: 'probed', probe: await probeFile(task.file, beat) };
  if (task.type === 'splice') {
    const sides = await readSplice(task.sides, beat);
    const { user, system } = process.cpuUsage();
    return { type: 'spliced', sides, cpuMs: (user + system) / 1000 };
  }
  if (task.type === 'measure') await measureAudio(task.file, task.stream, task.chain, beat);
  else await transcodeFile(task.plan, reporter());
  return { type: 'done' };
}

/** Sends each whole percent once, and beats in between, so that the parent sees progress. */
function reporter(): (percent: number) => void {
  let reportedPercent = 0;
  let reached = 0;
  let beatAtMs = 0;
  return (percent) => {
    const whole = Math.min(99, Math.floor(percent));
    if (percent > reached && performance.now() > beatAtMs) {
      beatAtMs = performance.now() + BEAT_MS;
      beat();
    }
    reached = Math.max(reached, percent);
    if (!(whole > reportedPercent)) return;
    reportedPercent = whole;
    void report({ type: 'progress', percent: whole });
  };
}

async function run(task: FileTask): Promise<void> {
  try {
    await report(await follow(task));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const finding = error instanceof UnreadableError ? error.finding : undefined;
    await report({ type: 'failed', finding, message });
  }
  process.exit(0); // native threads may still wait for work
}

giveUpRoot();
process.on('message', (message) => {
  if (isFileTask(message)) void run(message);
});
process.on('disconnect', () => process.exit(1)); // the parent has ended: no process waits for the result
Log.setLevel(AV_LOG_ERROR);
