/** The ads of the answer: which would play, how far their creatives are, and why not. */
import type { AdServerTest } from '@interlude/contract/api';
import { Link } from '@tanstack/react-router';
import { FactTable } from '../../../components/fact-table/fact-table.tsx';
import { paths } from '../../../paths.ts';
import { sentence } from '../../../texts/sentence.tsx';
import { t } from '../../../texts/t.ts';
import { creativeWords, isReady, reasonText, secondsText } from './test-words.ts';

type TestedAd = AdServerTest['ads'][number];

const columns = [
  { header: t('Ad') },
  { header: t('Length'), className: 'num keep' },
  { header: t('In the break') },
  { header: t('Creative') },
  { header: t('IAB'), className: 'num keep' },
];

export function TestedAds({ ads }: Pick<AdServerTest, 'ads'>) {
  const rows = ads.map((ad) => ({
    mark: ad.isInPod ? 'plays' : undefined,
    cells: [
      <AdName key="name" ad={ad} />,
      secondsText(ad.durationSeconds),
      <Place key="place" ad={ad} />,
      <Creative key="creative" ad={ad} />,
      ad.iabErrorCode,
    ],
  }));
  return <FactTable label={t('Ads')} columns={columns} rows={rows} />;
}

function AdName({ ad: { adId, title, adSystem, sequence } }: { ad: TestedAd }) {
  const place = sequence === null ? '' : `pod\u00a0${sequence}`;
  return (
    <div>
      <span className="ad-test-name">{title || adId || t('without a title')}</span>
      <Line parts={[adId, adSystem, place]} />
    </div>
  );
}

function Place({ ad }: { ad: TestedAd }) {
  const { isInPod, reason } = ad;
  const placed = isReady(ad) ? 'plays' : t('plays once it is encoded');
  return (
    <div>
      {isInPod ? placed : t('left out')}
      {reason !== undefined && (
        <span className="dimmed ad-test-line" title={reason}>
          {reasonText(reason)}
        </span>
      )}
    </div>
  );
}

function Creative({ ad }: { ad: TestedAd }) {
  const { adId, title, clipId, mediaUrl, mediaType, creative, jobId } = ad;
  return (
    <div>
      <span data-creative={creative}>{creativeWords[creative]}</span>
      {jobId !== undefined && (
        <>
          {' '}
          <Link to={paths.job} params={{ jobId }} target="_blank">
            {sentence('Job{text}', {
              text: (
                <span className="sr-only">
                  {' '}
                  {sentence('of {title}, in a new tab', { title: title || adId })}
                </span>
              ),
            })}
          </Link>
        </>
      )}
      <Line parts={[mediaType, clipId]} />
      {mediaUrl !== '' && <span className="mono dimmed ad-test-line">{mediaUrl}</span>}
    </div>
  );
}

function Line({ parts }: { parts: readonly string[] }) {
  return <span className="dimmed ad-test-line">{parts.filter(Boolean).join(' · ')}</span>;
}
