/**
 * Renders its children in a task of their own, after the part around them is on screen, so that the browser answers
 * taps in between. Otherwise React renders everything that a store update (of router or query cache) shows for the
 * first time in one piece.
 */
import { type ReactNode, useEffect, useState } from 'react';
import { inOwnTask } from '../own-task.ts';

export interface InSlicesProps {
  /** Shown until the children are rendered; of the same size, so that nothing moves. */
  readonly placeholder?: ReactNode;
  readonly children: ReactNode;
}

export function InSlices({ placeholder = null, children }: InSlicesProps) {
  const [isShown, setShown] = useState(false);
  useEffect(() => inOwnTask(() => setShown(true)), []);
  return isShown ? children : placeholder;
}
