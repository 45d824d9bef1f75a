/** The ads of the answer: which would play, how far their creatives are, and why not. */
import type { AdServerTest } from '@interlude/contract';
import { Link } from '@tanstack/react-router';
import { paths } from '../../../paths.ts';
import { creativeWords, reasonText, secondsText } from './test-words.ts';

type TestedAd = AdServerTest['ads'][number];

export function TestedAds({ ads }: Pick<AdServerTest, 'ads'>) {
  return (
    <div className="ad-test-table">
      <table>
        <caption className="sr-only">Ads</caption>
        <thead>
          <tr>
            <th scope="col">Ad</th>
            <th scope="col">Length</th>
            <th scope="col">In the break</th>
            <th scope="col">Creative</th>
            <th scope="col">IAB</th>
          </tr>
        </thead>
        <tbody>
          {ads.map((ad, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an ad server may answer one ad twice
            <AdRow key={place} ad={ad} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function AdRow({ ad }: { ad: TestedAd }) {
  const { adId, title, adSystem, sequence, clipId, mediaUrl, mediaType, creative } = ad;
  return (
    <tr data-in-pod={ad.isInPod || undefined}>
      <td>
        <span>{title || adId || 'without a title'}</span>
        <span className="dimmed ad-test-line">
          {[adId, adSystem, sequence === null ? '' : `pod ${sequence}`].filter(Boolean).join(' · ')}
        </span>
      </td>
      <td className="num">{secondsText(ad.durationSeconds)}</td>
      <td>
        {ad.isInPod ? 'plays' : 'left out'}
        {ad.reason !== undefined && (
          <span className="dimmed ad-test-line" title={ad.reason}>
            {reasonText(ad.reason)}
          </span>
        )}
      </td>
      <td>
        <span data-creative={creative}>{creativeWords[creative]}</span>
        {ad.jobId !== undefined && (
          <>
            {' '}
            <Link to={paths.job} params={{ jobId: ad.jobId }} target="_blank">
              Job<span className="sr-only"> of {title || adId}, in a new tab</span>
            </Link>
          </>
        )}
        <span className="dimmed ad-test-line">
          {[mediaType, clipId].filter(Boolean).join(' · ')}
        </span>
        {mediaUrl !== '' && <span className="mono dimmed ad-test-line">{mediaUrl}</span>}
      </td>
      <td className="num">{ad.iabErrorCode}</td>
    </tr>
  );
}
