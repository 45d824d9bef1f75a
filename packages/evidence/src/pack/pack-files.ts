/** A pack as files, and back. */
import { monitoringFinding, monitoringSplice, recordedLook } from '@interlude/contract';
import { z } from 'zod';
import { lineDiff } from '../diff/line-diff.ts';
import { askedOf, harLog } from '../har/har-log.ts';
import {
  type EvidencePack,
  manifestHeading,
  type PackedBreak,
  type PackedManifest,
  type PackedSplice,
  packAbout,
  packedBreak,
  packLimits,
} from './evidence-pack.ts';
import { PackError, type PackFile, unzipped } from './zip-files.ts';

const json = (name: string, value: unknown): PackFile => ({
  name,
  text: `${JSON.stringify(value, undefined, 1)}\n`,
});

const endingOf = ({ text }: PackedManifest) => (text.startsWith('#EXTM3U') ? 'm3u8' : 'mpd');
const fileOf = (manifest: PackedManifest) =>
  `manifests/${manifest.lane}/${manifest.key}.${endingOf(manifest)}`;
/** Ids of breaks come from sources. */
const nameOf = (id: string, index: number) =>
  `${index}-${id.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, 80)}`;

function readme({ about }: EvidencePack): string {
  const { channel, about: of, fromMs, toMs, platform, leftOut } = about;
  const times = [fromMs, toMs].map((ms) => new Date(ms).toISOString()).join(' to ');
  return [
    `Evidence of ${of.kind} ${of.id} of channel ${channel.name} (${channel.id}), ${times}.`,
    `Made by Interlude ${platform}. Secrets, session ids and values of viewers are masked.`,
    '',
    'npm run replay -- pack.zip   judges the manifests again, stitches the output again, and compares',
    '',
    'pack.json      what this is, and what is not here',
    'findings.json  findings with rule, clause, owner and advice',
    'looks.json     each request of the monitor',
    'traffic.har    all requests as HAR 1.2',
    'manifests/     as they were read; index.json says when and where',
    'diffs/         what changed from one to the next',
    'breaks/        each stage of a break, with the decoded SCTE-35 marker and the plan of the session',
    'vast/          answers of ad servers and wrappers',
    'splices.json   what was seen and heard where content and ads meet',
    'splices/       a picture of each side of a splice',
    ...(leftOut.length > 0 ? ['', 'Not here:', ...leftOut.map((one) => `- ${one}`)] : []),
    '',
  ].join('\n');
}

function* diffFiles(manifests: readonly PackedManifest[]): Generator<PackFile> {
  const groups = Map.groupBy(manifests, ({ lane, playlist }) => `${lane}-${playlist}`);
  let left: number = packLimits.diffChars;
  function* diffs(group: readonly PackedManifest[]): Generator<string> {
    for (const [index, manifest] of group.entries()) {
      const before = group[index - 1];
      if (before === undefined || left <= 0) continue;
      const text = `--- ${fileOf(before)}\n+++ ${fileOf(manifest)}\n${lineDiff(before.text, manifest.text)}\n`;
      left -= text.length;
      yield text;
    }
  }
  for (const [name, group] of groups)
    if (group.length > 1 && left > 0) yield { name: `diffs/${name}.diff`, text: diffs(group) };
}

function* breakFiles(one: PackedBreak, index: number): Generator<PackFile> {
  const name = nameOf(one.breakId, index);
  yield json(`breaks/${name}.json`, one);
  for (const [at, { answer, hop }] of askedOf(one).entries())
    if (answer !== '') yield { name: `vast/${name}-${at}-hop${hop}.xml`, text: answer };
}

function* spliceFiles(splices: readonly PackedSplice[]): Generator<PackFile> {
  yield json(
    'splices.json',
    splices.map(({ pictures: _, ...splice }) => splice),
  );
  for (const { id, pictures } of splices) {
    for (const side of ['before', 'after'] as const) {
      const picture = pictures?.[side];
      if (picture !== undefined) yield { name: `splices/s${id}-${side}.jpg`, text: picture };
    }
  }
}

/** @returns the files of a pack, README first */
export function* packFiles(pack: EvidencePack): Generator<PackFile> {
  yield { name: 'README.txt', text: readme(pack) };
  yield json('pack.json', pack.about);
  yield json('findings.json', pack.findings);
  yield json('looks.json', pack.looks);
  yield json('traffic.har', harLog(pack));
  for (const [index, one] of pack.breaks.entries()) yield* breakFiles(one, index);
  const headings = pack.manifests.map(({ text, ...heading }) => ({
    ...heading,
    file: fileOf({ ...heading, text }),
  }));
  yield json('manifests/index.json', headings);
  for (const manifest of pack.manifests) yield { name: fileOf(manifest), text: manifest.text };
  if (pack.splices !== undefined) yield* spliceFiles(pack.splices);
  yield* diffFiles(pack.manifests);
}

function parsed<Schema extends z.ZodType>(
  files: ReadonlyMap<string, string>,
  name: string,
  schema: Schema,
): z.output<Schema> {
  const text = files.get(name);
  if (text === undefined) throw new PackError(`The zip has no ${name}: it is no evidence pack.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new PackError(`${name} is no JSON.`);
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new PackError(
    `${name} is not as a pack has it: ${issue?.path.join('.')} ${issue?.message}.`,
  );
}

/**
 * @returns the pack as far as it is replayed: without pictures
 * @throws PackError with a sentence
 */
export function readPack(bytes: Uint8Array): EvidencePack {
  const files = unzipped(bytes);
  const headings = parsed(
    files,
    'manifests/index.json',
    z.array(manifestHeading).max(packLimits.manifests),
  );
  const manifests = headings.map(({ file, ...heading }) => {
    const text = files.get(file);
    if (text === undefined) throw new PackError(`The zip has no ${file}.`);
    return { ...heading, text };
  });
  return {
    about: parsed(files, 'pack.json', packAbout),
    findings: parsed(files, 'findings.json', z.array(monitoringFinding).max(packLimits.findings)),
    looks: parsed(files, 'looks.json', z.array(recordedLook).max(packLimits.looks)),
    manifests,
    breaks: [...files.keys()]
      .filter((name) => /^breaks\/[^/]+\.json$/.test(name))
      .slice(0, packLimits.breaks)
      .map((name) => parsed(files, name, packedBreak)),
    ...(files.has('splices.json') && {
      splices: parsed(files, 'splices.json', z.array(monitoringSplice).max(packLimits.splices)),
    }),
  };
}
