/** The stages of a session as steps of a story: repeated ones together, the deadline in its place. Pure. */
import type { RecordedStage } from '@interlude/contract';

/** A stage that was recorded, with a name among its neighbours. */
export interface StoryLine {
  readonly key: string;
  readonly recorded: RecordedStage;
}

export interface StoryStep {
  readonly kind: 'step';
  readonly key: string;
  readonly stage: RecordedStage['stage'];
  readonly lines: readonly StoryLine[];
  /** ms left until the deadline at its first line; negative: late; null: it has none. */
  readonly leftMs: number | null;
}

export interface StoryDeadline {
  readonly kind: 'deadline';
  readonly key: string;
  readonly at: string;
}

function stepsOf(stages: readonly RecordedStage[]): StoryStep[] {
  const steps: StoryStep[] = [];
  stages.forEach((recorded, place) => {
    const { stage, beforeDeadlineMs } = recorded;
    const line = { key: String(place), recorded };
    const last = steps.at(-1);
    if (last?.stage === stage) steps[steps.length - 1] = { ...last, lines: [...last.lines, line] };
    else {
      const key = `${stage} ${place}`;
      steps.push({ kind: 'step', key, stage, lines: [line], leftMs: beforeDeadlineMs });
    }
  });
  return steps;
}

/** @returns steps, with the deadline before the first late one, else behind the last that it concerns */
export function storyOf(stages: readonly RecordedStage[]): (StoryStep | StoryDeadline)[] {
  const steps = stepsOf(stages);
  const known = stages.find(({ beforeDeadlineMs }) => beforeDeadlineMs !== null);
  if (known === undefined) return steps;
  const late = steps.findIndex(({ leftMs }) => leftMs !== null && leftMs < 0);
  const place = late === -1 ? steps.findLastIndex(({ leftMs }) => leftMs !== null) + 1 : late;
  const at = new Date(Date.parse(known.at) + (known.beforeDeadlineMs ?? 0)).toISOString();
  return [
    ...steps.slice(0, place),
    { kind: 'deadline', key: 'deadline', at },
    ...steps.slice(place),
  ];
}
