import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createChannelStore, createSystemStore } from '@interlude/persistence';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bucketOf,
  files,
  type Installation,
  planted,
  startInstallation,
  states,
} from './interlude-command.suite.ts';

let installation: Installation;
beforeAll(async () => {
  installation = await startInstallation();
});
afterAll(() => installation.stop());

describe('npm run interlude', () => {
  it('makes what files say, with names for ids, and changes nothing the second time', async () => {
    const acme = await installation.company();
    const path = await installation.written(files);
    const planned = await acme.run(['diff', path]);
    expect(planned.err).toBe('');
    expect(planned.status).toBe(2);
    expect(planned.out).toContain('+ system "Bucket"\n');
    expect(planned.out).toContain('    sourceManifestUrl: {"playlist":"Evening","output":"hls"}\n');
    expect(planned.out).toContain('5 to create, 0 to change, 0 to delete');
    const applied = await acme.run(['apply', path, '--yes']);
    expect(applied.err).toBe('');
    expect(applied.status).toBe(0);
    const before = await states(acme);
    const again = await acme.run(['apply', path, '--yes']);
    expect(again).toMatchObject({ status: 0, err: '' });
    expect(again.out).toContain('0 to create, 0 to change, 0 to delete, 5 as they should be.');
    expect(await states(acme)).toEqual(before);
    expect((await acme.run(['diff', path], { environment: {} })).status).toBe(0);

    const channels = await createChannelStore(installation.plane.database).list(acme.tenantId, {
      ...{ limit: -1, offset: 0, search: '', sort: 'name' },
    });
    const [evening, news] = channels.rows;
    const [playlist] = await acme.client.playlists.list();
    expect(evening).toMatchObject({
      name: 'Evening',
      state: 'disabled',
      sourceManifestUrl: playlist?.outputUris.hls,
    });
    const stitchers = (await acme.client.systems.listSummary()).find(
      ({ name }) => name === 'Stitchers',
    );
    expect(news).toMatchObject({
      ...{ name: 'News: live', state: 'enabled', liveDelay: 12, systemId: stitchers?.id },
      sourceManifestUrl: 'https://user:planted%40pass%3Aword@origin.example.com/live.m3u8',
      sourceHeaders: { 'x-api-key': planted.header },
      apiKey: planted.viewers,
      authentication: { hmac: { secret: planted.hmac } },
      adSource: { url: `https://ads.example.com/?gdpr=\${GDPR}` },
    });
  });

  it('SEC-S121 writes no secret, is as short as it can be, and equals what it was made of', async () => {
    const acme = await installation.company();
    await acme.run(['apply', await installation.written(files), '--yes']);
    const into = join(installation.folder, 'exported');
    expect((await acme.run(['export', into])).status).toBe(0);
    const names = (await readdir(into, { recursive: true })).filter((name) => name.includes('.'));
    expect(names.sort()).toEqual(
      expect.arrayContaining([
        'channels/evening.yaml',
        'channels/news-live.yaml',
        'playlists/evening.yaml',
        'systems/bucket.yaml',
        'systems/stitchers.yaml',
      ]),
    );
    const texts = await Promise.all(names.map((name) => readFile(join(into, name), 'utf8')));
    for (const secret of Object.values(planted)) {
      expect(texts.join('\n')).not.toContain(secret);
      expect(texts.join('\n')).not.toContain(encodeURIComponent(secret));
    }
    expect(await readFile(join(into, 'channels/evening.yaml'), 'utf8')).toBe(
      'kind: channel\nname: Evening\nsourceManifestUrl:\n  playlist: Evening\n  output: hls\n',
    );
    const news = await readFile(join(into, 'channels/news-live.yaml'), 'utf8');
    expect(news).toContain('sourceManifestUrl: https://********@origin.example.com/live.m3u8\n');
    expect(news).toContain('apiKey: "********"\n');
    expect(news).toContain('system: Stitchers\n');
    expect(await acme.run(['diff', into], { environment: {} })).toMatchObject({
      status: 0,
      err: '',
    });

    expect((await acme.run(['export', into])).err).toContain('has YAML files');
    await acme.client.channels.remove({
      params: {
        id: (await acme.client.channels.list({ query: { search: 'Evening' } }))[0]?.id ?? '',
      },
    });
    const forced = await acme.run(['export', into, '--force']);
    expect(forced.err).toBe('channels/evening.yaml was there before and is no longer exported.\n');
  });

  it('SEC-S121 a stored one is kept, is written anew with --secrets, and goes nowhere else', async () => {
    const acme = await installation.company();
    const byVariable = await installation.written({
      'a.yaml': bucketOf(`\${INTERLUDE_CONFIG_S3}`),
    });
    const kept = await installation.written({ 'a.yaml': bucketOf('"********"') });
    const stored = async () => {
      const systems = createSystemStore(installation.plane.database);
      const all = await acme.client.systems.list({ query: { type: 's3' } });
      return (await systems.find(acme.tenantId, all[0]?.id ?? ''))?.settings['secretAccessKey'];
    };
    const missing = await acme.run(['apply', byVariable, '--yes'], { environment: {} });
    expect([missing.status, missing.err]).toEqual([
      1,
      'Set INTERLUDE_CONFIG_S3: what is to be written names them.\n',
    ]);
    await acme.run(['apply', byVariable, '--yes']);
    expect(await stored()).toBe(planted.s3);
    const environment = { INTERLUDE_CONFIG_S3: 'rotated-key' };
    expect((await acme.run(['diff', byVariable], { environment })).status).toBe(0);
    expect((await acme.run(['diff', kept])).status).toBe(0);
    const rotated = await acme.run(['apply', byVariable, '--secrets', '--yes'], { environment });
    expect(rotated.out).toContain('    settings.secretAccessKey: the secret is written anew\n');
    expect(rotated.out).not.toContain('rotated-key');
    expect(await stored()).toBe('rotated-key');
    const elsewhere = await installation.written({
      'a.yaml': bucketOf('"********"', 'https://s3.thief.example'),
    });
    const refused = await acme.run(['apply', elsewhere, '--yes']);
    expect(refused.status).toBe(1);
    expect(refused.err).toContain('the stored secret is not sent to another address');
    const moved = await installation.written({
      'a.yaml': bucketOf(`\${INTERLUDE_CONFIG_S3}`, 'https://s3.other.example'),
    });
    expect((await acme.run(['apply', moved, '--yes'])).status).toBe(0);
    expect(await stored()).toBe(planted.s3);
  });
});
