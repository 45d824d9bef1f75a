import { parseClock } from '../time-values.ts';
import type { VmapOffset } from './vmap.ts';

/** Reads `timeOffset`; undefined when it is none of the five forms. */
export function parseVmapOffset(text: string): VmapOffset | undefined {
  const trimmed = text.trim().toLowerCase();
  if (trimmed === 'start') return { kind: 'start' };
  if (trimmed === 'end') return { kind: 'end' };
  const percent = /^(\d{1,3}(?:\.\d{1,6})?)\s*%$/.exec(trimmed);
  if (percent !== null) {
    const value = Number(percent[1]);
    return value <= 100 ? { kind: 'percent', percent: value } : undefined;
  }
  const position = /^#(\d{1,4})$/.exec(trimmed);
  if (position !== null) {
    const value = Number(position[1]);
    return value >= 1 ? { kind: 'position', position: value } : undefined;
  }
  const seconds = parseClock(trimmed);
  return seconds === undefined ? undefined : { kind: 'time', atMs: Math.round(seconds * 1000) };
}
