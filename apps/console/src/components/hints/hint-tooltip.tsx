/** The tooltip of the page. Loaded when the first one is shown. */
import { Tooltip } from '@mantine/core';
import type { Hint } from './hint.ts';

export function HintTooltip({ target, label }: Hint) {
  // What is beside an open dialog is below it.
  const dialog = target.closest('dialog');
  return (
    <Tooltip
      key={label}
      {...{ target, label }}
      opened
      multiline
      maw={340}
      {...(dialog && { portalProps: { target: dialog } })}
    />
  );
}
