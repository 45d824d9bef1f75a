/** Id, times and output URLs of a stored playlist. */
import type { Playlist } from '@interlude/contract';
import { CopyButton, CopyId } from '../../components/copy-id.tsx';
import { AbsoluteTime } from '../../components/relative-time.tsx';
import { t } from '../../texts/t.ts';
import { LeftOut } from './left-out.tsx';

export function PlaylistFacts({ playlist }: { playlist: Playlist }) {
  return (
    <>
      <dl className="settings-facts playlist-facts">
        <div>
          <dt>{t('ID')}</dt>
          <dd>
            <CopyId id={playlist.id} />
          </dd>
        </div>
        <div>
          <dt>{t('Created at')}</dt>
          <dd>
            <AbsoluteTime at={playlist.createdAt} />
          </dd>
        </div>
        <div>
          <dt>{t('Last saved')}</dt>
          <dd>
            <AbsoluteTime at={playlist.updatedAt} />
          </dd>
        </div>
      </dl>
      <Outputs playlist={playlist} />
      <LeftOut playlist={playlist} />
    </>
  );
}

function Outputs({ playlist: { status, type, outputUris, contents } }: { playlist: Playlist }) {
  const hasPlaceholder = contents.some(({ sourceType }) => sourceType === 'placeholder');
  const content = hasPlaceholder ? '&content=' : '';
  const outputs = [
    ['HLS', outputUris.hls],
    ['DASH', outputUris.dash],
    ['MRSS', outputUris.mrss + content],
    ['JSON', outputUris.json + content],
  ] as const;
  return (
    <section className="playlist-outputs" aria-label={t('Outputs')}>
      <p className="dimmed">
        {status === 'disabled'
          ? t('Enable the playlist to serve it at these URLs.')
          : outputsHint(type, hasPlaceholder)}
      </p>
      <dl>
        {outputs
          .filter(([, uri]) => uri !== '')
          .map(([name, uri]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <span className="mono">{uri}</span>
                <CopyButton value={uri} label={t('Copy {name} address', { name })} />
              </dd>
            </div>
          ))}
      </dl>
    </section>
  );
}

function outputsHint(type: Playlist['type'], hasPlaceholder: boolean): string {
  if (type === 'vod2live')
    return t('HLS and DASH are sources for live channels, which insert ads at the cue points.');
  const feed = t('The MRSS URL is a source for VoD channels, which insert ads at the cue points.');
  return hasPlaceholder
    ? t('{feed} Add an encoded address after content=, once for each placeholder.', { feed })
    : feed;
}
