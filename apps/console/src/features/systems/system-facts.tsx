/** Id, creation time and usage of a system. */
import type { System } from '@interlude/contract';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { routes } from '../../api/contract-routes.ts';
import { useSession } from '../../app/session.ts';
import { CopyId } from '../../components/copy-id.tsx';
import { AbsoluteTime } from '../../components/relative-time.tsx';
import { sentence } from '../../texts/sentence.tsx';
import { t } from '../../texts/t.ts';
import { byteText } from './byte-text.ts';
import { mediasMadeBy } from './system-queries.ts';

const servedDays = 30;

export function SystemFacts({ system }: { system: System }) {
  const { tenant } = useSession();
  const { id, type, createdAt, builtIn } = system;
  const { data: medias } = useQuery({
    queryKey: [tenant, 'systems', 'medias', id],
    queryFn: () => mediasMadeBy(id),
  });
  return (
    <dl className="settings-facts">
      <div>
        <dt>{t('ID')}</dt>
        <dd>
          <CopyId id={id} />
        </dd>
      </div>
      <div>
        <dt>{t('Created at')}</dt>
        <dd>
          <AbsoluteTime at={createdAt} />
        </dd>
      </div>
      <div>
        <dt>{t('Medias created with it')}</dt>
        <dd className="num">{medias ?? '–'}</dd>
      </div>
      {type === 'cdn' && <ServedBytes id={id} />}
      {builtIn && (
        <div>
          <dt>{t('Built in')}</dt>
          <dd>{t('Can be edited, not deleted')}</dd>
        </div>
      )}
    </dl>
  );
}

/** Ad media bytes of a CDN system. */
function ServedBytes({ id }: { id: string }) {
  const { tenant } = useSession();
  const { data } = useQuery({
    queryKey: [tenant, 'systems', 'bandwidth', id],
    queryFn: ({ signal }) => {
      const to = Math.ceil(Date.now() / 1_000);
      const query = { from: to - servedDays * 86_400, to };
      return api(routes.systems.bandwidth, { params: { id }, query, signal });
    },
  });
  return (
    <div>
      <dt>{sentence('Ad media served, last {servedDays} days', { servedDays })}</dt>
      <dd className="num">{data === undefined ? '–' : byteText(data.bandwidth)}</dd>
    </div>
  );
}
