import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Mpd, parseMpd, segmentsOf, writeElement, writeMpd } from './index.ts';

const root = join(import.meta.dirname, '../../..');
const shared = join(root, '../shared/fixtures');
const factsFile = join(shared, 'facts.json');
const hasShared = existsSync(factsFile);
if (!hasShared)
  process.stdout.write(
    'No shared fixtures beside the project: running its own DASH vectors only.\n',
  );

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.mpd') && !name.startsWith('broken'))
    .map((name) => join(folder, name))
    .sort();
}

function read(file: string): Mpd {
  const { mpd } = parseMpd(readFileSync(file, 'utf8'));
  if (mpd === undefined) throw new Error(`${file} is no MPD`);
  return mpd;
}

const files = [join(root, 'test-vectors/dash'), join(shared, 'dash')].flatMap(filesIn);

describe('write gives the text that was parsed', () => {
  it.each(files)('%s', (file) => {
    const text = readFileSync(file, 'utf8');
    for (const form of [text, `\uFEFF${text}`, text.trimEnd(), text.replaceAll('\n', '\r\n')]) {
      const { mpd } = parseMpd(form);
      expect(mpd && writeMpd(mpd) === form).toBe(true);
      expect(mpd?.periods.every((period) => form.includes(writeElement(period.element)))).toBe(
        true,
      );
    }
  });
});

interface PeriodFact {
  id: string | null;
  start: string | null;
  duration: string | null;
  adaptation_sets: number;
  representations: number;
  events: number;
}

interface MpdFact {
  kind: string;
  type: string;
  mediaPresentationDuration: string | null;
  publishTime: string | null;
  periods: PeriodFact[];
}

function factOf(mpd: Mpd): MpdFact {
  const attribute = (name: string) => mpd.element.attribute(name) ?? null;
  return {
    kind: 'mpd',
    type: mpd.type,
    mediaPresentationDuration: attribute('mediaPresentationDuration'),
    publishTime: attribute('publishTime'),
    periods: mpd.periods.map((period) => ({
      id: period.id ?? null,
      start: period.element.attribute('start') ?? null,
      duration: period.element.attribute('duration') ?? null,
      adaptation_sets: period.adaptationSets.length,
      representations: period.adaptationSets.flatMap((set) => set.representations).length,
      events: period.eventStreams.flatMap((stream) => stream.events).length,
    })),
  };
}

function checkFacts() {
  const facts: Record<string, MpdFact> = JSON.parse(readFileSync(factsFile, 'utf8')).files;
  const dash = Object.entries(facts).filter(([name]) => name.startsWith('dash/'));

  it.each(dash.filter(([, fact]) => fact.kind === 'mpd'))('%s', (name, fact) => {
    expect(factOf(read(join(shared, name)))).toEqual(fact);
  });

  it.each(dash.filter(([, fact]) => fact.kind !== 'mpd'))('%s is refused', (name) => {
    const { mpd, warnings } = parseMpd(readFileSync(join(shared, name), 'utf8'));
    expect(mpd).toBeUndefined();
    expect(warnings.map((warning) => warning.code)).toEqual(['XML_BROKEN']);
  });

  it('D10 events of three periods, times in seconds of the period', () => {
    const { periods } = read(join(shared, 'dash/scte35/godash-scte35.mpd'));
    const [stream] = periods[1]?.eventStreams ?? [];
    expect(periods).toHaveLength(3);
    expect(stream?.timescale).toBe(10);
    expect(stream?.events.map((event) => event.presentationTime / 10)).toEqual([
      1000, 1500, 2000, 2000.1,
    ]);
  });

  it('D11 a refresh keeps the id and start of the period that stays', () => {
    const period = (file: string) =>
      read(join(shared, `dash/multiperiod/livesim2-multiperiod_${file}.mpd`)).periods.find(
        (candidate) => candidate.id === 'P28561330',
      );
    const video = (file: string) => {
      const found = period(file);
      const representation = found?.adaptationSets[1]?.representations[0];
      return found && representation ? [...segmentsOf(representation, found)] : [];
    };
    expect(period('1')?.startMs).toBe(period('2')?.startMs);
    expect([video('1').length, video('2').length]).toEqual([29, 29]);
    expect([video('1')[0]?.t, video('2')[0]?.t]).toEqual([154231182000000, 154231182180000]);
    expect(video('1')[0]?.startMs).toBe(476_022 * 3_600_000 + 600_000);
  });
}

if (hasShared) describe('facts of the shared fixtures', checkFacts);
