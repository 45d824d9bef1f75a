/** The widths of the popup: one column, two, three calendars, calendars beside the blocks (PER-006, OP-47). */
export const popupWidths = [228.5, 457, 673, 1129] as const;
export type PopupWidth = (typeof popupWidths)[number];

/** @param windowWidth pixels @returns the largest that fits, else the smallest */
export function popupWidth(windowWidth: number): PopupWidth {
  return popupWidths.findLast((width) => width <= windowWidth) ?? popupWidths[0];
}
