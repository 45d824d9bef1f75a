/** The tooltip of a point as elements: names given by people are text in it, never markup. */

import {
  type Bar,
  type BarModel,
  type BucketMark,
  type ChartColours,
  figureText,
  type LineModel,
  lineColour,
  markColour,
  pointTip,
} from '@interlude/reporting/charts';
import { t } from '../../../texts/t.ts';
import { markNames } from '../annotations/mark-kinds.ts';

function element(className: string, text = '', ...children: readonly HTMLElement[]): HTMLElement {
  const made = document.createElement('div');
  made.className = className;
  made.textContent = text;
  made.append(...children);
  return made;
}

function row(colour: string, dashed: boolean, name: string, value: string): HTMLElement {
  const mark = element('tip-mark');
  mark.style.borderTop = `2px ${dashed ? 'dashed' : 'solid'} ${colour}`;
  return element('tip-row', '', mark, element('tip-name', name), element('tip-value num', value));
}

/** Marks of one tooltip; the table behind the chart has all. */
const maxMarks = 5;

function markRows(marks: readonly BucketMark[], colours: ChartColours): HTMLElement[] {
  const rows = marks.slice(0, maxMarks).map(({ kind, text, time }) => {
    const sign = element('tip-mark');
    sign.style.borderTop = `8px solid ${markColour(kind, colours)}`;
    sign.style.width = '8px';
    const note = element('tip-note', '', element('', text), element('dimmed num', time));
    note.title = markNames[kind];
    return element('tip-row tip-event', '', sign, note);
  });
  const more = marks.length - maxMarks;
  return more > 0 ? [...rows, element('tip-note dimmed', t('and {more} more', { more }))] : rows;
}

export function lineTip(
  model: LineModel,
  index: number,
  colours: ChartColours,
  marks: readonly BucketMark[] = [],
): HTMLElement {
  const groups = pointTip(model, index).flatMap(({ date, rows }) => [
    element('tip-date num', date),
    ...rows.map(({ name, value, line }) =>
      row(lineColour(line, model, colours), line.isCompared, name, value),
    ),
  ]);
  return element('tip', '', ...groups, ...markRows(marks, colours));
}

export function barTip(model: BarModel, index: number, colours: ChartColours): HTMLElement {
  const bar: Bar | undefined = model.bars[index];
  if (bar === undefined) return element('tip');
  const { title, unit, isCompared, comparedName } = model;
  return element(
    'tip',
    '',
    element('tip-date', bar.name),
    row(colours.accent, false, title, figureText(bar.value, unit)),
    ...(isCompared
      ? [row(colours.compare, true, comparedName, figureText(bar.compared, unit))]
      : []),
  );
}
