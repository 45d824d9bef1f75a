/** The outcome of each ad of an answer, from the stages of one session. Pure. */
import { isLossReason, type LossOwner, lossGuides, type RecordedStage } from '@interlude/contract';
import { known, t } from '../../texts/t.ts';

export interface StoryAd {
  readonly key: string;
  /** UniversalAdId, or id of the creative or ad. */
  readonly creative: string;
  readonly title: string;
  readonly durationMs: number | undefined;
  readonly isPlaced: boolean;
  /** `Placed at 0 s, seen to complete`, or why it was not placed. */
  readonly outcome: string;
  /** Owner of the loss; undefined for a placed ad, or when no reason was recorded. */
  readonly owner: LossOwner | undefined;
}

type Detail = Readonly<Record<string, unknown>>;

const isDetail = (value: unknown): value is Detail => typeof value === 'object' && value !== null;
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const numberOf = (value: unknown) => (typeof value === 'number' ? value : undefined);

/** Entries of a list in the details of a stage; older and newer versions may lack it. */
export function entriesOf(
  stages: readonly RecordedStage[],
  name: RecordedStage['stage'],
  list: string,
): readonly Detail[] {
  const entries = stages.find(({ stage }) => stage === name)?.detail[list];
  return Array.isArray(entries) ? entries.filter(isDetail) : [];
}

/** The newest event that segments of an ad have reached. */
function eventOf(stages: readonly RecordedStage[], ad: string): string | undefined {
  const events = stages.flatMap(({ stage, detail }) =>
    stage === 'reached' && detail['ad'] === ad && Array.isArray(detail['events'])
      ? detail['events'].filter((event) => typeof event === 'string')
      : [],
  );
  return events.at(-1);
}

function placedText(placement: Detail, event: string | undefined): string {
  const seconds = Math.round((numberOf(placement['offsetMs']) ?? 0) / 100) / 10;
  return t('Placed at {seconds} s, {value}', {
    seconds,
    value: event === undefined ? t('not requested') : t('seen to {event}', { event }),
  });
}

export function storyAds(stages: readonly RecordedStage[]): StoryAd[] {
  const judged = entriesOf(stages, 'usable', 'ads');
  const placements = entriesOf(stages, 'decided', 'placements');
  const ofBreak = stages.find(({ stage }) => stage === 'decided')?.detail['reason'];
  return entriesOf(stages, 'answered', 'ads').map((answer, place) => {
    const ad = textOf(answer['ad']);
    const verdict = judged.find((each) => each['ad'] === ad) ?? {};
    const placement = placements.find((each) => each['kind'] === 'ad' && each['ad'] === ad);
    const reason = textOf(verdict['reason']) || textOf(ofBreak);
    const guide = isLossReason(reason) ? lossGuides[reason] : undefined;
    const lost = guide === undefined ? t('no reason was recorded') : known(guide.cause);
    return {
      key: `${place} ${ad}`,
      creative: textOf(answer['creative']) || textOf(answer['adId']) || ad,
      title: textOf(answer['title']),
      durationMs: numberOf(verdict['mediaMs']) ?? numberOf(answer['durationMs']),
      isPlaced: placement !== undefined,
      outcome:
        placement === undefined
          ? t('Not placed: {lost}', { lost })
          : placedText(placement, eventOf(stages, ad)),
      owner: placement === undefined ? guide?.owner : undefined,
    };
  });
}
