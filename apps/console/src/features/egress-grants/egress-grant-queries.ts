/** The private addresses that companies may reach: read, granted and taken back by SuperAdmins. */
import type { EgressGrant } from '@interlude/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { errorText } from '../../api/api-error.ts';
import { routes } from '../../api/contract-routes.ts';
import { confirm } from '../../components/confirm/dialogs.ts';
import { toast } from '../../components/toast/toast.ts';
import { t } from '../../texts/t.ts';

/** The same in every company: grants belong to the installation. */
const key = ['egress-grants'] as const;

export const readGrants = () => api(routes.egressGrants.read, {});

export function useEgressGrants() {
  return useQuery({ queryKey: key, queryFn: readGrants });
}

/** The company that was entered, by ID or by name in any case. */
const isCompany = (entered: string) => (grant: EgressGrant) =>
  grant.tenantId === entered || grant.name.toLowerCase() === entered.toLowerCase();

interface Change {
  /** ID or name of the company. */
  readonly company: string;
  /** Maps the entries as they are now to the new ones. */
  readonly edit: (entries: readonly string[]) => string[];
}

/** Changes the entries of a company. They are read again right before, so that changes of other users are kept. */
async function change({ company, edit }: Change): Promise<EgressGrant> {
  const { grants } = await readGrants();
  const known = grants.find(isCompany(company));
  return await api(routes.egressGrants.update, {
    body: { tenant: known?.tenantId ?? company, entries: edit(known?.entries ?? []) },
  });
}

export function useGrantAddress() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ company, address }: { readonly company: string; readonly address: string }) =>
      change({ company, edit: (entries) => [...new Set([...entries, address])] }),
    onSuccess: ({ name }, { address }) =>
      toast.success(t('{name} may reach {address}.', { name, address })),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  });
}

export function useTakeBackAddress() {
  const queries = useQueryClient();
  const mutation = useMutation({
    mutationFn: ({ tenantId, address }: { readonly tenantId: string; readonly address: string }) =>
      change({
        company: tenantId,
        edit: (entries) => entries.filter((entry) => entry !== address),
      }),
    onSuccess: ({ name }, { address }) =>
      toast.success(t('{address} was taken back from {name}.', { address, name })),
    onError: (error) => toast.error(errorText(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  });
  return {
    takenBack: mutation.isPending ? mutation.variables : undefined,
    async takeBack({ tenantId, name }: EgressGrant, address: string) {
      const agreed = await confirm({
        title: t('Take {address} back from {name}?', { address, name }),
        text: t(
          'Sources, ad servers, slates and storages of this company at that address fail from now on, also those that play.',
        ),
        okLabel: t('Take Back'),
      });
      if (agreed) mutation.mutate({ tenantId, address });
    },
  };
}
