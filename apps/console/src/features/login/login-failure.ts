/** The message of a failed login (ERR-001 to ERR-009, OP-60). */
import { ApiError } from '@interlude/contract/api';
import { text } from '../../messages.ts';

export interface LoginFailure {
  /** 'Cannot login.' before a sentence that is not in the mapping. */
  readonly lead?: string;
  readonly message: string;
  /** The page offers to send the verification mail again (AUTH-009). */
  readonly offersVerification: boolean;
}

/** The parts of an answer that the mapping reads. */
export interface LoginAnswer {
  readonly status: number;
  readonly error: string;
  readonly description: string;
}

export function loginFailure(failure: unknown): LoginFailure {
  if (failure instanceof ApiError) return mapLoginAnswer(loginAnswerOf(failure));
  const message = failure instanceof Error ? failure.message : String(failure);
  return { lead: text('cannotLogin'), message, offersVerification: false };
}

/** Our own bodies say `name` and `message`, identity providers `error` and `error_description`. */
export function loginAnswerOf({ status, error }: Pick<ApiError, 'status' | 'error'>): LoginAnswer {
  const first = (...keys: string[]) =>
    String(keys.map((key) => error[key]).find((value) => typeof value === 'string') ?? '');
  return {
    status,
    error: first('error', 'name'),
    description: first('error_description', 'description', 'message'),
  };
}

export function mapLoginAnswer(answer: LoginAnswer): LoginFailure {
  const { status, error, description } = answer;
  const says = (part: string) => description.toLowerCase().includes(part);
  const plain = (message: string) => ({ message, offersVerification: false });
  const credentials = { message: text('wrongCredentials'), offersVerification: true };
  if (status === 401 && error === 'invalid_client') return credentials;
  if (status === 401 && error === 'unauthorized' && says('verify your email')) return credentials;
  if (status === 403) {
    if (error === 'invalid_grant' && says('user is blocked')) return plain(text('accountBlocked'));
    if (error === 'invalid_grant' && says('wrong email or password')) return credentials;
    return plain(text(error === 'unauthorized_client' ? 'notAuthorized' : 'accessDenied'));
  }
  if (status === 429 && /^too_many_(requests|attempts)$/.test(error)) {
    return plain(text('tooManyRequests'));
  }
  const details = [status, error, description].filter((part) => part !== '' && part !== 0);
  return { lead: text('cannotLogin'), message: details.join(' · '), offersVerification: false };
}
