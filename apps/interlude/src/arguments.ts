/** The command line: roles to start, other commands, and the help text. */
import { parseArgs } from 'node:util';
import { domainError } from '@interlude/contract/errors';
import type { RoleName } from '@interlude/runtime';
import { configVariables, roleNames } from '@interlude/runtime/launch';

export type Arguments =
  | { readonly kind: 'help' }
  | { readonly kind: 'replay-events' }
  | { readonly kind: 'start'; readonly roles: readonly RoleName[] };

function wrong(sentence: string): Error {
  return domainError('CONFIG_INVALID', { sentence });
}

function isRoleName(name: string): name is RoleName {
  return roleNames.some((role) => role === name);
}

function parseRoles(text: string): RoleName[] {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const unknown = names.find((name) => !isRoleName(name));
  const known = `Roles are ${roleNames.join(', ')}.`;
  if (unknown !== undefined) throw wrong(`There is no role "${unknown}". ${known}`);
  if (names.length === 0) throw wrong(`--roles needs at least one role. ${known}`);
  return roleNames.filter((role) => names.includes(role));
}

/** @throws {DomainError} CONFIG_INVALID with one sentence */
export function parseArguments(args: readonly string[]): Arguments {
  let values: { roles?: string; help?: boolean; 'replay-events'?: boolean };
  try {
    ({ values } = parseArgs({
      args: [...args],
      options: {
        roles: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
        'replay-events': { type: 'boolean' },
      },
    }));
  } catch (error) {
    const problem = error instanceof Error ? (error.message.split(/[.\n]/, 1)[0] ?? '') : '';
    throw wrong(`${problem}. Try \`npm start -- --help\`.`);
  }
  if (values.help === true) return { kind: 'help' };
  if (values['replay-events'] === true) return { kind: 'replay-events' };
  return {
    kind: 'start',
    roles: values.roles === undefined ? roleNames : parseRoles(values.roles),
  };
}

export function helpText(): string {
  const width = Math.max(...configVariables.map((entry) => entry.variable.length)) + 2;
  const variables = configVariables.map(
    (entry) => `  ${entry.variable.padEnd(width)}${entry.about}`,
  );
  return `Interlude: server-side ad insertion

  npm start                                  every role, each in a process of its own (PROCESSES=one: all in one)
  npm start -- --roles control-plane,worker  only these; any number of starts share one DATABASE_URL
  npm start -- --replay-events               counts events that were set aside in INTERLUDE_DATA, and ends

Roles: ${roleNames.join(', ')}

Environment (docs/reference/config.md has the defaults):
${variables.join('\n')}
`;
}
