/** The parts of the password rule, with the ones that the input meets. */
const rules: readonly (readonly [string, RegExp])[] = [
  ['14 characters', /^.{14,}$/s],
  ['a special character (!@#$%^&*)', /[!@#$%^&*]/],
  ['a lower case letter', /[a-z]/],
  ['an upper case letter', /[A-Z]/],
  ['a number', /[0-9]/],
];

export function PasswordRules({ password }: { password: string }) {
  return (
    <ul className="rules">
      {rules.map(([label, pattern]) => {
        const met = pattern.test(password);
        return (
          <li key={label} data-met={met || undefined}>
            <span aria-hidden="true">{met ? '✓' : '·'}</span>
            {label}
            <span className="sr-only">{met ? ', met' : ', missing'}</span>
          </li>
        );
      })}
    </ul>
  );
}
