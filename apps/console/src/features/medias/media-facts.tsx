import type { Media } from '@interlude/contract';
import { CopyButton, CopyId } from '../../components/copy-id.tsx';
import { bytesText } from '../../components/upload/upload-check.ts';
import { t } from '../../texts/t.ts';
import { mediaDate } from './media-words.ts';

export function MediaFacts({ media }: { media: Media }) {
  const { id, url, ext, sizeBytes, createdAt } = media;
  return (
    <dl className="settings-facts media-facts">
      <div>
        <dt>{t('Media ID')}</dt>
        <dd>
          <CopyId id={id} />
        </dd>
      </div>
      <div>
        <dt>{t('Size')}</dt>
        <dd className="num">
          {sizeBytes === 0 ? t('not stored by the platform') : bytesText(sizeBytes)}
        </dd>
      </div>
      {ext !== '' && (
        <div>
          <dt>{t('Format')}</dt>
          <dd>{ext}</dd>
        </div>
      )}
      <div>
        <dt>{t('Created')}</dt>
        <dd className="num">{mediaDate(createdAt)}</dd>
      </div>
      {sizeBytes > 0 && (
        <div className="media-fact-url">
          <dt>{t('URL')}</dt>
          <dd>
            <span className="mono" title={url}>
              {url}
            </span>
            <CopyButton value={url} label={t('Copy URL')} />
          </dd>
        </div>
      )}
    </dl>
  );
}
