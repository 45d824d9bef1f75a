import { describe, expect, it } from 'vitest';
import { readDocument, type Wanted } from './documents.ts';
import { type Existing, isBuiltInType, type Values } from './kinds.ts';
import { makePlan, type PlanOptions } from './plan.ts';
import type { Platform } from './platform.ts';
import { planText } from './print-plan.ts';
import { readYaml } from './read-files.ts';

function wanted(text: string): Wanted[] {
  return readYaml(text, 'a.yaml').documents.map((document) => {
    const read = readDocument(document);
    if (read.wanted === undefined) throw new Error(read.problems.join('\n'));
    return read.wanted;
  });
}

/** Resources as if the text were on the platform, with additional fields of the API. */
function existing(text: string, api: Values = {}): Existing[] {
  return wanted(text).map(({ kind, name, values }) => ({
    ...{ kind, name, values, id: `id of ${name}`, updatedAt: '2026-11-01T00:00:00.000Z' },
    isBuiltIn: kind === 'system' && isBuiltInType(values['type']),
    raw: { ...values, ...api },
  }));
}

function platform(all: readonly Existing[], hidden: Platform['hidden'] = []): Platform {
  const clusters = all.filter(({ values }) => values['type'] === 'ssai-cluster');
  return { existing: all, hidden, clusters: new Map(clusters.map(({ id, name }) => [id, name])) };
}

const plan = (text: string, on: Platform, options: Partial<PlanOptions> = {}) =>
  makePlan(wanted(text), on, {
    ...{ only: undefined, prune: false, secrets: false, environment: {} },
    ...options,
  });

const channel = (name: string, source = 'https://origin.example.com/a.m3u8') =>
  `---\nkind: channel\nname: ${name}\nsourceManifestUrl: ${source}\n`;
const linear =
  '---\nkind: playlist\nname: Evening\ntype: vod2live\nstartDate: 2026-11-01T18:00:00Z\n';
const evening = '{ playlist: Evening, output: hls }';
const hls = 'https://interlude.example/playlists/1.m3u8';
const outputUris = { hls, dash: '', mrss: '', json: '' };
const bucket = (endpoint: string, secret = '"********"') =>
  `---\nkind: system\nname: Bucket\ntype: s3\nsettings: { endpoint: "${endpoint}", region: a, bucket: b, accessKeyId: c, secretAccessKey: ${secret} }\n`;

describe('a plan', () => {
  it('makes what is named before what names it, and deletes it after', () => {
    const old = existing(channel('Old', hls));
    const on = platform([...existing(linear.replace('Evening', 'Gone')), ...old]);
    const { changes, problems } = plan(channel('News', evening) + linear, on, { prune: true });
    expect(problems).toEqual([]);
    expect(
      changes.map((change) => [
        change.action,
        change.action === 'delete' ? change.existing.name : change.wanted.name,
      ]),
    ).toEqual([
      ['create', 'Evening'],
      ['create', 'News'],
      ['delete', 'Old'],
      ['delete', 'Gone'],
    ]);
  });

  it('deletes nothing under a channel that stays, whether a file or the platform says so', () => {
    const on = platform([
      ...existing(linear, { outputUris }),
      ...existing(channel('Old'), { sourceManifestUrl: hls }),
    ]);
    const refused = 'refers to it; give it a file, or apply without --prune';
    const only = { only: ['playlist', 'channel'] as const, prune: true };
    expect(plan(channel('News', evening), on, only).problems).toEqual([
      `playlist "Evening": channel "News" ${refused}`,
    ]);
    expect(plan('', on, { only: ['playlist'], prune: true }).problems).toEqual([
      `playlist "Evening": channel "Old" ${refused}`,
    ]);
    expect(plan(channel('News'), on, only).problems).toEqual([]);
  });

  it('guesses nothing where names are there twice', () => {
    const cluster = '---\nkind: system\nname: Stitchers\ntype: ssai-cluster\n';
    const on = platform([
      ...existing(linear, { outputUris }),
      ...existing(linear, { outputUris }),
      ...existing(channel('Twice')),
      ...existing(channel('Twice')),
    ]);
    const local = (name: string) => `---\nkind: system\nname: ${name}\ntype: local\n`;
    const files = `${channel('A', evening)}system: Stitchers\n${channel('A')}${channel('Twice')}`;
    expect(plan(files, on).problems).toEqual([
      'a.yaml:7: channel "A" stands at a.yaml:2 already',
      'a.yaml:2: system: there is no SSAI cluster "Stitchers", or more than one',
      'a.yaml:2: sourceManifestUrl: there is no playlist "Evening" that this key may read, or more than one',
      'a.yaml:11: there are 2 channels "Twice"; rename all but one',
    ]);
    expect(plan(cluster + channel('A', evening) + linear, on).problems).toEqual([
      'a.yaml:10: there are 2 playlists "Evening"; rename all but one',
    ]);
    const made = platform(existing(local('Files')));
    expect(plan(local('One') + local('Other'), made).problems).toEqual([
      'a.yaml:6: the system of type local stands at a.yaml:2 already',
    ]);
  });

  it('says which outputs a playlist has not, and what the key may not read', () => {
    expect(
      plan(linear.replace('vod2live', 'vod') + channel('A', evening), platform([])).problems,
    ).toEqual(['a.yaml:7: sourceManifestUrl: the playlist "Evening" has no hls']);
    expect(plan(linear, platform([], ['system', 'playlist'])).problems).toEqual([
      'a.yaml:2: this key may not read playlists; use one of a SuperAdmin',
    ]);
  });

  it('SEC-S121 a stored secret is kept where it went, and sent nowhere else', () => {
    const on = platform(existing(bucket('https://s3.example.com')));
    expect(plan(bucket('https://s3.example.com/'), on)).toMatchObject({
      ...{ problems: [], changes: [{ action: 'change', secrets: [] }] },
    });
    expect(plan(bucket('https://s3.thief.example'), on).problems).toEqual([
      'a.yaml:2: settings.secretAccessKey: the stored secret is not sent to another address; name a variable that has the secret',
    ]);
    expect(plan(bucket('https://s3.example.com'), platform([])).problems).toEqual([
      'a.yaml:2: settings.secretAccessKey: nothing is stored to be kept; name a variable that has the secret',
    ]);
  });

  it('SEC-S121 writes a stored secret with --secrets, and shows none', () => {
    const on = platform(existing(bucket('https://s3.example.com')));
    const files = bucket('https://s3.example.com', `"\${INTERLUDE_CONFIG_S3}"`);
    const environment = { INTERLUDE_CONFIG_S3: 'planted' };
    expect(plan(files, on, { environment }).changes).toEqual([]);
    const text = planText(plan(files, on, { environment, secrets: true }));
    expect(text).toContain('    settings.secretAccessKey: the secret is written anew\n');
    expect(text).not.toContain('planted');
  });

  it('SEC-S121 texts that act in a terminal are shown, not acted on', () => {
    const files = `${channel('News')}overwriteGroupId: "\\e[2J\\u202e"\n`;
    expect(planText(plan(files, platform([])))).toContain('overwriteGroupId: "\\u001b[2J\\u202e"');
  });
});
