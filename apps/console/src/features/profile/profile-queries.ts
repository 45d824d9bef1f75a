/** The queries and changes of the profile. */
import type { User } from '@interlude/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { sendPasswordReset } from '../../api/account-mails.ts';
import { api } from '../../api/api.ts';
import { errorText } from '../../api/api-error.ts';
import { routes } from '../../api/contract-routes.ts';
import { companiesQuery } from '../../app/companies-query.ts';
import { useSession } from '../../app/session.ts';
import { metadataQuery } from '../../components/app-metadata/metadata-query.ts';
import { toast } from '../../components/toast/toast.ts';
import { text } from '../../messages.ts';
import {
  type ProfileValues,
  profileValues,
  savesWholeUser,
  storedProfile,
} from './profile-values.ts';

/** Read again when a subscription of the user was switched off or on. */
const ownUserKey = (tenant: string, userId: string) => [tenant, 'userSubscriptions', userId];

export function useOwnUser() {
  const { tenant, user } = useSession();
  return useQuery({
    queryKey: ownUserKey(tenant, user.id),
    queryFn: ({ signal }) => api(routes.users.read, { params: { id: user.id }, signal }),
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** Names of the user's companies; the ids until they are known. */
export function useCompanyNames(): readonly string[] {
  const { user } = useSession();
  const { data } = useQuery(companiesQuery(user.id));
  const names = new Map((data ?? []).map(({ id, name }) => [id, name]));
  return user.companies.map((id) => names.get(id) ?? id);
}

export function useSaveProfile() {
  const { tenant, user } = useSession();
  const queries = useQueryClient();
  const key = ownUserKey(tenant, user.id);
  return useMutation({
    /** @returns the values as they are stored */
    mutationFn: async (values: ProfileValues): Promise<ProfileValues> => {
      const { nickname, picture, subscriptions, language } = storedProfile(values);
      const params = { id: user.id };
      if (savesWholeUser(user.role)) {
        const app_metadata = { subscriptions, language };
        const body = { user_id: user.id, nickname, picture, app_metadata };
        return profileValues(await api(routes.users.update, { params, body }));
      }
      const known = queries.getQueryData<User>(key)?.app_metadata.language;
      if (language !== known) {
        await api(routes.users.patchAppMetadata, { params, body: { language } });
      }
      const body = { subscriptions };
      return { ...values, ...(await api(routes.userSubscriptions.update, { params, body })) };
    },
    onSuccess: ({ nickname, picture, subscriptions, language }) => {
      queries.setQueryData<User>(key, (own) =>
        own
          ? {
              ...own,
              nickname,
              picture,
              app_metadata: { ...own.app_metadata, subscriptions: [...subscriptions], language },
            }
          : own,
      );
      queries.setQueryData(
        metadataQuery(tenant, user.id).queryKey,
        (known) => known && { ...known, language },
      );
      void queries.invalidateQueries({ queryKey: [tenant, 'users', 'list'] });
      toast.success(text('profileSaved'));
    },
    onError: (error) => toast.error(text('settingsSaveFailed', { msg: errorText(error) })),
  });
}

export function useOwnPasswordReset() {
  return useMutation({
    mutationFn: sendPasswordReset,
    onSuccess: () => toast.success(text('passwordResetSent')),
    onError: (error) => toast.error(text('passwordResetFailed', { error: errorText(error) })),
  });
}
