/** Name, version and links of the installation, with neutral values until they are known. */
import { useQuery } from '@tanstack/react-query';
import { type AuthProp, defaultProductName, fetchAuthProp } from '../../api/auth-prop.ts';

export type Installation = Pick<AuthProp, 'productName' | 'version' | 'links' | 'mailbox'>;

const unknown: Installation = {
  productName: defaultProductName,
  version: '',
  links: { support: '', imprint: '', privacy: '', company: '' },
  mailbox: false,
};

export function useInstallation(): Installation {
  const { data } = useQuery({
    queryKey: ['auth-prop'],
    queryFn: fetchAuthProp,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? unknown;
}
