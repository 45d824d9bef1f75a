/** The keyboard alone: where it is, that this can be seen, and the way to somewhere else. */
import { expect, type Locator, type Page } from '@playwright/test';

const longestWay = 160;

/** What holds the keyboard, in words; `nothing` or `covered …` when it cannot be seen. */
function placeOfKeyboard(page: Page): Promise<string> {
  return page.evaluate(() => {
    const held = document.activeElement;
    if (!(held instanceof HTMLElement) || held === document.body) return 'nothing';
    const own = held instanceof HTMLInputElement ? held.labels?.[0]?.textContent : undefined;
    const label = own ?? held.getAttribute('aria-label') ?? held.textContent.slice(0, 40);
    const name = `${held.tagName.toLowerCase()} ${label}`.trim();
    // The input of a switch has no size: what it moves has.
    const shown = held.clientHeight < 8 ? (held.parentElement ?? held) : held;
    const { left, width, top, bottom } = shown.getBoundingClientRect();
    // A tall one is in sight with its middle or its first lines.
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

/** All that a ring or a border may be drawn with, around what holds the keyboard. */
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

/** Goes on by one key, and looks whether what was left had looked different while it held the keyboard. */
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

/** By Tab, or back by Shift+Tab, to a control; the keyboard is in sight at each step. */
export async function tabTo(
  page: Page,
  target: Locator,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> {
  await expect(target).toHaveCount(1);
  // To find it the names of all controls are read: once, and again when it was drawn anew.
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
