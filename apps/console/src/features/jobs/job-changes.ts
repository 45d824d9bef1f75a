/** The changes of a job: rename, archive, cancel, run again (JOB-010). */
import type { Job, JobDetail } from '@interlude/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { errorText } from '../../api/api-error.ts';
import { routes } from '../../api/contract-routes.ts';
import { useSession } from '../../app/session.ts';
import { confirm } from '../../components/confirm/dialogs.ts';
import { toast } from '../../components/toast/toast.ts';
import { text } from '../../messages.ts';
import { t } from '../../texts/t.ts';

type JobChange =
  | { readonly kind: 'rename'; readonly name: string }
  | { readonly kind: 'archive'; readonly archived: boolean }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'rerun' };

interface JobToChange {
  readonly id: string;
  readonly change: JobChange;
}

function send({ id, change }: JobToChange): Promise<JobDetail> {
  const params = { id };
  switch (change.kind) {
    case 'rename':
      return api(routes.jobs.update, { params, body: { name: change.name } });
    case 'archive':
      return api(routes.jobs.update, { params, body: { archived: change.archived } });
    case 'cancel':
      return api(routes.jobs.cancel, { params });
    case 'rerun':
      return api(routes.jobs.rerun, { params });
  }
}

const doneTexts: Readonly<Record<JobChange['kind'], string>> = {
  rename: text('saved'),
  archive: text('saved'),
  cancel: t('The job is being cancelled.'),
  rerun: t('A new job runs the same work again.'),
};

function failedText({ kind }: JobChange, error: unknown): string {
  const message = errorText(error);
  if (kind === 'cancel') return t('Error while cancelling: {message}', { message });
  return kind === 'rerun'
    ? t('Error while starting the job: {message}', { message })
    : text('saveFailed', { message });
}

/** @param onRerun called with the new job */
export function useJobChanges(onRerun: (job: JobDetail) => void) {
  const { tenant } = useSession();
  const queries = useQueryClient();
  const mutation = useMutation({
    mutationFn: send,
    onSuccess: (answer, { change }) => {
      toast.success(doneTexts[change.kind]);
      queries.setQueryData([tenant, 'jobs', 'item', answer.id], answer);
      if (change.kind === 'rerun') onRerun(answer);
    },
    onError: (error, { change }) => toast.error(failedText(change, error)),
    onSettled: () => queries.invalidateQueries({ queryKey: [tenant, 'jobs'] }),
  });
  const cancel = async ({ id, name }: Pick<Job, 'id' | 'name'>) => {
    const agreed = await confirm({
      text: t('“{name}” will be stopped. It ends as failed and leaves no files.', { name }),
      okLabel: t('Cancel the job'),
      cancelLabel: t('Let it run'),
    });
    if (agreed) mutation.mutate({ id, change: { kind: 'cancel' } });
  };
  return {
    busy: mutation.isPending,
    cancel,
    rename: (id: string, name: string) =>
      mutation.mutateAsync({ id, change: { kind: 'rename', name } }),
    archive: (id: string, archived: boolean) =>
      mutation.mutate({ id, change: { kind: 'archive', archived } }),
    rerun: (id: string) => mutation.mutate({ id, change: { kind: 'rerun' } }),
  };
}

export type JobChanges = ReturnType<typeof useJobChanges>;
