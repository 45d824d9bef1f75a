/** The skipped items of a linear playlist, with their reasons. */
import { type LeftOutItem, linearProtocols, type Playlist } from '@interlude/contract';
import { t } from '../../texts/t.ts';
import { usePlaylistProgramme } from './playlist-queries.ts';

export function LeftOut({ playlist }: { playlist: Playlist }) {
  const { data } = usePlaylistProgramme(playlist);
  const shown = linearProtocols.filter((protocol) => data?.[protocol].leftOut.length);
  if (data === undefined || shown.length === 0) return null;
  return (
    <section className="playlist-hint playlist-left-out" aria-label={t('Left out')} role="status">
      {shown.map((protocol) => (
        <div key={protocol}>
          <p>{t('{protocol} plays without:', { protocol: protocol.toUpperCase() })}</p>
          <ul>
            {data[protocol].leftOut.map((left) => (
              <Line key={left.item} left={left} playlist={playlist} />
            ))}
          </ul>
        </div>
      ))}
      <p className="dimmed">
        {t('Correct what you can and save: every save reads all items again.')}
      </p>
    </section>
  );
}

function Line({ left: { item, reason }, playlist }: { left: LeftOutItem; playlist: Playlist }) {
  const url = item < 0 ? playlist.fillerUrl : playlist.contents[item]?.url;
  return (
    <li>
      {item < 0 ? t('Filler') : t('Item {item}', { item: item + 1 })}{' '}
      <span className="mono">{url}</span>: {reason}
    </li>
  );
}
