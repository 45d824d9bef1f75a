/** The register form: its rules, its request and the messages of its failures (PUB-011 to PUB-019). */
import { ApiError } from '@interlude/contract/api';
import { publicApi } from '../../api/api.ts';
import { errorText } from '../../api/api-error.ts';
import { routes } from '../../api/contract-routes.ts';
import { text } from '../../messages.ts';

export interface RegisterValues {
  readonly company: string;
  readonly email: string;
  readonly password: string;
  readonly terms: boolean;
}

export interface RegisterProblem {
  readonly field: keyof RegisterValues | 'form';
  readonly message: string;
}

/** The first rule that fails, in the specified order. */
export function registerProblem(values: RegisterValues): RegisterProblem | undefined {
  if (values.company.trim() === '') return { field: 'company', message: text('companyRequired') };
  if (values.email.trim() === '') return { field: 'email', message: text('emailRequired') };
  if (values.password === '') return { field: 'password', message: text('passwordRequired') };
  if (!values.terms) return { field: 'terms', message: text('termsRequired') };
  return;
}

/** The message of a refused registration with its field. */
export function registerFailure(error: unknown): RegisterProblem {
  const name = error instanceof ApiError ? error.error.name : undefined;
  if (name === 'PasswordStrengthError') {
    return { field: 'password', message: text('passwordTooWeak') };
  }
  if (name === 'Bad Request') return { field: 'email', message: text('emailRequired') };
  return { field: 'form', message: text('registerFailed') };
}

/** @throws Error 'Cannot register: …' whose cause is the refusal (ERR-014). */
export async function register(values: RegisterValues): Promise<void> {
  const { company, email, password } = values;
  try {
    await publicApi(routes.auth.register, { body: { company: company.trim(), email, password } });
  } catch (error) {
    throw new Error(text('cannotRegister', { reason: errorText(error) }), { cause: error });
  }
}
