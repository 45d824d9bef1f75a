import { useEffect, useRef } from 'react';
import { registerShortcut, type Shortcut } from './shortcut-registry.ts';

/** Registers a shortcut as long as the component is on screen. */
export function useShortcut({ keys, label }: Shortcut, run: () => void): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => registerShortcut({ keys, label, run: () => latest.current() }), [keys, label]);
}
