/** Brings a section of the editor into view and the keyboard into it. */
export function openSection(id: string): void {
  const section = document.getElementById(id);
  if (section === null) return;
  section.tabIndex = -1;
  section.focus({ preventScroll: true });
  section.scrollIntoView?.({ block: 'start' });
}
