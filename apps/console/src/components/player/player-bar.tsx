/** The player's own bar: play, position with the ad breaks marked, live, volume, full screen. */
import {
  IconMaximize,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconVolume,
  IconVolumeOff,
} from '@tabler/icons-react';
import { t } from '../../texts/t.ts';
import { barMarks, type PlayedBreak } from './breaks.ts';
import type { Playback } from './use-playback.ts';

export interface PlayerActions {
  readonly togglePlay: () => void;
  readonly toggleSound: () => void;
  readonly toggleFullscreen: () => void;
  /** @param position seconds on the presentation's clock */
  readonly seek: (position: number) => void;
}

interface PlayerBarProps {
  readonly playback: Playback;
  readonly breaks: readonly PlayedBreak[];
  readonly actions: PlayerActions;
}

/** Closer to the edge than this counts as live, in seconds. */
const liveToleranceSeconds = 8;

export function PlayerBar({ playback, breaks, actions }: PlayerBarProps) {
  const { paused, muted, live, position, end } = playback;
  const behind = Math.max(0, end - position);
  const atEdge = behind < liveToleranceSeconds;
  return (
    <div className="player-bar">
      <button
        type="button"
        aria-label={paused ? t('Play') : t('Pause')}
        onClick={actions.togglePlay}
      >
        {paused ? <IconPlayerPlayFilled size={16} /> : <IconPlayerPauseFilled size={16} />}
      </button>
      <Track playback={playback} breaks={breaks} onSeek={actions.seek} />
      {live ? (
        <button
          type="button"
          className="player-live num"
          data-edge={atEdge || undefined}
          aria-label={
            atEdge
              ? t('Live')
              : t('{behind} seconds behind, go live', { behind: Math.round(behind) })
          }
          onClick={() => actions.seek(end)}
        >
          {atEdge ? t('Live') : t('−{behind} s', { behind: Math.round(behind) })}
        </button>
      ) : (
        <span className="player-time num">{clock(position)}</span>
      )}
      <button
        type="button"
        aria-label={muted ? t('Unmute') : t('Mute')}
        onClick={actions.toggleSound}
      >
        {muted ? <IconVolumeOff size={17} /> : <IconVolume size={17} />}
      </button>
      <button type="button" aria-label={t('Full screen')} onClick={actions.toggleFullscreen}>
        <IconMaximize size={17} />
      </button>
    </div>
  );
}

interface TrackProps {
  readonly playback: Playback;
  readonly breaks: readonly PlayedBreak[];
  readonly onSeek: (position: number) => void;
}

function Track({ playback, breaks, onSeek }: TrackProps) {
  const { start, end, position, originMs, live } = playback;
  const length = Math.max(end - start, 0.001);
  const marks =
    originMs === undefined
      ? []
      : barMarks(breaks, { startMs: originMs + start * 1_000, endMs: originMs + end * 1_000 });
  const played = Math.min(100, Math.max(0, ((position - start) / length) * 100));
  const spoken = live
    ? t('{Math} seconds behind live', { Math: Math.round(end - position) })
    : clock(position);
  return (
    <div className="player-track">
      <div className="player-rail">
        <div className="player-played" style={{ width: `${played}%` }} />
        {marks.map(({ id, label, left, width }) => (
          <div
            key={id}
            className="player-mark"
            title={label}
            style={{ left: `${left}%`, width: `${width}%` }}
          />
        ))}
      </div>
      <input
        type="range"
        aria-label={t('Position')}
        aria-valuetext={spoken}
        min={start}
        max={end}
        step={0.1}
        value={position}
        onChange={(event) => onSeek(Number(event.currentTarget.value))}
      />
    </div>
  );
}

/** `1:05:09` of seconds. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const parts = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, index) => (index === 0 ? part : String(part).padStart(2, '0'))).join(':');
}
