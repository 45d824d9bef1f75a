/**
 * A part that is rendered after what surrounds it is shown, in a task of its own, between which taps are answered. What a
 * store changes (the router's, that of the queries) React renders in one piece otherwise, with everything that it shows for
 * the first time.
 */
import { type ReactNode, useEffect, useState } from 'react';
import { inOwnTask } from '../own-task.ts';

export interface InSlicesProps {
  /** Shown until then, of the same size. */
  readonly placeholder?: ReactNode;
  readonly children: ReactNode;
}

export function InSlices({ placeholder = null, children }: InSlicesProps) {
  const [isShown, setShown] = useState(false);
  useEffect(() => inOwnTask(() => setShown(true)), []);
  return isShown ? children : placeholder;
}
