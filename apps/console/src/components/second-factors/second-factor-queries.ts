/** The queries and changes of second factors. */
import type { Confirmation, SecondFactor } from '@interlude/contract';
import type { AnswerOf, contract } from '@interlude/contract/api';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { errorText } from '../../api/api-error.ts';
import { routes } from '../../api/contract-routes.ts';
import { makePasskey, showPasskey } from '../../api/passkeys.ts';
import { useSession } from '../../app/session.ts';
import { t } from '../../texts/t.ts';
import { confirm } from '../confirm/dialogs.ts';
import { toast } from '../toast/toast.ts';

export type SecondFactorState = AnswerOf<(typeof contract)['secondFactors']['read']>;

const ownKey = (tenant: string) => [tenant, 'second-factors', 'own'] as const;
const userKey = (tenant: string, userId: string) => [tenant, 'second-factors', userId] as const;

export function useSecondFactors() {
  const { tenant } = useSession();
  return useQuery({
    queryKey: ownKey(tenant),
    queryFn: ({ signal }) => api(routes.secondFactors.read, { signal }),
  });
}

/** Reads factors and sessions again: the session may be stronger now. */
export function useReadAgain(): () => void {
  const { tenant } = useSession();
  const queries = useQueryClient();
  return () => {
    void queries.invalidateQueries({ queryKey: ownKey(tenant) });
    void queries.invalidateQueries({ queryKey: [tenant, 'login-sessions'] });
  };
}

/** A confirmation by passkey: requests the options, and has the browser show the passkey. */
export async function passkeyConfirmation(): Promise<Confirmation> {
  const { step, options } = await api(routes.secondFactors.beginProof, {});
  return { passkey: { step, response: (await showPasskey(options)) as never } };
}

export const beginApp = (confirmation: Confirmation) =>
  api(routes.secondFactors.beginTotp, { body: { confirmation } });

export const finishApp = (body: { step: string; name: string; code: string }) =>
  api(routes.secondFactors.finishTotp, { body });

export async function addPasskey(confirmation: Confirmation, name: string) {
  const { step, options } = await api(routes.secondFactors.beginPasskey, {
    body: { confirmation },
  });
  const response = (await makePasskey(options)) as never;
  return api(routes.secondFactors.finishPasskey, { body: { step, name, response } });
}

export const removeFactor = ({ id }: Pick<SecondFactor, 'id'>, confirmation: Confirmation) =>
  api(routes.secondFactors.remove, { params: { id }, body: { confirmation } });

export const renewCodes = (confirmation: Confirmation) =>
  api(routes.secondFactors.renewRecoveryCodes, { body: { confirmation } });

export function useSecondFactorOfUser(userId: string) {
  const { tenant } = useSession();
  return useQuery({
    queryKey: userKey(tenant, userId),
    queryFn: ({ signal }) =>
      api(routes.secondFactors.readOfUser, { params: { id: userId }, signal }),
  });
}

/** Resets the second factors of a user after a question, and reads their state again. */
export function useResetSecondFactor(userId: string, name: string) {
  const { tenant } = useSession();
  const queries = useQueryClient();
  const mutation = useMutation({
    mutationFn: () => api(routes.secondFactors.resetOfUser, { params: { id: userId } }),
    onSuccess: () => toast.success(t('The second factors of {name} were reset.', { name })),
    onError: (error) => toast.error(errorText(error)),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: userKey(tenant, userId) });
      void queries.invalidateQueries({ queryKey: [tenant, 'login-sessions', userId] });
    },
  });
  const ask = async () => {
    const agreed = await confirm({
      title: t('Reset the second factors of {name}?', { name }),
      text: t(
        'All of them are removed, all sessions end, and the user is told by mail. Do this only when you know who asks.',
      ),
      okLabel: t('Reset'),
    });
    if (agreed) mutation.mutate();
  };
  return { ask, busy: mutation.isPending };
}

/** Saves whether members of the company need a second factor. */
export function useRequireSecondFactor() {
  const { tenant } = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (company: {
      readonly id: string;
      readonly name: string;
      readonly apiKeyHash: string;
      readonly secondFactorRequired: boolean;
    }) => {
      const { id, name, apiKeyHash, secondFactorRequired } = company;
      const body = { id, name, apiKeyHash, secondFactorRequired };
      return api(routes.tenants.update, { params: { id }, body });
    },
    onSuccess: (saved) => {
      queries.setQueryData([tenant, 'tenants', 'item', tenant], saved);
      void queries.invalidateQueries({ queryKey: ownKey(tenant) });
      toast.success(
        saved.secondFactorRequired
          ? t('Members show a second factor from their next login on.')
          : t('Members may log in without a second factor.'),
      );
    },
    onError: (error) => toast.error(errorText(error)),
  });
}
