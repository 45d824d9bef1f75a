/** Leads to a setting: into view, and the keyboard into it. */
import { settingId } from './setting-frame.tsx';

/** A path inside a JSON value leads to the field that holds it. */
export function showSettingAt(path: string): void {
  const steps = path.split('.');
  while (steps.length > 0) {
    const setting = document.getElementById(settingId(steps.join('.')));
    if (setting !== null) {
      setting.closest('details')?.setAttribute('open', '');
      setting.scrollIntoView({ block: 'center' });
      setting
        .querySelector<HTMLElement>('input, textarea, [contenteditable="true"]')
        ?.focus({ preventScroll: true });
      return;
    }
    steps.pop();
  }
}
