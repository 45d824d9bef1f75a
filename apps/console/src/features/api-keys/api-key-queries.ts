/** The company with the hash of its key, and its further keys. */
import type { ApiKey, ApiKeyInput, Tenant } from '@interlude/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { errorText } from '../../api/api-error.ts';
import { routes } from '../../api/contract-routes.ts';
import { companiesQuery } from '../../app/companies-query.ts';
import { useSession } from '../../app/session.ts';
import { confirm } from '../../components/confirm/dialogs.ts';
import { toast } from '../../components/toast/toast.ts';
import { t } from '../../texts/t.ts';
import { apiKeyHashOf } from './make-key.ts';

const listKey = (tenant: string) => [tenant, 'api-keys'] as const;
const companyKey = (tenant: string) => [tenant, 'tenants', 'item', tenant] as const;

export function useCompany() {
  const { tenant } = useSession();
  return useQuery({
    queryKey: companyKey(tenant),
    queryFn: ({ signal }) => api(routes.tenants.read, { params: { id: tenant }, signal }),
  });
}

export function useApiKeys() {
  const { tenant } = useSession();
  return useQuery({
    queryKey: listKey(tenant),
    queryFn: ({ signal }) => api(routes.apiKeys.list, { signal }),
  });
}

/** Sends the hash of the key, never the key (APIK-003). */
export function useSaveCompanyKey() {
  const { tenant } = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, name, key }: { id: string; name: string; key: string }) =>
      api(routes.tenants.update, {
        params: { id },
        body: { id, name, apiKeyHash: apiKeyHashOf(key) },
      }),
    onSuccess: (company) => {
      queries.setQueryData(companyKey(tenant), company);
      toast.success(t('The API key was saved. The one before it no longer works.'));
      return queries.invalidateQueries({ queryKey: listKey(tenant) });
    },
    onError: (error) => toast.error(errorText(error)),
  });
}

export function useSaveCompanyLanguage() {
  const { tenant, user } = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, name, language }: Pick<Tenant, 'id' | 'name' | 'language'>) =>
      api(routes.tenants.update, { params: { id }, body: { id, name, language } }),
    onSuccess: (company) => {
      queries.setQueryData(companyKey(tenant), company);
      void queries.invalidateQueries(companiesQuery(user.id));
      toast.success(t('The language was saved.'));
    },
    onError: (error) => toast.error(errorText(error)),
  });
}

export type NewApiKey = Pick<ApiKeyInput, 'name' | 'role' | 'scopes' | 'requestsPerMinute'> & {
  readonly key: string;
  readonly expiresAt: string | null;
};

export function useAddApiKey() {
  const { tenant } = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ key, ...body }: NewApiKey) =>
      api(routes.apiKeys.create, { body: { ...body, keyHash: apiKeyHashOf(key) } }),
    onSuccess: ({ name }) => toast.success(t('The API key {name} was saved.', { name })),
    onSettled: () => queries.invalidateQueries({ queryKey: listKey(tenant) }),
  });
}

export function useRevokeApiKey() {
  const { tenant } = useSession();
  const queries = useQueryClient();
  const mutation = useMutation({
    mutationFn: ({ id }: Pick<ApiKey, 'id' | 'name'>) =>
      api(routes.apiKeys.remove, { params: { id } }),
    onSuccess: (_nothing, { name }) =>
      toast.success(t('The API key {name} was revoked.', { name })),
    onError: (error) => toast.error(errorText(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: listKey(tenant) }),
  });
  return async (key: Pick<ApiKey, 'id' | 'name'>) => {
    const agreed = await confirm({
      title: t('Revoke {name}?', { name: key.name }),
      text: t('Whatever uses this key gets no answer from now on. It cannot be undone.'),
      okLabel: t('Revoke'),
    });
    if (agreed) mutation.mutate(key);
  };
}
