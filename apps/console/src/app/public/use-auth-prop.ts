/** What the installation says about itself to everybody. */
import { useEffect, useState } from 'react';
import { type AuthProp, fetchAuthProp } from '../../api/auth-prop.ts';

/** Undefined until the server has answered: pages show the defaults. */
export function useAuthProp(): AuthProp | undefined {
  const [installation, setInstallation] = useState<AuthProp>();
  useEffect(() => {
    // Without the answer the pages show the defaults; the calls that matter say what is wrong.
    fetchAuthProp().then(setInstallation, () => undefined);
  }, []);
  return installation;
}
