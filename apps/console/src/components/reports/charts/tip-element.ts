/** The tooltip of a point as elements: what people have named is text in it, never markup. */

import type { Bar, BarModel } from './bar-option.ts';
import type { ChartColours } from './chart-colours.ts';
import { figureText } from './figures.ts';
import { type LineModel, pointTip } from './line-model.ts';
import { lineColour } from './line-option.ts';

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

export function lineTip(model: LineModel, index: number, colours: ChartColours): HTMLElement {
  const groups = pointTip(model, index).flatMap(({ date, rows }) => [
    element('tip-date num', date),
    ...rows.map(({ name, value, line }) =>
      row(lineColour(line, model, colours), line.isCompared, name, value),
    ),
  ]);
  return element('tip', '', ...groups);
}

export function barTip(model: BarModel, index: number, colours: ChartColours): HTMLElement {
  const bar: Bar | undefined = model.bars[index];
  if (bar === undefined) return element('tip');
  const { title, unit, isCompared } = model;
  return element(
    'tip',
    '',
    element('tip-date', bar.name),
    row(colours.accent, false, title, figureText(bar.value, unit)),
    ...(isCompared
      ? [row(colours.compare, true, 'Compared period', figureText(bar.compared, unit))]
      : []),
  );
}
