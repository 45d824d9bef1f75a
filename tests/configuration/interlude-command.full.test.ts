import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { files, type Installation, startInstallation, states } from './interlude-command.suite.ts';

let installation: Installation;
beforeAll(async () => {
  installation = await startInstallation();
});
afterAll(() => installation.stop());

describe('apply', () => {
  it('shows field by field what it changes, asks, and deletes with --prune alone', async () => {
    const acme = await installation.company();
    await acme.run(['apply', await installation.written(files), '--yes']);
    const changed = await installation.written({
      ...files,
      'channels/news.yml': files['channels/news.yml'].replace('liveDelay: 12', 'liveDelay: 6'),
      'channels/evening.yaml': '',
    });
    const planned = await acme.run(['diff', changed]);
    expect(planned.status).toBe(2);
    expect(planned.out).toContain('~ channel "News: live"\n    liveDelay: 12 → 6\n');
    expect(planned.out).toMatch(/^In no file, and kept: .*, channel "Evening" \(see --prune\)\.$/m);
    const before = await states(acme);
    const alone = await acme.run(['apply', changed]);
    expect([alone.status, alone.err]).toEqual([
      1,
      'Nobody is there to confirm it: --yes applies without a question.\nNothing was changed.\n',
    ]);
    expect((await acme.run(['apply', changed], { answer: async () => 'no' })).status).toBe(1);
    expect(await states(acme)).toEqual(before);
    const done = await acme.run(['apply', changed, '--prune'], { answer: async () => 'yes' });
    expect(done.err).toBe('');
    expect(done.out).toContain('deleted channel "Evening"\n');
    const names = (await acme.client.channels.list()).map(({ name }) => name);
    expect(names).toEqual(['News: live']);
    const kinds = await installation.written({ 'channels/news.yml': files['channels/news.yml'] });
    await acme.run(['apply', kinds, '--prune', '--yes']);
    expect((await acme.client.playlists.list()).totalCount).toBe(1);
    const systems = async () => (await acme.client.systems.list()).totalCount;
    const ofCompany = await systems();
    const all = ['--only', 'channels,playlists', '--prune', '--yes'];
    await acme.run(['apply', kinds, ...all]);
    expect((await acme.client.playlists.list()).totalCount).toBe(0);
    expect(await systems()).toBe(ofCompany);
  });

  it('changes a system that the platform made, and neither adds nor deletes one', async () => {
    const acme = await installation.company();
    const path = await installation.written({
      'local.yaml':
        'kind: system\nname: Files\ntype: local\nsettings: { publicBaseUrl: "https://cdn.example.com" }',
    });
    const done = await acme.run(['apply', path, '--prune', '--yes']);
    expect(done.err).toBe('');
    const systems = await acme.client.systems.list({ query: { limit: -1 } });
    const local = systems.find(({ type }) => type === 'local');
    expect(local).toMatchObject({ name: 'Files', builtIn: true });
    expect(systems.map(({ type }) => type)).toContain('ffmpeg');
  });

  it('leaves what somebody changed since the plan, and says how far it came', async () => {
    const acme = await installation.company();
    await acme.run(['apply', await installation.written(files), '--yes']);
    const changed = await installation.written({
      'a.yaml': files['channels/news.yml'].replace('liveDelay: 12', 'liveDelay: 6'),
    });
    const [news] = await acme.client.channels.list({ query: { search: 'News' } });
    const params = { id: news?.id ?? '' };
    const done = await acme.run(['apply', changed], {
      answer: async () => {
        await acme.client.channels.setState({ params, body: { state: 'disabled' } });
        return 'yes';
      },
    });
    expect(done.status).toBe(1);
    expect(done.err).toContain('0 of 1 changes were made; apply again to go on.\n');
    expect(done.err).toContain('EDIT_CONFLICT');
    expect((await acme.client.channels.read({ params })).liveDelay).toBe(12);
    const deleting = await acme.run(['apply', changed, '--prune'], {
      answer: async () => {
        const [evening] = await acme.client.channels.list({ query: { search: 'Evening' } });
        const id = evening?.id ?? '';
        await acme.client.channels.setState({ params: { id }, body: { state: 'enabled' } });
        return 'yes';
      },
    });
    expect(deleting.err).toContain('Somebody else has changed it since the plan was made.');
    expect((await acme.client.channels.list()).totalCount).toBe(2);
  });

  it('configures channels alone with the key of an Editor, who sees no playlists and systems', async () => {
    const acme = await installation.company('Editor');
    const channel =
      'kind: channel\nname: News\nsourceManifestUrl: https://origin.example.com/a.m3u8';
    const done = await acme.run([
      'apply',
      await installation.written({ 'a.yaml': channel }),
      '--yes',
    ]);
    expect(done).toMatchObject({ status: 0, err: '' });
    const refused = await acme.run(['diff', await installation.written(files)]);
    expect(refused.status).toBe(1);
    expect(refused.err).toContain('this key may not read playlists; use one of a SuperAdmin');
    const exported = await acme.run(['export']);
    expect(exported.out).toBe(
      '---\nkind: channel\nname: News\nsourceManifestUrl: https://origin.example.com/a.m3u8\n',
    );
    expect(exported.err).toContain('Without systems: this key may not read them.');
  });

  it('the key of viewers, which an operator may read, is compared', async () => {
    const acme = await installation.company();
    const path = await installation.written({
      'a.yaml': `kind: channel\nname: News\nsourceManifestUrl: https://origin.example.com/a.m3u8\napiKey: \${INTERLUDE_CONFIG_VIEWERS}`,
    });
    await acme.run(['apply', path, '--yes']);
    const environment = { INTERLUDE_CONFIG_VIEWERS: 'another' };
    const planned = await acme.run(['diff', path], { environment });
    expect(planned.status).toBe(2);
    expect(planned.out).toContain('    apiKey: the secret is written anew\n');
    expect(planned.out).not.toMatch(/another|planted/);
  });
});

describe('export', () => {
  it('another company gets the same by apply, when it is given the secrets', async () => {
    const [acme, other] = [await installation.company(), await installation.company()];
    await acme.run(['apply', await installation.written(files), '--yes']);
    const { out } = await acme.run(['export']);
    const path = await installation.written({ 'all.yaml': out });
    const without = await other.run(['diff', path]);
    expect(without.status).toBe(1);
    expect(without.err).toContain('settings.secretAccessKey: nothing is stored to be kept');
    const given = out
      .replace('secretAccessKey: "********"', `secretAccessKey: \${INTERLUDE_CONFIG_S3}`)
      .replace('https://********@', `https://user:\${INTERLUDE_CONFIG_PASSWORD}@`)
      .replace('x-api-key: "********"', `x-api-key: \${INTERLUDE_CONFIG_HEADER}`)
      .replace('apiKey: "********"', `apiKey: \${INTERLUDE_CONFIG_VIEWERS}`)
      .replace('secret: "********"', `secret: \${INTERLUDE_CONFIG_HMAC}`);
    const done = await other.run([
      'apply',
      await installation.written({ 'all.yaml': given }),
      '--yes',
    ]);
    expect(done).toMatchObject({ status: 0, err: '' });
    expect((await other.run(['export'])).out).toBe(out);
  });

  it('SEC-S121 names lead out of no folder, and what files cannot say is refused', async () => {
    const acme = await installation.company();
    const sourceManifestUrl = 'https://origin.example.com/a.m3u8';
    for (const name of ['../../etc/passwd', 'Ünïcode', '…', 'a/b', 'a-b'])
      await acme.client.channels.create({ body: { name, sourceManifestUrl } });
    const into = join(installation.folder, 'names');
    await acme.run(['export', into]);
    expect((await readdir(join(into, 'channels'))).sort()).toEqual([
      ...['a-b-2.yaml', 'a-b.yaml', 'etc-passwd.yaml', 'unicode.yaml', 'unnamed.yaml'],
    ]);
    expect((await acme.run(['diff', into])).status).toBe(0);
    await acme.client.channels.create({ body: { name: 'a-b', sourceManifestUrl } });
    const adSource = { params: { of: 'https://u:planted-open@ads.example.com' } };
    await acme.client.channels.create({ body: { name: 'Open', sourceManifestUrl, adSource } });
    const refused = await acme.run(['export', join(installation.folder, 'refused')]);
    expect(refused.status).toBe(1);
    expect(refused.err).toContain('channel "a-b": there are 2 of this name');
    expect(refused.err).toContain('channel "Open": credentials stand in an address');
    expect(refused.err).not.toContain('planted-open');
    expect(await readdir(installation.folder)).not.toContain('refused');
  });

  it('names that two playlists have are neither written nor read', async () => {
    const acme = await installation.company();
    await acme.run(['apply', await installation.written(files), '--yes']);
    await acme.client.playlists.create({ body: { name: 'Evening' } });
    const evening = (await acme.client.channels.list({ query: { search: 'Evening' } }))[0];
    const exported = await acme.run(['export', '--only', 'channel']);
    expect(exported.out).toContain(
      `name: Evening\nsourceManifestUrl: ${evening?.sourceManifestUrl}\n`,
    );
    const named = await installation.written({ 'a.yaml': files['channels/evening.yaml'] });
    const refused = await acme.run(['diff', named]);
    expect(refused.status).toBe(1);
    expect(refused.err).toContain('there is no playlist "Evening" that this key may read, or more');
  });
});

describe('the command', () => {
  it('lists channels, and says what is missing', async () => {
    const acme = await installation.company('Editor');
    await acme.client.channels.create({
      body: { name: 'News', sourceManifestUrl: 'https://u:planted@origin.example.com/a.m3u8' },
    });
    expect((await acme.run(['list'])).out).toBe(
      'News  hls-live   disabled  https://********@origin.example.com/a.m3u8\n',
    );
    expect(JSON.parse((await acme.run(['list', '--json'])).out)).toMatchObject([{ name: 'News' }]);
    const nowhere = { INTERLUDE_URL: 'http://127.0.0.1:1', INTERLUDE_KEY: 'k' };
    const away = await acme.run(['list'], { environment: nowhere });
    expect([away.status, away.err]).toEqual([1, expect.stringContaining('cannot be reached')]);
    const wrong = await acme.run(['list', '--key', 'no-key']);
    expect([wrong.status, wrong.err]).toEqual([1, expect.stringContaining('Invalid token.')]);
    for (const args of [['watch'], ['diff'], ['list', 'x', 'y'], ['list', '--nothing']])
      expect((await acme.run(args)).status).toBe(1);
    expect((await acme.run(['list'], { environment: { INTERLUDE_KEY: '' } })).err).toBe(
      'Set INTERLUDE_URL and INTERLUDE_KEY, or give --url and --key.\n',
    );
    expect((await acme.run(['diff', join(installation.folder, 'none')])).err).toContain(
      'there is no such file',
    );
  });
});
