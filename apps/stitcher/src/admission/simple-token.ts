/**
 * `token=…&expires=…`: the signature of `{path or channel id}:{expires}` (the colon may be left out), `expires`
 * in seconds since 1970.
 */
import { isSigned, type TokenProblem, type TokenRules, timeProblem } from './token-rules.ts';

export function simpleTokenProblem(
  token: string,
  expires: string,
  rules: TokenRules,
): TokenProblem | undefined {
  if (!/^\d{1,12}$/.test(expires)) {
    return 'cannot be read';
  }
  const { path, channelId } = rules;
  const texts = [path, channelId].flatMap((what) => [`${what}:${expires}`, `${what}${expires}`]);
  return isSigned(texts, token, rules)
    ? timeProblem({ startSeconds: undefined, expiresSeconds: Number(expires) }, rules)
    : 'is wrong';
}
