import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AuditIo, runAudit } from './audit-command.ts';

const START_MS = Date.UTC(2026, 2, 1, 12);

/** 10 segments of 4 s; no new ones after `stopMs`. */
function playlist(nowMs: number, stopMs = Number.POSITIVE_INFINITY): string {
  const first = Math.floor(Math.min(nowMs, stopMs) / 4_000) - 10;
  const segments = Array.from({ length: 10 }, (_, index) => `#EXTINF:4,\n${first + index}.ts`);
  return `#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:${first}\n${segments.join('\n')}\n`;
}

let server: Server;
let base = '';
let nowMs = START_MS;
let answers: Record<string, () => string | undefined> = {};

beforeEach(async () => {
  nowMs = START_MS;
  answers = {
    '/live.m3u8': () => playlist(nowMs),
    '/stops.m3u8': () => playlist(nowMs, START_MS + 20_000),
    '/vod.m3u8': () => `${playlist(START_MS)}#EXT-X-ENDLIST\n`,
  };
  server = createServer((request, response) => {
    const text = answers[request.url ?? '']?.();
    response.writeHead(text === undefined ? 404 : 200).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Runs the command on a clock that jumps to whatever is waited for. */
async function run(argv: readonly string[], more: Partial<AuditIo> = {}) {
  const files: Record<string, string> = {};
  let printed = '';
  let said = '';
  const status = await runAudit(argv, {
    print: (text) => {
      printed += text;
    },
    say: (text) => {
      said += text;
    },
    isTerminal: false,
    openFile: async (path) => {
      if (path.startsWith('/missing/')) throw new Error(`there is no folder /missing`);
      return async (text) => {
        files[path] = text;
      };
    },
    signal: new AbortController().signal,
    now: () => nowMs,
    wait: async (milliseconds) => {
      nowMs += milliseconds;
    },
    ...more,
  });
  return { status, printed, said, files };
}

describe('the audit as a command', () => {
  it('0 a healthy live stream is watched for its minutes', async () => {
    const { status, printed, said } = await run([`${base}/live.m3u8`, '--minutes', '2']);
    expect(printed).toMatch(/^HLS, live: http:/);
    expect(printed).toContain('1 manifest, 30 outputs in 1 min 56 s');
    expect(printed).toContain('0 errors, 0 warnings. Exit status 0.');
    expect(said).toBe('');
    expect(status).toBe(0);
  });

  it('1 H33 a stream that stands still is named, in text, JSON, JUnit and HTML', async () => {
    const url = `${base}/stops.m3u8`;
    const { status, printed, files } = await run([url, '--minutes', '1', '--html', 'a.html']);
    expect(status).toBe(1);
    expect(printed).toContain('ERROR H33: ');
    expect(files['a.html']).toContain('error H33');
    const json = await run([url, '--minutes', '1', '--json']);
    expect(JSON.parse(json.printed)).toMatchObject({ exitStatus: 1, findings: [{ rule: 'H33' }] });
    const junit = await run([url, '--minutes', '1', '--junit', '--output', 'a.xml']);
    expect(junit.printed).toBe('');
    expect(junit.files['a.xml']).toContain('<failure type="error" message="no new segment for');
  });

  it('0 on demand is read once', async () => {
    const { status, printed } = await run([`${base}/vod.m3u8`]);
    expect(printed).toContain('HLS, on demand');
    expect(printed).toContain('1 output in 0 s');
    expect(status).toBe(0);
  });

  it('2 what cannot be judged is said in one sentence, in every form', async () => {
    const text = await run([`${base}/none.m3u8`]);
    expect(text.printed).toContain('It could not be judged. 127.0.0.1');
    expect(text.printed).toContain('answers with status 404.');
    const json = await run([`${base}/none.m3u8`, '--json']);
    expect(json.said).toMatch(/answers with status 404\.\n$/);
    expect(JSON.parse(json.printed)).toMatchObject({ exitStatus: 2 });
    server.closeAllConnections();
    server.close();
    const gone = await run([`${base}/live.m3u8`]);
    expect(gone.printed).toContain('the connection was refused');
    expect([text.status, json.status, gone.status]).toEqual([2, 2, 2]);
  });

  it('2 a wrong argument or a file that cannot be written is said before anything is requested', async () => {
    let requests = 0;
    server.on('request', () => {
      requests += 1;
    });
    const wrong = await run(['--minutes', 'x', base]);
    expect(wrong).toMatchObject({ status: 2, printed: '', said: expect.stringMatching(/^--min/) });
    expect(await run([`${base}/live.m3u8`, '--output', '/missing/a'])).toMatchObject({
      status: 2,
      said: 'there is no folder /missing\n',
    });
    const allow = await run([`${base}/live.m3u8`, '--allow', '10.0.0.0/99']);
    expect(allow).toMatchObject({ status: 2, said: expect.stringMatching(/^--allow: /) });
    expect(requests).toBe(0);
    expect(await run(['--help'])).toMatchObject({ status: 0, said: '' });
  });

  it('Ctrl-C ends early with the report so far', async () => {
    const ended = new AbortController();
    const wait = async (milliseconds: number) => {
      nowMs += milliseconds;
      if (nowMs >= START_MS + 40_000) ended.abort();
    };
    const { status, printed } = await run([`${base}/stops.m3u8`], { signal: ended.signal, wait });
    expect(printed).toContain('ended early by the user');
    expect(printed).toContain('H33');
    expect(status).toBe(1);
    const atOnce = await run([`${base}/live.m3u8`], { signal: AbortSignal.abort() });
    expect(atOnce.printed).toContain('It was ended before a manifest was judged.');
    expect(atOnce.status).toBe(2);
  });

  it('a terminal sees one line of progress, which goes away', async () => {
    const { said } = await run([`${base}/live.m3u8`, '--minutes', '1'], { isTerminal: true });
    expect(said).toContain(
      '\r\u001b[2K40 s, 11 outputs judged, 0 errors, 0 warnings. Ctrl-C ends.',
    );
    expect(said.endsWith('\r\u001b[2K')).toBe(true);
  });
});
