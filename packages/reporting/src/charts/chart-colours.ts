/** The colours of charts in both themes. Pure. */

export interface ChartColours {
  readonly text: string;
  readonly dimmed: string;
  readonly line: string;
  readonly surface: string;
  readonly bad: string;
  readonly accent: string;
  /** Lines of the main period, in their order (REP-026). */
  readonly series: readonly string[];
  /** The compared period of a single line. */
  readonly compare: string;
  /** Countries without and with the most. */
  readonly mapEmpty: string;
  readonly mapLeast: string;
  readonly mapMost: string;
  readonly font: string;
}

/**
 * Five colours a theme. Each pair keeps apart for people who see no red, green or blue (CIE76 ≥ 20 in each simulation
 * of Machado et al. 2009), and each has a contrast of 3 : 1 to its background (WCAG 2.2 §1.4.11).
 */
export const seriesColours = {
  light: ['#3f4fdc', '#d9731a', '#12a571', '#7b1f74', '#27472a'],
  dark: ['#6478f0', '#e4a756', '#4fcea2', '#c04f9f', '#d4b8f5'],
} as const;

/** The second cue of a line: the mark of its points. */
export const seriesMarks = ['circle', 'rect', 'triangle', 'diamond', 'pin'] as const;

export type ColourScheme = keyof typeof seriesColours;

/** The colours of a theme, for mails and wherever the page does not set its own. */
export function coloursOf(scheme: ColourScheme, font: string): ChartColours {
  const series = seriesColours[scheme];
  const dark = scheme === 'dark';
  return {
    text: dark ? '#e6e8ec' : '#1b1d22',
    dimmed: dark ? '#989eab' : '#5f6470',
    line: dark ? '#222429' : '#e9eaed',
    surface: dark ? '#121316' : '#ffffff',
    bad: dark ? '#f0716b' : '#c22f2a',
    accent: series[0],
    series,
    compare: series[1],
    mapEmpty: dark ? '#24262c' : '#e9eaed',
    mapLeast: dark ? '#2f3a7a' : '#c3ccfb',
    mapMost: dark ? '#a9b5ff' : '#263274',
    font,
  };
}
