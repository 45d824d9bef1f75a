/** The tooltip of the page. Loaded when the first one is shown. */
import { Tooltip } from '@mantine/core';
import type { Hint } from './hint.ts';

export function HintTooltip({ target, label }: Hint) {
  // An open modal dialog covers everything outside of it, so its tooltips are rendered inside.
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
