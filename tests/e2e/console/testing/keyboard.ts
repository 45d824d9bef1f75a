/** The keyboard focus: where it is, that it can be seen, and the way to another control. */
import { expect, type Locator, type Page } from '@playwright/test';

const longestWay = 160;

/** Name of the focused control; `nothing` or `covered …` when it cannot be seen. */
function placeOfKeyboard(page: Page): Promise<string> {
  return page.evaluate(() => {
    const held = document.activeElement;
    if (!(held instanceof HTMLElement) || held === document.body) return 'nothing';
    const own = held instanceof HTMLInputElement ? held.labels?.[0]?.textContent : undefined;
    const label = own ?? held.getAttribute('aria-label') ?? held.textContent.slice(0, 40);
    const name = `${held.tagName.toLowerCase()} ${label}`.trim();
    // The input of a switch has no size: its parent is looked at.
    const shown = held.clientHeight < 8 ? (held.parentElement ?? held) : held;
    const { left, width, top, bottom } = shown.getBoundingClientRect();
    // A tall control is in sight when its middle or its first lines are.
    const places = [(top + bottom) / 2, top + 12].map((y) =>
      document.elementFromPoint(left + width / 2, y),
    );
    const isSeen = places.some((place) => shown.contains(place) || place?.contains(shown));
    return isSeen ? name : `covered ${name} at ${top} by ${places[0]?.className}`;
  });
}

export const outOfSight = /^(nothing|covered)/;

export async function expectKeyboardInSight(page: Page, after: string): Promise<void> {
  await expect
    .poll(() => placeOfKeyboard(page), { message: `${after}: the keyboard`, timeout: 3_000 })
    .not.toMatch(outOfSight);
}

/** All styles with which a ring or border may show the focus, of the control and the elements around it. */
function looksOf(held: Locator): Promise<string> {
  return held.evaluate((element) => {
    const around = [element, element.nextElementSibling, element.parentElement];
    const frame = element.closest('.json-code, label, .mantine-InputWrapper-root, li');
    return [...around, frame]
      .flatMap((each) => (each === null ? [] : [each]))
      .flatMap((each) => [getComputedStyle(each), getComputedStyle(each, '::after')])
      .map((style) =>
        [style.outline, style.boxShadow, style.borderColor, style.backgroundColor].join(' '),
      )
      .join('\n');
  });
}

/** Presses one key, and expects that the control that was left had looked different with the focus. */
export async function step(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<string> {
  const left = await page.evaluateHandle(() => document.activeElement);
  const element = left.asElement();
  const before = element && (await placeOfKeyboard(page));
  await element?.evaluate((each) => each.setAttribute('data-left', ''));
  const held = page.locator('[data-left]');
  const shown = await looksOf(held);
  await page.keyboard.press(key);
  if (before !== null && !outOfSight.test(before)) {
    await expect
      .poll(() => looksOf(held), `${before} looks the same with and without the keyboard`)
      .not.toBe(shown);
  }
  await held.evaluate((each) => each.removeAttribute('data-left'));
  return placeOfKeyboard(page);
}

/** Moves the focus to a control by Tab, or back by Shift+Tab; it is in sight at each step. */
export async function tabTo(
  page: Page,
  target: Locator,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> {
  await expect(target).toHaveCount(1);
  // Finding the control reads the names of all controls: once, and again when the control was rendered anew.
  let element = await target.elementHandle();
  for (let steps = 0; steps < longestWay; steps += 1) {
    await page.keyboard.press(key);
    await expectKeyboardInSight(page, `${key} on the way to ${target}`);
    if (await element?.evaluate((each) => !each.isConnected))
      element = await target.elementHandle();
    if (await element?.evaluate((each) => each === document.activeElement)) return;
  }
  throw new Error(`${target} is out of reach of the keyboard`);
}
