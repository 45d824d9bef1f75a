/** The stages of a session in order: a sentence each, and its time against the deadline of the decision. */
import { type RecordedStage, type RecordStage, recordStages } from '@interlude/contract';
import type { StageRow } from '@interlude/persistence';
import { decodeSectionText } from '@interlude/scte35';
import { stageSentence } from './stage-sentence.ts';

type Detail = StageRow['detail'];

const numberOf = (value: unknown) => (typeof value === 'number' ? value : undefined);

/** Epoch ms by which the break had to be decided. */
function deadlineOf(stages: readonly StageRow[]): number | undefined {
  const offered = stages.find(({ stage }) => stage === 'offered');
  const decided = stages.find(({ stage }) => stage === 'decided');
  const deadlineMs = numberOf(decided?.detail['deadlineMs']);
  return offered && deadlineMs !== undefined ? offered.atMs + deadlineMs : undefined;
}

const beforeDecision: ReadonlySet<RecordStage> = new Set([
  'offered',
  'asked',
  'answered',
  'usable',
  'decided',
]);

/** As JSON: bytes as hex digits, 64-bit numbers as text. */
const asJson = (_key: string, value: unknown) => {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  return typeof value === 'bigint' ? String(value) : value;
};

/** A stage with its SCTE-35 marker, raw and decoded. */
function withDecoded(detail: Detail): Detail {
  const { scte35 } = detail;
  if (typeof scte35 !== 'string') return detail;
  const decoded = decodeSectionText(scte35);
  return { ...detail, decoded: JSON.parse(JSON.stringify(decoded, asJson)) };
}

/** @param stages of one session in one break */
export function presentStages(stages: readonly StageRow[]): RecordedStage[] {
  const deadlineMs = deadlineOf(stages);
  const place = ({ stage }: StageRow) => recordStages.indexOf(stage);
  return stages
    .toSorted((a, b) => place(a) - place(b) || a.atMs - b.atMs)
    .map((row) => {
      const { stage, atMs, detail } = row;
      const hasDeadline = deadlineMs !== undefined && beforeDecision.has(stage);
      return {
        stage,
        at: new Date(atMs).toISOString(),
        beforeDeadlineMs: hasDeadline ? deadlineMs - atMs : null,
        sentence: stageSentence(row),
        detail: stage === 'offered' ? withDecoded(detail) : detail,
      };
    });
}
