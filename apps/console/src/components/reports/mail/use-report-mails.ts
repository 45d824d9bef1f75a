/** Scheduled mails of reports: listed, made, changed, paused, sent to oneself, removed. */
import type { ReportMail, ReportMailInput, ReportMailPatch } from '@interlude/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../api/api.ts';
import { errorText } from '../../../api/api-error.ts';
import { routes } from '../../../api/contract-routes.ts';
import { useSession } from '../../../app/session.ts';
import { t } from '../../../texts/t.ts';
import { confirm } from '../../confirm/dialogs.ts';
import { toast } from '../../toast/toast.ts';

const listKey = (tenant: string) => [tenant, 'report-mails'] as const;
/** Milliseconds between two readings: a run changes a mail without an action on the page. */
const refreshMs = 20_000;

export function useReportMails() {
  const { tenant } = useSession();
  return useQuery({
    queryKey: listKey(tenant),
    queryFn: ({ signal }) => api(routes.reportMails.list, { signal }),
    refetchInterval: refreshMs,
  });
}

/** @param enabled false for roles that may not write to others */
export function useMailMembers(enabled: boolean) {
  const { tenant } = useSession();
  return useQuery({
    queryKey: [tenant, 'report-mail-members'],
    queryFn: ({ signal }) => api(routes.reportMails.members, { signal }),
    staleTime: 60_000,
    enabled,
  });
}

/** Saves a mail; its error is shown in the dialog. */
export function useSaveMail() {
  const { tenant } = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, input }: { id: string | undefined; input: ReportMailInput }) =>
      id === undefined
        ? api(routes.reportMails.create, { body: input })
        : api(routes.reportMails.update, { params: { id }, body: input }),
    onSettled: () => queries.invalidateQueries({ queryKey: listKey(tenant) }),
  });
}

export function useMailActions() {
  const { tenant, user } = useSession();
  const queries = useQueryClient();
  const onSettled = () => queries.invalidateQueries({ queryKey: listKey(tenant) });
  const onError = (error: unknown) => toast.error(errorText(error));
  const change = useMutation({
    mutationFn: ({ id, patch }: { id: string; patch: ReportMailPatch }) =>
      api(routes.reportMails.update, { params: { id }, body: patch }),
    ...{ onError, onSettled },
  });
  const send = useMutation({
    mutationFn: ({ id }: Pick<ReportMail, 'id'>) =>
      api(routes.reportMails.send, { params: { id } }),
    onSuccess: () =>
      toast.success(t('The mail is being made. It goes to {email}.', { email: user.email })),
    ...{ onError, onSettled },
  });
  const remove = useMutation({
    mutationFn: ({ id }: ReportMail) => api(routes.reportMails.remove, { params: { id } }),
    onSuccess: (_nothing, { name }) =>
      toast.success(t('The scheduled mail {name} was deleted.', { name })),
    ...{ onError, onSettled },
  });
  return {
    send,
    pause: ({ id, paused }: ReportMail) => change.mutate({ id, patch: { paused: !paused } }),
    /** Deletes a mail after a question: its recipients get it no more. */
    remove: async (mail: ReportMail) => {
      const agreed = await confirm({
        title: t('Delete {name}?', { name: mail.name }),
        text: t('Nobody gets this mail any more. It cannot be undone.'),
        okLabel: t('Delete'),
      });
      if (agreed) remove.mutate(mail);
    },
  };
}
