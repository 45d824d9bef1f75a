/** The colours of charts, read from the theme of the page. */
import { type ChartColours, type ColourScheme, coloursOf } from '@interlude/reporting/charts';

/** @param element whose computed style has the theme's variables */
export function chartColours(element: Element, scheme: ColourScheme): ChartColours {
  const style = getComputedStyle(element);
  const variable = (name: string) => style.getPropertyValue(name).trim();
  const plain = coloursOf(scheme, style.fontFamily || 'system-ui, sans-serif');
  return {
    ...plain,
    text: variable('--text') || plain.text,
    dimmed: variable('--dimmed') || plain.dimmed,
    line: variable('--line') || plain.line,
    surface: variable('--surface') || plain.surface,
    bad: variable('--bad') || plain.bad,
  };
}
