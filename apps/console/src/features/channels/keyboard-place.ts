/** Where the keyboard was in a new channel, for the editor that takes its place once it is saved. */

export interface KeyboardPlace {
  keep(): void;
  /** To the same setting; from elsewhere to what a new channel needs next. Once for each `keep`. */
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
