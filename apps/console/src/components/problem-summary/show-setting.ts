/** Scrolls to a setting of a form and focuses it. */

const inputs = 'input, textarea, [contenteditable="true"]';

/** The id of an input, or of its container, by the path of its value, e.g. `adSource.url`. */
export function settingId(path: string): string {
  return `setting-${path}`;
}

/** A path inside a value resolves to the field that holds it. */
export function showSettingAt(path: string): void {
  const steps = path.split('.');
  while (steps.length > 0) {
    const setting = document.getElementById(settingId(steps.join('.')));
    if (setting !== null) {
      enter(setting);
      return;
    }
    steps.pop();
  }
}

function enter(setting: HTMLElement): void {
  setting.closest('details')?.setAttribute('open', '');
  setting.scrollIntoView({ block: 'center' });
  const input = setting.matches(`${inputs}, button`)
    ? setting
    : setting.querySelector<HTMLElement>(inputs);
  input?.focus({ preventScroll: true });
}
