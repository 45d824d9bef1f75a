/** Kills of a process that writes the spool, each followed by shipping what it left. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRollupStore } from '@interlude/persistence';
import { newId } from '@interlude/runtime';
import { templateDatabase } from '@interlude/testkit';
import { expect, test } from 'vitest';
import { SetAside } from './set-aside.ts';
import { SpoolShipper } from './spool-shipper.ts';

const module = (name: string) => JSON.stringify(new URL(`./${name}`, import.meta.url).href);

const tenantId = newId();

/** Writes as fast as it can and prints how many events were acknowledged so far. */
const killedWriter = (folder: string, writer: string) => `
import { SpoolWriter } from ${module('spool-writer.ts')};
const silent = { refused() {}, recovered() {}, lost() {}, taken() {} };
const writer = new SpoolWriter({
  folder: ${JSON.stringify(folder)}, writer: ${JSON.stringify(writer)}, clock: { now: () => Date.now() },
  report: silent, onSegment() {}, waitingBytes: () => 0, limits: { rotateAfterEvents: 700 },
});
await writer.start();
let acknowledged = 0;
const event = () => ({ type: 'impression', atMs: Date.now(), tenant: ${JSON.stringify(tenantId)}, channel: 'c', session: 's', viewer: '' });
for (;;) {
  const count = 1 + Math.floor(Math.random() * 40);
  if (await writer.append(Array.from({ length: count }, event))) acknowledged += count;
  process.stdout.write(acknowledged + '\\n');
}`;

async function runUntilKilled(folder: string, writer: string): Promise<number> {
  const child: ChildProcess = spawn(
    process.execPath,
    [
      '--conditions=@interlude/source',
      '--input-type=module-typescript',
      '-e',
      killedWriter(folder, writer),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let output = '';
  let killAfter = 20 + Math.floor(Math.random() * 400);
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    killAfter -= 1;
    if (killAfter === 0) {
      child.kill('SIGKILL');
    }
  });
  await once(child, 'close');
  const whole = output.slice(0, output.lastIndexOf('\n'));
  return Number(whole.slice(whole.lastIndexOf('\n') + 1));
}

const silent = {
  shipped: () => undefined,
  waiting: () => undefined,
  resumed: () => undefined,
  damaged: () => undefined,
  recovering: () => undefined,
  unreadable: () => undefined,
  setAside: () => undefined,
  lost: () => undefined,
};

export const spoolKillsSuite = (kills: number) =>
  test(
    `REL-R1 ${kills} kills of the spool writer lose no acknowledged event and count none twice`,
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'interlude-kill-'));
      const template = await templateDatabase();
      const { database } = template;
      await database.system
        .insertInto('tenants')
        .values({ id: tenantId, name: 'Tenant', created_at: new Date() })
        .execute();
      const rollups = createRollupStore(database);
      const count = { acknowledged: 0, batches: 0, repeated: 0 };
      for (let kill = 0; kill < kills; kill += 1) {
        count.acknowledged += await runUntilKilled(folder, `writer-${kill}`);
        let lostAnswers = 2;
        const shipper = new SpoolShipper({
          folder,
          writer: 'reader',
          aside: new SetAside(folder),
          report: silent,
          apply: async (batch) => {
            const isNew = await rollups.apply(batch);
            count.batches += isNew ? 1 : 0;
            count.repeated += isNew ? 0 : 1;
            lostAnswers -= 1;
            if (lostAnswers >= 0) {
              throw new Error('the answer of the commit was lost');
            }
          },
        });
        await shipper.recover();
        await shipper.recover();
        await shipper.recover();
        await shipper.stop();
      }
      const today = Math.floor(Date.now() / 86_400_000);
      const usage = await rollups.usage(tenantId, today - 1, today + 1);
      const stored = usage.reduce((sum, { adEvents }) => sum + adEvents, 0);
      await template.drop();
      await rm(folder, { recursive: true, force: true });
      process.stdout.write(`${JSON.stringify({ ...count, stored })}\n`);
      expect(count.acknowledged).toBeGreaterThan(50 * kills);
      expect(count.repeated).toBeGreaterThan(0);
      expect(stored).toBeGreaterThanOrEqual(count.acknowledged);
      // Written but not yet acknowledged at the kill: at most one frame a kill.
      expect(stored - count.acknowledged).toBeLessThanOrEqual(kills * 40 * 2);
    },
    kills * 5_000 + 20_000,
  );
