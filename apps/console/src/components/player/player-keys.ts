/** The keyboard shortcuts of the player. */

export type PlayerKey =
  | { readonly kind: 'togglePlay' | 'toggleSound' | 'toggleFullscreen' | 'live' }
  | { readonly kind: 'seek'; readonly seconds: number };

const jumpSeconds = 5;

const keys: Readonly<Record<string, PlayerKey>> = {
  ' ': { kind: 'togglePlay' },
  k: { kind: 'togglePlay' },
  m: { kind: 'toggleSound' },
  f: { kind: 'toggleFullscreen' },
  l: { kind: 'live' },
  ArrowLeft: { kind: 'seek', seconds: -jumpSeconds },
  ArrowRight: { kind: 'seek', seconds: jumpSeconds },
};

/** @param onButton a button has the focus, which the space bar presses */
export function playerKey(key: string, onButton: boolean): PlayerKey | undefined {
  return key === ' ' && onButton ? undefined : keys[key];
}
