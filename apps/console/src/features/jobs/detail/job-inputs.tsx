/** The input files of a job; a deleted one is shown by its id. */
import type { JobDetail } from '@interlude/contract';
import { Link } from '@tanstack/react-router';
import { CopyButton } from '../../../components/copy-id.tsx';
import { paths } from '../../../paths.ts';
import { t } from '../../../texts/t.ts';

export function JobInputs({ job }: { job: Pick<JobDetail, 'inputMediaIds' | 'inputMedias'> }) {
  const { inputMediaIds, inputMedias } = job;
  return (
    <section className="job-part" aria-labelledby="job-inputs">
      <h2 id="job-inputs">{t('Inputs')}</h2>
      {inputMediaIds.length === 0 ? (
        <p className="dimmed">
          {t('This job has no input media; its settings name what it processes.')}
        </p>
      ) : (
        <ul className="job-inputs">
          {inputMediaIds.map((id) => (
            <li key={id}>
              <Input id={id} media={inputMedias.find((media) => media.id === id)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface InputProps {
  readonly id: string;
  readonly media: JobDetail['inputMedias'][number] | undefined;
}

function Input({ id, media }: InputProps) {
  if (media === undefined) {
    return (
      <>
        <span className="mono">{id}</span> <span className="dimmed">{t('deleted')}</span>
      </>
    );
  }
  return (
    <>
      {media.titleId === '' ? (
        <span>{media.name}</span>
      ) : (
        <Link to={paths.media} params={{ assetId: media.titleId, mediaId: id }}>
          {media.name}
        </Link>
      )}
      <span className="job-input-url">
        <span className="mono dimmed" title={media.url}>
          {media.url}
        </span>
        <CopyButton value={media.url} label={t('Copy URL of {name}', { name: media.name })} />
      </span>
    </>
  );
}
