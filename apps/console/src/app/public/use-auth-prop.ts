/** The public facts of the installation, as state of a component. */
import { useEffect, useState } from 'react';
import { type AuthProp, fetchAuthProp } from '../../api/auth-prop.ts';

/** Undefined until the server has answered: pages show the defaults. */
export function useAuthProp(): AuthProp | undefined {
  const [installation, setInstallation] = useState<AuthProp>();
  useEffect(() => {
    // Without the answer the pages show the defaults; the calls that need the server report its failure.
    fetchAuthProp().then(setInstallation, () => undefined);
  }, []);
  return installation;
}
