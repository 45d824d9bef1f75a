/** `npm run replay` without its process: reads a pack, returns a report and an exit status. Nothing is requested. */
import type { MonitoringFinding } from '@interlude/contract';
import {
  type ComparedOutput,
  PackError,
  packLimits,
  readPack,
  stitchAgain,
} from '@interlude/evidence';
import { replayLooks } from '@interlude/monitor';
import { type ComparedFindings, compareFindings } from './compare-findings.ts';

export interface ReplayIo {
  /** Standard output, and standard error. */
  readonly print: (text: string) => void;
  readonly say: (text: string) => void;
  /** @throws when the file cannot be read, or is larger */
  readonly readFile: (path: string, maxBytes: number) => Promise<Uint8Array>;
}

export const usage = `Replays an evidence pack: judges its manifests again, stitches its outputs again, and compares.

  npm run -s replay -- pack.zip [--json]

Exit status: 0 the same findings and bytes, 1 something differs, 2 the pack cannot be replayed.
`;

export interface ReplayReport {
  readonly channel: string;
  readonly about: string;
  readonly findings: ComparedFindings;
  readonly outputs: readonly ComparedOutput[];
  /** Sentences on what was stitched again and what was not. */
  readonly notes: readonly string[];
  readonly isSame: boolean;
}

/** @throws PackError */
export async function replayPack(bytes: Uint8Array): Promise<ReplayReport> {
  const pack = readPack(bytes);
  const { about, findings, looks, manifests } = pack;
  const texts = new Map(manifests.map(({ key, text }) => [key, text]));
  const fromMs = looks[0]?.atMs ?? about.fromMs;
  const open = findings.filter(({ firstSeen }) => Date.parse(firstSeen) < fromMs);
  const replayed = await replayLooks({
    channel: {
      ...{ id: about.channel.id, name: about.channel.name, liveDelay: about.settings.liveDelay },
      type: about.channel.type.startsWith('dash') ? 'dash-live' : 'hls-live',
    },
    ...{ looks, open, textOf: (key) => texts.get(key) },
  });
  const compared = compareFindings(findings, replayed, {
    ...{ fromMs, toMs: looks.at(-1)?.atMs ?? about.toMs },
  });
  const { outputs, sentence } = stitchAgain(pack);
  const notes = [
    sentence,
    ...(replayed.missing > 0
      ? [`${replayed.missing} manifests that were read are not in the pack.`]
      : []),
    ...about.leftOut,
  ];
  const isSame =
    compared.missing.length === 0 &&
    compared.added.length === 0 &&
    outputs.every(({ result }) => result !== 'different');
  return {
    ...{ channel: `${about.channel.name} (${about.channel.id})`, outputs, notes, isSame },
    ...{ about: `${about.about.kind} ${about.about.id}`, findings: compared },
  };
}

const line = (mark: string, { rule, owner, severity, detail, firstSeen }: MonitoringFinding) =>
  `${mark} ${rule} ${severity} (${owner}) ${firstSeen} ${detail}`;

/** Differences that are shown in full. */
const shownDiffs = 3;

function textOf({ channel, about, findings, outputs, notes, isSame }: ReplayReport): string {
  const differing = outputs.filter(({ result }) => result === 'different');
  return [
    `${about} of channel ${channel}`,
    ...findings.same.map((one) => line('same   ', one)),
    ...findings.missing.map((one) => line('missing', one)),
    ...findings.added.map((one) => line('added  ', one)),
    ...findings.leftOut.map(({ finding, reason }) => `${line('left out', finding)}: ${reason}`),
    ...differing.slice(0, shownDiffs).map(({ key, reason }) => `different ${key}\n${reason}`),
    ...notes,
    isSame ? 'The replay gives the same.' : 'The replay differs.',
    '',
  ].join('\n');
}

/** @returns the exit status */
export async function runReplay(argv: readonly string[], io: ReplayIo): Promise<number> {
  const isJson = argv.includes('--json');
  const paths = argv.filter((argument) => !argument.startsWith('--'));
  const [path] = paths;
  const isUnknown = argv.some((one) => one.startsWith('--') && one !== '--json');
  if (path === undefined || paths.length > 1 || isUnknown) {
    io.say(usage);
    return 2;
  }
  try {
    const report = await replayPack(await io.readFile(path, packLimits.zipBytes));
    io.print(isJson ? `${JSON.stringify(report, undefined, 1)}\n` : textOf(report));
    return report.isSame ? 0 : 1;
  } catch (error) {
    const isExpected = error instanceof PackError || (error instanceof Error && 'code' in error);
    if (!isExpected) throw error;
    io.say(`${error.message}\n`);
    return 2;
  }
}
