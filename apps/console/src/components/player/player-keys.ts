/** What a key does in the player. */

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

/** @param onButton the space bar presses a focused button, as everywhere */
export function playerKey(key: string, onButton: boolean): PlayerKey | undefined {
  return key === ' ' && onButton ? undefined : keys[key];
}
