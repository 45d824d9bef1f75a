import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createHealth, type Health } from './health.ts';
import { listen } from './listen.ts';
import { createMetrics } from './metrics.ts';

describe('health and metrics', () => {
  const metrics = createMetrics();
  let health: Health;
  let base = '';
  const server = createServer((request, response) => {
    health.handle(request, response).then((handled) => {
      if (!handled) response.writeHead(404).end('not health');
    });
  });

  beforeAll(async () => {
    const port = await listen(server, { port: 0, host: '127.0.0.1', variable: 'PORT' });
    base = `http://127.0.0.1:${port}`;
  });
  beforeEach(() => {
    health = createHealth({ role: 'stitcher', metrics });
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const ready = async () => {
    const response = await fetch(`${base}/health/ready`);
    return { status: response.status, body: await response.json() };
  };

  it('is live as long as it answers', async () => {
    const response = await fetch(`${base}/health/live?probe=1`);
    expect([response.status, await response.json()]).toEqual([
      200,
      { role: 'stitcher', live: true },
    ]);
  });

  it('is ready when every check is fine, and names the one that is not', async () => {
    health.addCheck('sources', () => undefined);
    expect(await ready()).toEqual({
      status: 200,
      body: { role: 'stitcher', ready: true, checks: { sources: 'ok' } },
    });
    const remove = health.addCheck('database', async () => {
      throw new Error('connection refused');
    });
    health.addCheck('spool', () => 'disk full');
    expect(await ready()).toMatchObject({
      status: 503,
      body: { ready: false, checks: { database: 'connection refused', spool: 'disk full' } },
    });
    remove();
    expect((await ready()).body).toMatchObject({ checks: { sources: 'ok', spool: 'disk full' } });
  });

  it('counts a check that hangs as failed', async () => {
    health.addCheck('database', () => new Promise(() => undefined));
    expect(await ready()).toMatchObject({
      status: 503,
      body: { checks: { database: 'no answer within 2000 ms' } },
    });
  });

  it('writes the Prometheus text', async () => {
    metrics.counter('interlude_test_total', 'Things of the test.', ['reason']).add({ reason: 'a' });
    metrics.counter('interlude_test_total', 'Things of the test.', ['reason']).add({ reason: 'a' });
    metrics.gauge('interlude_test_now', 'Things now.').set(3);
    metrics.histogram('interlude_test_seconds', 'How long.').observe(0.2);
    const response = await fetch(`${base}/metrics`);
    const text = await response.text();
    expect(response.headers.get('content-type')).toContain('text/plain');
    expect(text).toContain('interlude_test_total{reason="a"} 2');
    expect(text).toContain('interlude_test_now 3');
    expect(text).toContain('interlude_test_seconds_bucket{le="0.25"} 1');
  });

  it('refuses one name with two types', () => {
    expect(() => metrics.gauge('interlude_test_total', 'x')).toThrow('another type');
  });

  it('leaves every other path alone', async () => {
    expect((await fetch(`${base}/other`)).status).toBe(404);
  });
});

describe('listen', () => {
  it('says which variable to change when the port is in use', async () => {
    const first = createServer();
    const port = await listen(first, { port: 0, host: '127.0.0.1', variable: 'PORT' });
    await expect(
      listen(createServer(), { port, host: '127.0.0.1', variable: 'STITCHER_PORT' }),
    ).rejects.toThrow(
      `Port ${port} is in use. Stop the other program or set STITCHER_PORT to a free port.`,
    );
    first.close();
  });

  it('says that the host is none of this machine', async () => {
    await expect(
      listen(createServer(), { port: 0, host: '203.0.113.1', variable: 'PORT' }),
    ).rejects.toThrow(/^HOST: 203\.0\.113\.1 is not an address of this machine/);
  });
});
