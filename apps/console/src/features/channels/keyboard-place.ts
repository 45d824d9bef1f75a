/**
 * The control that had the focus in the form of a new channel, for the editor that replaces the form after the save.
 */

export interface KeyboardPlace {
  keep(): void;
  /**
   * Focuses the same control of the same setting; without one, the button that enables the channel. Once for each
   * `keep`.
   */
  giveBack(): void;
}

const controls = 'input, textarea, button, [contenteditable="true"]';

export function createKeyboardPlace(): KeyboardPlace {
  let kept: { readonly setting: string; readonly index: number } | undefined;
  return {
    keep: () => {
      const held = document.activeElement;
      const setting = held?.closest('.setting');
      const all: Element[] = [...(setting?.querySelectorAll(controls) ?? [])];
      const index = held === null ? -1 : all.indexOf(held);
      kept = { setting: setting?.id ?? '', index };
    },
    giveBack: () => {
      if (kept === undefined) return;
      const setting = document.getElementById(kept.setting);
      const control = setting?.querySelectorAll<HTMLElement>(controls)[kept.index];
      const next = control ?? document.querySelector<HTMLElement>('.channel-disabled button');
      next?.focus();
      kept = undefined;
    },
  };
}
