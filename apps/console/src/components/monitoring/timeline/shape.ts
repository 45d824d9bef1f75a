/** The shapes of the canvas: plain values in px and colour names, so that the drawing takes no decision. */

/** Shades of ads: creatives take them in turn. */
export const adShades = 6;
export type AdColour = `ad${0 | 1 | 2 | 3 | 4 | 5}`;

/** Names of colours; `colours.ts` reads their values from the theme. */
export type Colour =
  | 'accent'
  | 'bad'
  | 'content'
  | 'cue'
  | 'dimmed'
  | 'event'
  | 'lane'
  | 'line'
  | 'ok'
  | 'period'
  | 'slate'
  | 'surface'
  | 'text'
  | 'warn'
  | AdColour;

export interface RectShape {
  readonly kind: 'rect';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly fill: Colour;
  /** 0 to 1; default 1. */
  readonly alpha?: number;
  /** Diagonal lines instead of a plain colour: a second cue beside the colour. */
  readonly hatched?: boolean;
}

export interface LineShape {
  readonly kind: 'line';
  readonly x: number;
  readonly y: number;
  readonly toY: number;
  readonly stroke: Colour;
  readonly width: number;
  readonly alpha?: number;
  readonly dashed?: boolean;
}

/** A triangle at the top of a line: to the right a break begins, to the left it ends, down a discontinuity. */
export interface FlagShape {
  readonly kind: 'flag';
  readonly x: number;
  readonly y: number;
  readonly points: 'right' | 'left' | 'down';
  readonly fill: Colour;
}

export interface TextShape {
  readonly kind: 'text';
  readonly x: number;
  /** Middle of the line. */
  readonly y: number;
  readonly text: string;
  readonly fill: Colour;
  readonly align: 'left' | 'center';
  /** px; longer text is cut with an ellipsis. */
  readonly maxWidth?: number;
}

/** Errors are discs, warnings triangles; closed ones are hollow. */
export interface PinShape {
  readonly kind: 'pin';
  readonly x: number;
  readonly y: number;
  readonly severity: 'error' | 'warning';
  readonly isOpen: boolean;
  /** Findings that it stands for. */
  readonly count: number;
}

export interface OutlineShape {
  readonly kind: 'outline';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly stroke: Colour;
  readonly lineWidth: number;
}

/** A picture that may not be loaded yet. */
export interface ImageShape {
  readonly kind: 'image';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** `{id of the splice} {side}` */
  readonly picture: string;
}

export type Shape =
  | RectShape
  | LineShape
  | FlagShape
  | TextShape
  | PinShape
  | OutlineShape
  | ImageShape;
