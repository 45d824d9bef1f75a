import { type ConfigVariable, configVariables } from '@interlude/runtime';
import { page, table } from './page.ts';

function defaultOf(entry: ConfigVariable): string {
  if (entry.derived !== undefined) return entry.derived;
  if (entry.byDefault === undefined) return 'unset';
  return entry.byDefault === '' ? 'empty' : `\`${entry.byDefault}\``;
}

export function configPage(): string {
  return page(
    'Configuration',
    'packages/runtime/src/config.ts',
    'Everything is set by environment variables; nothing has to be. An empty variable counts as unset. A wrong value stops the start with a sentence that names the variable.',
    table(
      ['Variable', 'Default', 'Meaning'],
      configVariables.map((entry) => [
        `\`${entry.variable}\``,
        defaultOf(entry),
        entry.secret ? `${entry.about} Secret.` : entry.about,
      ]),
    ),
  );
}
