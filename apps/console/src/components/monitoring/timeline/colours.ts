/** The colours of the timeline in the theme of the page: CSS variables of monitoring.css, named as in `shape.ts`. */
import type { Palette } from './paint.ts';
import { adShades, type Colour } from './shape.ts';

const variables = {
  accent: '--accent-text',
  bad: '--bad',
  content: '--timeline-content',
  cue: '--cue',
  dimmed: '--dimmed',
  event: '--timeline-event',
  lane: '--timeline-lane',
  line: '--line',
  ok: '--ok',
  period: '--timeline-period',
  slate: '--timeline-slate',
  surface: '--surface',
  text: '--text',
  warn: '--warn',
} satisfies Partial<Record<Colour, string>>;

export function cssColour(colour: Colour): string {
  const fixed: Partial<Record<Colour, string>> = variables;
  return `var(${fixed[colour] ?? `--timeline-${colour}`})`;
}

/** Reads all colours from an element below the theme. */
export function readPalette(element: Element): Palette {
  const style = getComputedStyle(element);
  const shades = Array.from({ length: adShades }, (_, shade) => [
    `ad${shade}`,
    `--timeline-ad${shade}`,
  ]);
  const named = [...Object.entries(variables), ...shades];
  return Object.fromEntries(
    named.map(([name, variable]) => [
      name,
      style.getPropertyValue(variable ?? '').trim() || '#888',
    ]),
  ) as Palette;
}
