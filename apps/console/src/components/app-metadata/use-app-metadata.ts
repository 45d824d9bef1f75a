/** The person's choices in the console: periods, channels, dashboard, settings of reports. */
import type { AppMetadata } from '@interlude/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { api } from '../../api/api.ts';
import { errorText } from '../../api/api-error.ts';
import { routes } from '../../api/contract-routes.ts';
import { useSession } from '../../app/session.ts';
import { text } from '../../messages.ts';
import { toast } from '../toast/toast.ts';
import { metadataQuery } from './metadata-query.ts';
import { createMetadataWriter, type MetadataPatch } from './metadata-writer.ts';

export interface AppMetadataView {
  readonly saved: AppMetadata | undefined;
  readonly error: unknown;
  /** Reads the stored choices again, for Cancel of the selectors (PER-020, CHS-009). */
  readonly reload: () => void;
  /** Shown at once, sent after a moment (OP-55). */
  readonly saveLater: (patch: MetadataPatch) => void;
  /** Sent at once; rejects when the server refuses. */
  readonly saveNow: (patch: MetadataPatch) => Promise<void>;
}

export function useAppMetadata(): AppMetadataView {
  const { tenant, user } = useSession();
  const queries = useQueryClient();
  const { id } = user;
  const { data, error, refetch } = useQuery(metadataQuery(tenant, id));
  const writer = useMemo(() => {
    const { queryKey } = metadataQuery(tenant, id);
    return createMetadataWriter({
      send: async (body) => {
        const answer = await api(routes.users.patchAppMetadata, { params: { id }, body });
        queries.setQueryData<AppMetadata>(queryKey, (known) => ({ ...known, ...answer }));
      },
      onFailure: (failure) => {
        toast.error(text('settingsSaveFailed', { msg: errorText(failure) }));
        void queries.invalidateQueries({ queryKey });
      },
    });
  }, [tenant, id, queries]);
  useEffect(() => {
    globalThis.addEventListener('pagehide', writer.flush);
    return () => {
      globalThis.removeEventListener('pagehide', writer.flush);
      writer.flush();
    };
  }, [writer]);
  return {
    saved: data,
    error,
    reload: () => void refetch(),
    saveLater: (patch) => {
      queries.setQueryData<AppMetadata>(
        metadataQuery(tenant, id).queryKey,
        (known) => known && { ...known, ...patch },
      );
      writer.later(patch);
    },
    saveNow: writer.now,
  };
}
