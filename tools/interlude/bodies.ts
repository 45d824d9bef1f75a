/** Request bodies of documents. */
import { fillSecret, mapSecrets, secretPlaceholder } from '@interlude/contract';
import type { Wanted } from './documents.ts';
import type { Values } from './kinds.ts';
import { type Names, resolveReferences } from './references.ts';
import { type Environment, expand, missingVariables, secretId } from './secret-texts.ts';

/** Ids in place of names; secrets are placeholders still. */
export function resolvedBody(
  { kind, values }: Wanted,
  names: Names,
  missing: (problem: string) => void,
): Values {
  return kind === 'channel' ? resolveReferences(values, names, missing) : values;
}

/** The body with the secrets of the environment; one that is kept stays a placeholder, which the platform keeps. */
export function filledBody(wanted: Wanted, body: Values, environment: Environment): Values {
  return mapSecrets(wanted.secrets, body, (secret, value) =>
    fillSecret(secret, value, (name) => {
      const template = wanted.secretTexts.get(secretId(secret, name))?.template;
      return template === undefined
        ? secretPlaceholder
        : expand(secret.kind, template, environment);
    }),
  );
}

/** Variables that a document needs and that are not set. */
export function missingOf(wanted: Wanted, environment: Environment): string[] {
  return [...wanted.secretTexts.values()].flatMap(({ template }) =>
    template === undefined ? [] : missingVariables(template, environment),
  );
}
