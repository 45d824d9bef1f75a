import { publicApi } from '../../api/api.ts';
import { errorText } from '../../api/api-error.ts';
import { routes } from '../../api/contract-routes.ts';
import { text } from '../../messages.ts';
import type { RegisterValues } from './register-form.ts';

/** @throws Error 'Cannot register: …' whose cause is the refusal (ERR-014). */
export async function register(values: RegisterValues): Promise<void> {
  const { company, email, password } = values;
  try {
    await publicApi(routes.auth.register, { body: { company: company.trim(), email, password } });
  } catch (error) {
    throw new Error(text('cannotRegister', { reason: errorText(error) }), { cause: error });
  }
}
