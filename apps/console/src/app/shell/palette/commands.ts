/** The commands of the palette: filtering and selection by keys. */
import type { ReactNode } from 'react';

export interface Command {
  readonly id: string;
  readonly group: string;
  readonly label: string;
  readonly detail?: string;
  readonly icon?: ReactNode;
  /** Matched by the server. */
  readonly searched?: boolean;
  readonly run: () => void;
}

/** Every word that was typed must occur in the label. */
export function filterCommands(commands: readonly Command[], typed: string): Command[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return commands.filter(
    ({ label, searched }) => searched || words.every((word) => label.toLowerCase().includes(word)),
  );
}

/** The row that a key selects; undefined when the key is no movement. The list is a ring. */
export function nextIndex(key: string, active: number, length: number): number | undefined {
  if (length === 0) return;
  if (key === 'ArrowDown') return (active + 1) % length;
  if (key === 'ArrowUp') return (active - 1 + length) % length;
  if (key === 'Home') return 0;
  return key === 'End' ? length - 1 : undefined;
}
