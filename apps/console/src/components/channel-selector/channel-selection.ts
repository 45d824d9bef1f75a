/** The channels that the reports count: search and selection. Pure. */
import { t } from '../../texts/t.ts';

export interface SelectableChannel {
  readonly id: string;
  readonly name: string;
}

/** Pixels: the least and the most that the popup is wide (CHS-003). */
const popupWidths = { least: 364, most: 634 } as const;

/** @param windowWidth pixels */
export function channelPopupWidth(windowWidth: number): number {
  const room = windowWidth - 16;
  return Math.max(popupWidths.least, Math.min(popupWidths.most, room));
}

/** The button's label (CHS-001). */
export function selectionLabel(count: number): string {
  if (count === 0) return t('Select channels here...');
  return count === 1 ? t('1 channel selected') : t('{count} channels selected', { count });
}

/** Whether every word is in the name, in any case (CHS-004), or the text is exactly the id (CHS-005). */
export function matchesSearch(channel: SelectableChannel, search: string): boolean {
  const name = channel.name.toLowerCase();
  const words = search.toLowerCase().split(' ').filter(Boolean);
  return channel.id === search || words.every((word) => name.includes(word));
}

function isIdList(payload: unknown): payload is readonly string[] {
  return (
    Array.isArray(payload) && payload.length > 0 && payload.every((id) => typeof id === 'string')
  );
}

/** Adds ids; anything but a non-empty list of texts changes nothing (CHS-006). */
export function selectChannels(selected: readonly string[], payload: unknown): readonly string[] {
  return isIdList(payload) ? [...new Set([...selected, ...payload])] : selected;
}

/** Removes ids; anything but a non-empty list of texts changes nothing (CHS-006). */
export function unselectChannels(selected: readonly string[], payload: unknown): readonly string[] {
  return isIdList(payload) ? selected.filter((id) => !payload.includes(id)) : selected;
}
