import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, relative } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { exportedFunctions } from '../tools/exported-functions.ts';
import { driftedPages } from '../tools/generate-docs.ts';
import { sentenceOf } from '../tools/reference/rules/all-rules.ts';
import { readCitations } from '../tools/reference/rules/rule-ids.ts';
import { root } from '../tools/root.ts';
import { runCommand } from '../tools/run-command.ts';
import { sourceFiles } from '../tools/source-files.ts';

const cruiseReport = z.object({
  modules: z.array(z.object({ source: z.string() })),
  summary: z.object({
    violations: z.array(
      z.object({
        from: z.string(),
        to: z.string(),
        rule: z.object({ name: z.string() }),
        comment: z.string().optional(),
      }),
    ),
  }),
});

const isTest = (file: string) => /\.(test|suite)\.tsx?$/.test(file);
const pure =
  'billing|contract|hls|dash|scte35|vast|stitching|audit|conditioning|mails|monitoring|reporting';
const isPure = (file: string) => new RegExp(`^packages/(${pure})/src/`).test(file);

let files: string[] = [];
beforeAll(async () => {
  files = (await sourceFiles(['packages', 'apps'])).map((file) => relative(root, file));
});

/** Lines that match, as `file:line: text`, in the files that `wanted` selects. */
async function grep(pattern: RegExp, wanted: (file: string) => boolean): Promise<string[]> {
  const found = await Promise.all(
    files.filter(wanted).map(async (file) => {
      const lines = (await readFile(`${root}${file}`, 'utf8')).split('\n');
      return lines.flatMap((line, index) =>
        pattern.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [],
      );
    }),
  );
  return found.flat();
}

describe('tests without isolation', () => {
  it('hooks stand in a test file, in a setup file, which is run for each of them, or in a function: a shared module is read once for many files', async () => {
    const isShared = (file: string) => !/\.(test|setup)\.tsx?$/.test(file);
    expect(await grep(/^(before|after)(Each|All)\(/, isShared)).toEqual([]);
  });
});

describe('who may import whom', () => {
  let report: z.output<typeof cruiseReport>;

  beforeAll(async () => {
    const args = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json'];
    const { output } = await runCommand(['depcruise', ...args, 'packages', 'apps'], {
      quiet: true,
    });
    report = cruiseReport.parse(JSON.parse(output));
  });

  it('every module was read: a cruiser without a parser for TypeScript reads nothing and says OK', () => {
    const cruised = new Set(report.modules.map((module) => module.source));
    expect(files.length).toBeGreaterThan(100);
    expect(files.filter((file) => /\/src\//.test(file) && !cruised.has(file))).toEqual([]);
  });

  it('every import is allowed', () => {
    const breaches = report.summary.violations.map(
      ({ rule, from, to, comment }) => `${rule.name}: ${from} → ${to}. ${comment ?? ''}`,
    );
    expect(breaches).toEqual([]);
  });
});

describe('the contract has four entries', () => {
  /** Files that import or export values, not only types, of an entry. */
  async function valueImports(entry: string, importers: RegExp): Promise<string[]> {
    const statement = new RegExp(`^(import|export) (?!type )[^;]*from '${entry}';`, 'm');
    const found = files.filter((file) => importers.test(file) && !isTest(file));
    const texts = await Promise.all(
      found.map(async (file) => ({ file, text: await readFile(`${root}${file}`, 'utf8') })),
    );
    expect(texts.length).toBeGreaterThan(20);
    return texts.filter(({ text }) => statement.test(text)).map(({ file }) => file);
  }

  it('roles without an API do not load the schemas of its routes (ADR 0075)', async () => {
    const importers =
      /^(apps\/(stitcher|worker|monitor|lab|interlude)|packages\/(?!client|contract))/;
    expect(await valueImports('@interlude/contract/api', importers)).toEqual([]);
  });

  it('launcher and lab load no schema of the contract (ADR 0075)', async () => {
    const importers =
      /^(apps\/(lab|interlude)|packages\/(runtime|media-engine|object-storage))\/src\/(?!demo\.ts)/;
    expect(await valueImports('@interlude/contract', importers)).toEqual([]);
  });
});

describe('one noun, one folder in every layer', () => {
  // Every layer throws errors, none stores them.
  const nouns = readdirSync(`${root}packages/contract/src`, { withFileTypes: true })
    .filter(({ name }) => name !== 'errors' && !name.startsWith('_'))
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
  /** Nouns whose code is in another folder, or that store nothing there. */
  const elsewhere: Readonly<Record<string, string>> = {
    'apps/control-plane/src/resources/auth': 'apps/control-plane/src/auth/',
    'packages/persistence/src/events': 'packages/persistence/src/changes/',
    // Templates are part of the platform: none is stored, and the API returns them with the schema.
    'packages/persistence/src/ad-servers': 'packages/contract/src/ad-servers/',
    // Kept by the launcher, not stored.
    'packages/persistence/src/platform-roles': 'apps/interlude/src/processes/',
    // A source is read per request, not stored.
    'packages/persistence/src/sources': 'packages/contract/src/sources/',
  };

  it.each(nouns)('%s has its folders', (noun) => {
    const folders = [
      `packages/contract/src/${noun}`,
      `packages/persistence/src/${noun}`,
      `apps/control-plane/src/resources/${noun}`,
    ].map((folder) => elsewhere[folder] ?? `${folder}/`);
    const missing = folders.filter((folder) => !files.some((file) => file.startsWith(folder)));
    expect(missing).toEqual([]);
  });
});

describe('names and sizes', () => {
  it('no index.ts but the entry point of a workspace', () => {
    const entryPoints = /^(packages|apps)\/[^/]+\/src\/index\.tsx?$/;
    expect(files.filter((file) => /\/index\.tsx?$/.test(file) && !entryPoints.test(file))).toEqual(
      [],
    );
  });

  it('no drawer for everything', () => {
    const drawers = /(^|\/)(utils?|helpers?|common|misc|shared|types|managers?)(\.tsx?$|\/)/;
    expect(files.filter((file) => drawers.test(file))).toEqual([]);
  });

  it('no folder holds more than 20 files', () => {
    const counts = new Map<string, number>();
    for (const file of files.filter((candidate) => !isTest(candidate))) {
      counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
    }
    expect([...counts].filter(([, count]) => count > 20)).toEqual([]);
  });

  it('a test stands beside what it tests, and what serves the tests of many folders in testing/', () => {
    const lonely = files.filter((file) => {
      const servesMany = /\.suite\.tsx?$/.test(file) && basename(dirname(file)) === 'testing';
      if (!isTest(file) || servesMany) return false;
      const ofSuite = file.replace(/\.test(\.tsx?)$/, '.suite$1');
      return !files.some(
        (other) => other === ofSuite || (!isTest(other) && dirname(other) === dirname(file)),
      );
    });
    expect(lonely).toEqual([]);
  });

  it('only the launcher has a process entry, of at most 60 lines', async () => {
    const lines = (await readFile(`${root}apps/interlude/src/main.ts`, 'utf8')).split('\n').length;
    expect(lines).toBeLessThanOrEqual(61);
    const mains = files.filter((file) => basename(file) === 'main.ts');
    expect(mains).toEqual(['apps/interlude/src/main.ts']);
  });
});

describe('secrets', () => {
  it('SEC-S21 no module but the fetcher of sources sends the stored headers of a channel', async () => {
    // Everything else that names them declares, compares, checks or enters them.
    const allowed = [
      'packages/contract/src/channels/settings/source.ts',
      'packages/contract/src/sources/source-analysis.ts',
      'packages/runtime/src/egress/source-fetcher.ts',
      'apps/console/src/features/channels/analysis/source-request.ts',
      'apps/console/src/features/channels/channel-form/setting-field.tsx',
      'apps/control-plane/src/resources/ad-servers/ad-server-tests.ts',
      'apps/control-plane/src/resources/ad-servers/tested-channel.ts',
      'apps/control-plane/src/resources/channels/channel-policy.ts',
      'apps/control-plane/src/resources/sources/source-access.ts',
      'apps/stitcher/src/channels/requires-source-restart.ts',
    ];
    const lines = await grep(/sourceHeaders/, (file) => !isTest(file));
    const naming = new Set(lines.map((line) => line.split(':', 1)[0]));
    expect([...naming].sort()).toEqual(allowed.sort());
  });
});

describe('manifests', () => {
  it('SEC-S55 no module of an app parses a manifest that was not measured or is not small', async () => {
    const allowed = [
      'apps/control-plane/src/resources/channel-assets/source-ladder.ts',
      'apps/control-plane/src/resources/sources/read-source.ts',
      'apps/stitcher/src/creatives/dash-creative.ts',
      'apps/stitcher/src/creatives/hls-creative.ts',
      'apps/stitcher/src/linear/read-item.ts',
      'apps/stitcher/src/origin/dash/fetch-mpd.ts',
      'apps/stitcher/src/origin/dash/stored-dash.ts',
      'apps/stitcher/src/origin/hls/read-multivariant.ts',
      'apps/stitcher/src/origin/hls/read-playlist.ts',
      'apps/stitcher/src/vod/asset.ts',
    ];
    const parse = /\bparse(MediaPlaylist|MultivariantPlaylist|Mpd)\(/;
    const ofApps = (file: string) => file.startsWith('apps/') && !isTest(file);
    const lines = await grep(parse, ofApps);
    expect([...new Set(lines.map((line) => line.split(':', 1)[0]))].sort()).toEqual(allowed);
  });
});

describe('habits', () => {
  it('SEC-S60 no module but the launcher makes the way out: all others name the company of a request', async () => {
    const makes = (file: string) => !isTest(file) && !file.includes('/testing/');
    const found = await grep(/\bcreateEgress\(/, makes);
    expect(found.map((line) => line.split(':', 1)[0]).sort()).toEqual([
      'apps/interlude/src/egress/own-egress.ts',
      // The storage of EVENT_ARCHIVE is the operator's, as the database is; it is no company's.
      'packages/event-archive/src/archive-storage.ts',
      'packages/runtime/src/egress/egress.ts',
    ]);
  });

  it('the address of a client is read when its request arrives: a connection that has ended has none', async () => {
    const isReader = (file: string) =>
      /^apps\/control-plane\/src\/(?!http\/client-address)/.test(file);
    expect(await grep(/\brequest\.ip\b|socket\.remoteAddress/, isReader)).toEqual([]);
  });

  it('pure packages take time and chance as arguments', async () => {
    const impure = /\b(Math\.random|Date\.now|new Date\(\)|performance\.now|crypto\.random)/;
    expect(await grep(impure, (file) => isPure(file) && !isTest(file))).toEqual([]);
  });

  it('no test is skipped or runs alone', async () => {
    const marks = /\b(it|test|describe|suite)\.(skip|only|todo|skipIf|runIf)\b/;
    expect(await grep(marks, isTest)).toEqual([]);
  });

  it('no rule is switched off and no work is left for later in a comment', async () => {
    const marks = /@ts-(ignore|nocheck)|\b(TODO|FIXME|XXX)\b/;
    expect(await grep(marks, () => true)).toEqual([]);
  });
});

describe('docs/reference', () => {
  it('is what the code says (npm run docs)', async () => {
    expect(await driftedPages()).toEqual([]);
  });
});

describe('ids of rules and requirements', () => {
  it('each one that code or a test cites has its sentence in docs/reference/rules.md', async () => {
    const { files } = await readCitations();
    expect(files.size).toBeGreaterThan(500);
    const unknown = [...files].filter(([id]) => !sentenceOf.has(id));
    expect(unknown.map(([id, cited]) => `${id} in ${cited.join(', ')}`)).toEqual([]);
  });

  it('a rule of SCTE 35 and one of security are never both just S and a number', async () => {
    // S3 is left out: it is a storage, too.
    const bare = await grep(
      /(?<![\w/=-])S(?:[124-9]|1[0-6])(?![\w/.=-])/,
      (file) => !/channels\.test/.test(file),
    );
    expect(bare).toEqual([]);
  });
});

describe('what packages offer', () => {
  it('every function that an index.ts exports has a TSDoc comment', async () => {
    const all = await exportedFunctions();
    expect(all.length).toBeGreaterThan(250);
    const bare = all.filter(({ hasDoc }) => !hasDoc);
    expect(bare.map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
  });
});
