/** Comparisons with files of ad servers: read, uploaded, started and removed. */
import type { Reconciliation, ReconciliationMapping } from '@interlude/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { errorText } from '../../api/api-error.ts';
import { routes } from '../../api/contract-routes.ts';
import { useSession } from '../../app/session.ts';
import { toast } from '../../components/toast/toast.ts';
import { fileTextOf, mostFileBytes, tooLarge } from './read-file-text.ts';

const listKey = (tenant: string) => [tenant, 'reconciliations'] as const;
/** While a comparison runs. */
const pollMs = 1_000;

const isUnderWay = ({ state }: Pick<Reconciliation, 'state'>) =>
  state === 'waiting' || state === 'running';

export function useReconciliations() {
  const { tenant } = useSession();
  return useQuery({
    queryKey: listKey(tenant),
    queryFn: ({ signal }) => api(routes.reconciliations.list, { signal }),
    refetchInterval: ({ state: { data } }) => (data?.some(isUnderWay) ? pollMs : false),
  });
}

export function useReconciliation(id: string) {
  const { tenant } = useSession();
  return useQuery({
    queryKey: [...listKey(tenant), id],
    queryFn: ({ signal }) => api(routes.reconciliations.read, { params: { id }, signal }),
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? pollMs : false),
  });
}

async function upload(file: File): Promise<Reconciliation> {
  if (file.size > mostFileBytes) throw new Error(tooLarge);
  const name = file.name.slice(0, 100).toWellFormed();
  const read = fileTextOf(new Uint8Array(await file.arrayBuffer()), name);
  if (read.kind === 'problem') throw new Error(read.problem);
  return api(routes.reconciliations.create, { body: { name, csv: read.text } });
}

export function useReconciliationChanges(onMade: (id: string) => void) {
  const { tenant } = useSession();
  const queries = useQueryClient();
  const onError = (error: Error) => toast.error(errorText(error));
  const onSettled = () => queries.invalidateQueries({ queryKey: listKey(tenant) });
  return {
    /** The error of an upload is shown where the file was chosen. */
    upload: useMutation({
      mutationFn: upload,
      onSuccess: ({ id }) => onMade(id),
      onSettled,
    }),
    start: useMutation({
      mutationFn: ({
        id,
        mapping,
      }: {
        readonly id: string;
        readonly mapping: ReconciliationMapping;
      }) => api(routes.reconciliations.start, { params: { id }, body: mapping }),
      onError,
      onSettled,
    }),
    remove: useMutation({
      mutationFn: (id: string) => api(routes.reconciliations.remove, { params: { id } }),
      onSuccess: () => onMade(''),
      onError,
      onSettled,
    }),
  };
}
