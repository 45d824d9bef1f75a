/** The audit of every form of the lab's live origin over simulated minutes, and the command itself in real time. */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../tools/root.ts';
import { type AuditedLab, startAuditedLab } from './audited-lab.ts';
import { crossedForms, everyForm } from './live-sources.ts';

describe('the audit of every form of the live origin', () => {
  let lab: AuditedLab;

  beforeAll(async () => {
    lab = await startAuditedLab();
  });
  afterAll(() => lab.stop());

  const healthy = [...everyForm, ...crossedForms].filter(({ path }) => !path.includes('restart='));

  it.each(healthy)('$name has no finding in ten minutes', async ({ path }) => {
    const all = await lab.audit(path, ['--minutes', '10']);
    expect([all.status, all.rules]).toEqual([0, []]);
    const inTurn = await lab.audit(path, ['--minutes', '10', '--renditions', 'turn']);
    expect([inTurn.status, inTurn.rules]).toEqual([0, []]);
  });
});

describe('the command', () => {
  let folder = '';
  /** A segment each second. */
  const server = createServer((_, response) => {
    const first = Math.floor(Date.now() / 1_000) - 20;
    const segments = Array.from({ length: 20 }, (_, index) => `#EXTINF:1,\n${first + index}.ts`);
    response.end(
      `#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:1\n#EXT-X-MEDIA-SEQUENCE:${first}\n${segments.join('\n')}\n`,
    );
  });
  let url = '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'audit-'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/live.m3u8`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** @param interruptMs after which it gets a Ctrl-C */
  async function run(argv: readonly string[], interruptMs?: number) {
    const child = spawn(
      process.execPath,
      ['--conditions=@interlude/source', 'tools/audit.ts', ...argv],
      { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    let printed = '';
    child.stdout.on('data', (part: Buffer) => {
      printed += part.toString();
    });
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
    if (interruptMs !== undefined) {
      await sleep(interruptMs);
      child.kill('SIGINT');
    }
    return { status: await ended, printed };
  }

  it('watches for its time, and writes its files', async () => {
    const html = join(folder, 'a.html');
    const startedAt = performance.now();
    const { status, printed } = await run([url, '--minutes', '0.1', '--json', '--html', html]);
    expect(JSON.parse(printed)).toMatchObject({ protocol: 'HLS', isLive: true, findings: [] });
    expect(status).toBe(0);
    expect(await readFile(html, 'utf8')).toContain('No finding.');
    expect(performance.now() - startedAt).toBeGreaterThan(5_000);
  });

  it('Ctrl-C ends it with the report so far', async () => {
    const { status, printed } = await run([url, '--minutes', '5'], 5_000);
    expect(printed).toContain('ended early by the user');
    expect(printed).toContain('0 errors, 0 warnings. Exit status 0.');
    expect(status).toBe(0);
  });

  it('2 without a manifest', async () => {
    const { status, printed } = await run(['http://127.0.0.1:1/none.mpd']);
    expect(printed).toContain('It could not be judged.');
    expect(status).toBe(2);
  });
});
