/** Splices on the output lane: a picture of each side where there is room, else a mark. Pure. */
import type { MonitoringSplice } from '@interlude/contract';
import type { TimelineModel } from './entries.ts';
import { dashRows, laneHeight, laneTop, xOf } from './geometry.ts';
import { type Frame, onScreen } from './lane-shapes.ts';
import type { Shape } from './shape.ts';

/** px of a picture, of the gap beside the splice, and of a mark where no pictures have room. */
const picture = { width: 52, height: 29, gap: 1, margin: 4 } as const;
const mark = { width: 5, height: 12 } as const;

interface PlacedSplice {
  readonly splice: MonitoringSplice;
  /** px of the splice. */
  readonly x: number;
  readonly y: number;
  /** Whether there is room for its pictures. */
  readonly isWide: boolean;
}

type Model = Pick<TimelineModel, 'protocol' | 'splices'>;

const hasPicture = ({ before, after }: MonitoringSplice) =>
  before.hasThumbnail || after.hasThumbnail;

/** The newest splices get room for their pictures first: operators look at those. */
export function placedSplices(model: Model, { view, width }: Frame): readonly PlacedSplice[] {
  const bottom = laneTop('output', model.protocol) + laneHeight - picture.margin;
  const y = bottom - picture.height - (model.protocol === 'dash' ? dashRows.events : 0);
  const at = ({ at: atMs }: MonitoringSplice) => atMs;
  const shown = onScreen(model.splices, at, (splice) => at(splice) + 1, view);
  let freeTo = Number.POSITIVE_INFINITY;
  return shown
    .toReversed()
    .map((splice) => {
      const x = xOf(splice.at, view, width);
      const half = picture.width + picture.gap;
      const isWide = hasPicture(splice) && x + half <= freeTo;
      if (isWide) freeTo = x - half - picture.margin;
      return { splice, x, y, isWide };
    })
    .toReversed();
}

export function spliceShapes(model: Model, frame: Frame): Shape[] {
  return placedSplices(model, frame).flatMap(({ splice, x, y, isWide }): Shape[] => {
    const isBad = splice.rules.length > 0;
    const stroke = isBad ? 'warn' : 'surface';
    if (!isWide) {
      const fill = isBad ? 'warn' : splice.skipped === null ? 'surface' : 'dimmed';
      const left = x - mark.width / 2;
      const top = y + picture.height - mark.height;
      return [{ kind: 'rect', x: left, y: top, ...mark, fill }];
    }
    const { width, height, gap } = picture;
    const side = (name: 'before' | 'after', left: number): Shape[] =>
      splice[name].hasThumbnail
        ? [
            { kind: 'image', x: left, y, width, height, picture: `${splice.id} ${name}` },
            { kind: 'outline', x: left, y, width, height, stroke, lineWidth: 1 },
          ]
        : [];
    return [...side('before', x - gap - width), ...side('after', x + gap)];
  });
}

/** The box that is outlined, and that a click hits. */
export function spliceBox({ x, y, isWide }: PlacedSplice) {
  const half = isWide ? picture.width + picture.gap : mark.width;
  const height = isWide ? picture.height : mark.height;
  return { x: x - half, y: y + picture.height - height, width: 2 * half, height };
}
