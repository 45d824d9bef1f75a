import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consolePolicy } from '../http/security-headers.ts';
import { startTestPlane, type TestPlane } from '../testing/control-plane.suite.ts';

const theme = 'document.documentElement.dataset.theme="dark"';
const page = `<!doctype html><script>${theme}</script><script type="module" src="/assets/app.js"></script>`;
const script = `export const text = "${'lorem ipsum '.repeat(500)}";`;
let plane: TestPlane;

beforeAll(async () => {
  plane = await startTestPlane();
  await mkdir(join(plane.consoleFolder, 'assets'));
  await writeFile(join(plane.consoleFolder, 'index.html'), page);
  await writeFile(join(plane.consoleFolder, 'assets/app.js'), script);
});
afterAll(() => plane.stop());

const get = (path: string, headers: Record<string, string> = { accept: 'text/html' }) =>
  fetch(plane.url + path, { headers });

describe('the console', () => {
  it.each(['/', '/login', '/register', '/verify-email?token=x', '/app', '/app/settings/users'])(
    'NAV-001 is drawn at %s',
    async (path) => {
      const answer = await get(path);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toBe('no-cache');
      expect(await answer.text()).toBe(page);
    },
  );

  it('sends the HTML of a page with the files of its first visit, where there is one', async () => {
    for (const name of ['login', 'dashboard', 'channels', 'channel', 'app'])
      await writeFile(join(plane.consoleFolder, `${name}.html`), name);
    const bodyOf = async (path: string) => (await get(path)).text();
    try {
      expect(await Promise.all(['/login', '/app', '/app/dashboard/'].map(bodyOf))).toEqual([
        ...['login', 'dashboard', 'dashboard'],
      ]);
      const channels = '/app/ad-insertion/channels';
      expect(
        await Promise.all(
          [channels, `${channels}/new?x=1`, `${channels}/a/monitoring`].map(bodyOf),
        ),
      ).toEqual(['channels', 'channel', 'app']);
      expect(await Promise.all(['/app/reports', '/', '/shared'].map(bodyOf))).toEqual([
        ...[page, page, page],
      ]);
    } finally {
      for (const name of ['login', 'dashboard', 'channels', 'channel', 'app'])
        await rm(join(plane.consoleFolder, `${name}.html`));
    }
  });

  it.each(['/unknown', '/login/else', '/application', '/favicon.nope'])(
    'PUB-012 draws its 404 page at %s, with status 404',
    async (path) => {
      const answer = await get(path);
      expect([answer.status, await answer.text()]).toEqual([404, page]);
    },
  );

  it('answers the error body to who wants no page', async () => {
    const answer = await get('/unknown', { accept: 'application/json' });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ errorCode: 'ROUTE_NOT_FOUND' });
    expect((await fetch(`${plane.url}/login`, { method: 'POST' })).status).toBe(404);
  });

  it('SEC-S10 allows its one inline script by hash, media from everywhere, frames from nowhere', async () => {
    const hash = createHash('sha256').update(theme).digest('base64');
    const policy = (await get('/')).headers.get('content-security-policy') ?? '';
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
    expect(policy).toContain("media-src 'self' blob: http: https:");
    expect(policy).toContain("connect-src 'self' blob: http: https:");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("object-src 'none'");
  });

  it('SEC-S106 the page of a shared card says no address further, and is in no index', async () => {
    const { status, headers } = await get('/shared');
    expect([status, headers.get('referrer-policy')]).toEqual([200, 'no-referrer']);
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
    expect((await get('/login')).headers.get('x-robots-tag')).toBeNull();
  });

  it('PUB-027 SEC-S10 allows the script that counts, when one is named, from its origin alone', () => {
    const scripts = (analyticsScriptUrl: string | undefined) =>
      consolePolicy({
        scriptHashes: [],
        identityOrigin: plane.url,
        framed: false,
        analyticsScriptUrl,
      })
        .split('; ')
        .find((part) => part.startsWith('script-src'));
    expect(scripts('https://count.example/js/script.js')).toBe(
      "script-src 'self' https://count.example",
    );
    expect(scripts(undefined)).toBe("script-src 'self'");
  });

  it('SEC-S10 lets the console frame the page of a silent sign-in, and the identity provider', async () => {
    const policy = (await get('/silent?code=1')).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).toContain(`frame-src 'self' ${plane.url};`);
  });

  it('sends assets compressed, for a year, and 304 when they are known', async () => {
    const answer = await get('/assets/app.js', { 'accept-encoding': 'br, gzip' });
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      vary: 'accept-encoding',
    });
    expect(await answer.text()).toBe(script);
    const etag = String(answer.headers.get('etag'));
    const again = await get('/assets/app.js', { 'if-none-match': etag });
    expect(again.status).toBe(304);
    const zipped = await get('/assets/app.js', { 'accept-encoding': 'gzip' });
    expect(zipped.headers.get('content-encoding')).toBe('gzip');
    expect(await zipped.text()).toBe(script);
  });

  it('shows a file that was built anew', async () => {
    await writeFile(join(plane.consoleFolder, 'new.txt'), 'one');
    expect(await (await get('/new.txt')).text()).toBe('one');
    await writeFile(join(plane.consoleFolder, 'new.txt'), 'other');
    expect(await (await get('/new.txt')).text()).toBe('other');
  });

  it.each([
    '/../package.json',
    '/%2e%2e/package.json',
    '/assets/..%2f..%2fsecret',
    '/.env',
    '/%00',
  ])('SEC-S7 does not leave its folder for %s', async (path) => {
    const answer = await get(path, { accept: '*/*' });
    expect(answer.status).toBe(404);
  });
});

describe('without a build', () => {
  it('says so', async () => {
    const bare = await startTestPlane();
    const answer = await fetch(`${bare.url}/`);
    expect(answer.status).toBe(503);
    expect(await answer.text()).toContain('npm start');
    await bare.stop();
  });
});

describe('the API description', () => {
  it('OP-02 is public at /openapi and /openapi.json', async () => {
    const document = await get('/openapi.json', {});
    expect(await document.json()).toMatchObject({
      openapi: '3.1.0',
      servers: [{ url: plane.url }],
    });
    const ui = await fetch(`${plane.url}/openapi`);
    expect(ui.status).toBe(200);
    expect(await ui.text()).toContain('<details id="channels.update">');
    expect(ui.headers.get('content-security-policy')).toContain("script-src 'none'");
  });
});
