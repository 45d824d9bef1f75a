/** `npm run interlude` against a real control plane: files of one company, and companies with a key each. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterludeClient, type Interlude } from '@interlude/client';
import type { UserRole } from '@interlude/contract';
import { contract } from '@interlude/contract/api';
import {
  startTestPlane,
  type TestPlane,
} from '../../apps/control-plane/src/testing/control-plane.suite.ts';
import { runInterlude } from '../../tools/interlude/interlude-command.ts';
import type { Environment } from '../../tools/interlude/secret-texts.ts';

export const planted = {
  s3: 'planted-s3-key',
  hmac: 'planted-hmac',
  header: 'planted-header',
  password: 'planted@pass:word',
  viewers: 'planted-viewers-key',
} as const;
const variables = {
  INTERLUDE_CONFIG_S3: planted.s3,
  INTERLUDE_CONFIG_HMAC: planted.hmac,
  INTERLUDE_CONFIG_HEADER: planted.header,
  INTERLUDE_CONFIG_PASSWORD: planted.password,
  INTERLUDE_CONFIG_VIEWERS: planted.viewers,
};

export const files = {
  'systems.yaml': `
kind: system
name: Bucket
type: s3
settings:
  endpoint: https://s3.example.com
  region: eu-central-1
  bucket: media
  accessKeyId: id
  secretAccessKey: \${INTERLUDE_CONFIG_S3}
---
kind: system
name: Stitchers
type: ssai-cluster
`,
  'playlists/evening.yaml': `
kind: playlist
name: Evening
type: vod2live
status: enabled
startDate: 2026-11-01T18:00:00Z
contents:
  - url: https://vod.example.com/film.m3u8
    duration: 5400
    cuePoints:
      - spliceTime: 600
`,
  'channels/news.yml': `
# Comments are for people.
kind: channel
name: "News: live"
state: enabled
system: Stitchers
sourceManifestUrl: https://user:\${INTERLUDE_CONFIG_PASSWORD}@origin.example.com/live.m3u8
sourceHeaders:
  x-api-key: \${INTERLUDE_CONFIG_HEADER}
apiKey: \${INTERLUDE_CONFIG_VIEWERS}
authentication:
  hmac:
    secret: \${INTERLUDE_CONFIG_HMAC}
adSource:
  system: gam
  url: https://ads.example.com/?gdpr=\${GDPR}
  params:
    second: b
    a: 1
cacheList:
  - ttl: 30
    pattern: a
liveDelay: 12
`,
  'channels/evening.yaml': `
kind: channel
name: Evening
sourceManifestUrl: { playlist: Evening, output: hls }
`,
};

/** A document of a bucket with this secret. */
export const bucketOf = (secret: string, endpoint = 'https://s3.example.com') =>
  files['systems.yaml']
    .split('---')[0]
    ?.replace(`\${INTERLUDE_CONFIG_S3}`, secret)
    .replace('https://s3.example.com', endpoint) ?? '';

export interface Company {
  readonly tenantId: string;
  readonly client: Interlude;
  /** Runs the command; resolves with its exit status and output. */
  run(
    args: readonly string[],
    more?: { environment?: Environment; answer?: () => Promise<string | undefined> },
  ): Promise<{ status: number; out: string; err: string }>;
}

export interface Installation {
  readonly plane: TestPlane;
  /** Of the test; `written` makes folders in it. */
  readonly folder: string;
  company(role?: UserRole): Promise<Company>;
  written(contents: Readonly<Record<string, string>>): Promise<string>;
  stop(): Promise<void>;
}

/** Ids, names and times of change of all resources. */
export async function states({ client }: Company) {
  const everything = { query: { limit: -1, sort: 'name' } };
  const all = [
    ...(await client.systems.list(everything)),
    ...(await client.playlists.list(everything)),
    ...(await client.channels.list(everything)),
  ];
  return all.map(({ id, name, updatedAt }) => [id, name, updatedAt]);
}

async function companyOf(plane: TestPlane, name: string, role: UserRole): Promise<Company> {
  const tenantId = await plane.tenant(name);
  const user = await plane.user(tenantId, role === 'Editor' ? 'Admin' : role);
  const key = randomUUID();
  const keyHash = createHash('sha256').update(key).digest('hex');
  await plane.client(user)(contract.apiKeys.create, {
    body: { name: 'CI', keyHash, role, scopes: ['read', 'write'], requestsPerMinute: 6_000 },
  });
  const reach = { INTERLUDE_URL: plane.url, INTERLUDE_KEY: key };
  return {
    tenantId,
    client: createInterludeClient({ url: plane.url, key }),
    run: async (args, { environment = variables, answer } = {}) => {
      const [out, err]: [string[], string[]] = [[], []];
      const status = await runInterlude(['channels', ...args], {
        print: (text) => out.push(text),
        say: (text) => err.push(text),
        ask: answer ?? (async () => undefined),
        environment: { ...reach, ...environment },
      });
      return { status, out: out.join(''), err: err.join('') };
    },
  };
}

export async function startInstallation(): Promise<Installation> {
  const plane = await startTestPlane();
  const folder = await mkdtemp(join(tmpdir(), 'interlude-command-'));
  let companies = 0;
  return {
    plane,
    folder,
    company: async (role = 'SuperAdmin') => {
      companies += 1;
      return await companyOf(plane, `Company ${companies}`, role);
    },
    written: async (contents) => {
      const into = await mkdtemp(join(folder, 'files-'));
      for (const [name, text] of Object.entries(contents)) {
        await mkdir(dirname(join(into, name)), { recursive: true });
        await writeFile(join(into, name), text);
      }
      return into;
    },
    stop: async () => {
      await plane.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
