import { describe, expect, it } from 'vitest';
import { readDocument, toDocument, type Wanted } from './documents.ts';
import { readYaml } from './read-files.ts';

const documentsOf = (text: string) => readYaml(text, 'a.yaml').documents.map(readDocument);
const problemsOf = (text: string) =>
  documentsOf(text).flatMap((read) => (read.wanted === undefined ? read.problems : []));

function wantedOf(text: string): Wanted {
  const [read] = documentsOf(text);
  if (read?.wanted === undefined) throw new Error(read?.problems.join('\n'));
  return read.wanted;
}

const channel = (fields: string) => `kind: channel\nname: News\n${fields}`;
const sourced = (fields: string) =>
  channel(`sourceManifestUrl: https://origin.example.com/a.m3u8\n${fields}`);
const bucket = (secret: string) => `kind: system
name: Bucket
type: s3
settings:
  endpoint: https://s3.example.com
  region: eu-central-1
  bucket: media
  accessKeyId: id
  secretAccessKey: ${secret}
`;

describe('a document', () => {
  it.each([
    ['- 1', 'a.yaml:1: a document is a mapping with kind and name'],
    ['kind: channels\nname: C', 'a.yaml:1: kind: choose one of system, playlist, channel'],
    [sourced('liveDelays: 3'), 'a.yaml:1: liveDelays: a channel has no such field'],
    [sourced('adSource: { adress: x }'), 'a.yaml:1: adSource.adress: a channel has no such field'],
    [sourced('adSource: { url: nothing }'), 'a.yaml:1: adSource.url: I should be a valid URL!'],
    [sourced('system: [a]'), 'a.yaml:1: system: it is the name of an SSAI cluster'],
    [sourced('system: A\nsystemId: b'), 'a.yaml:1: systemId: system names the cluster already'],
    [
      channel('sourceManifestUrl: { playlist: Evening, output: smil }'),
      'a.yaml:1: sourceManifestUrl: a playlist is {playlist: its name, output: hls | dash | mrss | json}',
    ],
    [
      'kind: system\nname: D\ntype: cdn\nsettings: { sources: x }',
      'a.yaml:1: settings.sources: A system of type cdn has no setting sources.',
    ],
  ])('%j is refused by a sentence with its place', (text, problem) => {
    expect(problemsOf(text)).toEqual([problem]);
  });

  it('has the defaults of a new resource, and is written without them', () => {
    const wanted = wantedOf(sourced('liveDelay: 12\nsystem: Stitchers'));
    expect(wanted.values).toMatchObject({ state: 'disabled', apiKey: '', liveDelay: 12 });
    expect(toDocument(wanted)).toEqual({
      kind: 'channel',
      name: 'News',
      system: 'Stitchers',
      sourceManifestUrl: 'https://origin.example.com/a.m3u8',
      liveDelay: 12,
    });
  });
});

describe('secrets of a document', () => {
  const inFile = /^a\.yaml:1: settings\.secretAccessKey: a secret does not stand in a file\. /;

  it.each([
    ['a text', 'planted-text', inFile],
    ['part of a text', `planted-\${INTERLUDE_CONFIG_S3}`, inFile],
    ['two variables', `\${INTERLUDE_CONFIG_S3}\${INTERLUDE_CONFIG_S3}`, inFile],
    ['a number', '19991231', inFile],
    ['a truth', 'true', inFile],
    ['a list', '[planted]', inFile],
    ['the key of the API', `\${INTERLUDE_KEY}`, /INTERLUDE_KEY cannot be named/],
    ['the key of the platform', `\${INTERLUDE_SECRET_KEY}`, /cannot be named/],
    ['a variable of the pipeline', `\${AWS_SECRET_ACCESS_KEY}`, /cannot be named/],
  ])('SEC-S121 %s is none', (_, secret, problem) => {
    const problems = problemsOf(bucket(secret));
    expect(problems[0]).toMatch(problem);
    expect(problems.join()).not.toMatch(/planted|19991231/);
  });

  it('SEC-S121 a number among headers is a secret too', () => {
    const problems = problemsOf(sourced('sourceHeaders: { x-api-key: 19991231 }'));
    expect(problems.join()).toContain('sourceHeaders.x-api-key: a secret does not stand in a file');
    expect(problems.join()).not.toContain('19991231');
  });

  it.each([
    channel('sourceManifestUrl: https://u:planted@origin.example.com/a'),
    channel('sourceManifestUrl: https:///u:planted@origin.example.com/a'),
    channel('sourceManifestUrl: https://origin.example.com/?of=https://u:planted@b.example'),
    sourced('externalBaseUrl: https://u:planted@cdn.example.com'),
    sourced('adSource: { params: { a: "https://u:planted@b.example" } }'),
    sourced('adSource: { url: "https://ads.example/?u=https://u:planted@b.example" }'),
    // A mask outside of a declared secret would be stored literally.
    sourced('adSource: { url: "https://ads.example/?u=https://********@b.example" }'),
    'kind: playlist\nname: P\ncontents: [{ url: "https://********@vod.example/a.m3u8" }]',
  ])('SEC-S121 credentials of an address do not stand in a file: %j', (text) => {
    const problems = problemsOf(text);
    expect(problems.join()).toMatch(/a secret does not stand in a file|credentials stand in/);
    expect(problems.join()).not.toContain('planted');
  });

  it('are placeholders in what is compared, and templates of variables beside it', () => {
    const source = `https://user:\${INTERLUDE_CONFIG_PASSWORD}@origin.example.com/a.m3u8`;
    const { values, secretTexts } = wantedOf(
      channel(
        `sourceManifestUrl: ${source}\napiKey: "********"\nadSource: { url: "https://ads.example/?a=\${GDPR}" }`,
      ),
    );
    expect(values).toMatchObject({
      sourceManifestUrl: 'https://********@origin.example.com/a.m3u8',
      apiKey: '********',
      adSource: { url: `https://ads.example/?a=\${GDPR}` },
    });
    expect(Object.fromEntries(secretTexts)).toEqual({
      sourceManifestUrl: { template: `user:\${INTERLUDE_CONFIG_PASSWORD}` },
      apiKey: { template: undefined },
    });
  });
});
