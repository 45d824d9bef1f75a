/** Both sides of a splice: a picture and its figures, or why there are none. */
import type { MonitoringSplice, SpliceSideName } from '@interlude/contract';
import { useEffect, useState } from 'react';
import { known, t } from '../../../texts/t.ts';
import { fineClockText } from '../timeline/describe.ts';
import { picturesOf, usePictures } from './splice-queries.ts';
import { sideFacts, sideName } from './splice-words.ts';
import './splices.css';
import { sentence } from '../../../texts/sentence.tsx';

/** Object URL of a picture, as long as the picture is shown. */
function usePictureUrl(picture: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string | undefined>(undefined);
  useEffect(() => {
    if (picture === undefined) return;
    const made = URL.createObjectURL(picture);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [picture]);
  return url;
}

const ends = { before: t('Before'), after: t('Behind') } as const;

interface SideProps {
  readonly splice: MonitoringSplice;
  readonly end: SpliceSideName;
  readonly picture: Blob | undefined;
}

function Side({ splice, end, picture }: SideProps) {
  const side = splice[end];
  const url = usePictureUrl(picture);
  const facts = sideFacts(side, end);
  return (
    <figure className="splice-side">
      <div className="splice-frame" data-empty={!side.hasThumbnail || undefined}>
        {url === undefined ? (
          <span className="dimmed">{side.hasThumbnail ? '' : t('no picture')}</span>
        ) : (
          <img
            src={url}
            alt={t(end === 'before' ? 'Before the splice: {side}' : 'Behind the splice: {side}', {
              side: sideName(side),
            })}
          />
        )}
      </div>
      <figcaption>
        <strong>
          {ends[end]}: {sideName(side)}
        </strong>
        {side.problem === '' ? (
          <ul className="num">
            {facts.map(({ name, value, isBad }) => (
              <li key={name} className={isBad ? 'bad' : undefined}>
                {name} {value}
              </li>
            ))}
          </ul>
        ) : (
          <p className={side.rules.length > 0 ? 'bad' : 'dimmed'}>{known(side.problem)}</p>
        )}
      </figcaption>
    </figure>
  );
}

interface SpliceSidesProps {
  readonly channelId: string;
  readonly splice: MonitoringSplice;
}

export function SpliceSides({ channelId, splice }: SpliceSidesProps) {
  const names = picturesOf(splice);
  const pictures = usePictures(channelId, names);
  const pictureOf = (end: SpliceSideName) => pictures[names.findIndex(({ side }) => side === end)];
  if (splice.skipped !== null) {
    return (
      <p className="splice-skipped dimmed">
        {sentence('Not decoded. {reason}', { reason: known(splice.reason) })}
      </p>
    );
  }
  return (
    <div className="splice-sides">
      <Side splice={splice} end="before" picture={pictureOf('before')} />
      <Side splice={splice} end="after" picture={pictureOf('after')} />
    </div>
  );
}

/** The splices of one break, in their order. */
export function SpliceList({
  channelId,
  splices,
}: Pick<SpliceSidesProps, 'channelId'> & { readonly splices: readonly MonitoringSplice[] }) {
  return (
    <ol className="splice-list" aria-label={t('Splices of the break')}>
      {splices.map((splice) => (
        <li key={splice.id}>
          <time className="dimmed num" dateTime={new Date(splice.at).toISOString()}>
            {fineClockText(splice.at)}
          </time>
          <SpliceSides channelId={channelId} splice={splice} />
        </li>
      ))}
    </ol>
  );
}
