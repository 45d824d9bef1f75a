/** Tracks as an operator names them. */

/** `5.1` is six channels: the low-frequency one is counted apart. */
const layouts: Readonly<Record<number, string>> = { 1: 'mono', 2: 'stereo', 6: '5.1', 8: '7.1' };

function words(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join(' ');
}

export interface VideoWords {
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** Frames a second; 0 = not declared. */
  readonly frameRate: number;
}

export function videoLabel({ width, height, frameRate }: VideoWords): string {
  const size = width && height ? `${width}x${height}` : 'size not declared';
  const rate = Math.round(frameRate * 1000) / 1000;
  return words(size, rate > 0 ? `${rate} fps` : undefined);
}

export interface AudioWords {
  readonly language?: string | undefined;
  readonly name?: string | undefined;
  readonly channels?: number | undefined;
}

export function audioLabel({ language, name, channels }: AudioWords): string {
  const layout = channels === undefined ? undefined : (layouts[channels] ?? `${channels} channels`);
  return words(language || name, layout) || 'audio';
}
