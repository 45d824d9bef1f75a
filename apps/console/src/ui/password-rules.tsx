import { publicText } from '../texts/public-texts.ts';

/** The parts of the password rule, with the ones that the input meets. */
const rules = [
  ['ruleLength', /^.{14,}$/s],
  ['ruleSpecial', /[!@#$%^&*]/],
  ['ruleLower', /[a-z]/],
  ['ruleUpper', /[A-Z]/],
  ['ruleDigit', /[0-9]/],
] as const;

export function PasswordRules({ password }: { password: string }) {
  return (
    <ul className="rules">
      {rules.map(([key, pattern]) => {
        const met = pattern.test(password);
        return (
          <li key={key} data-met={met || undefined}>
            <span aria-hidden="true">{met ? '✓' : '·'}</span>
            {publicText(key)}
            <span className="sr-only">{publicText(met ? 'ruleMet' : 'ruleMissing')}</span>
          </li>
        );
      })}
    </ul>
  );
}
