/** Which stages a command runs. */
import type { Stage, TestCommand } from './stage.ts';

export interface Selection {
  /** Begin with this stage. */
  readonly from?: string | undefined;
  /** This stage alone. */
  readonly only?: string | undefined;
}

/**
 * The stages of a command in their order, cut by `--from` or `--only`; stages with `always` stay.
 *
 * @throws Error with the names to choose from
 */
export function selectStages<S extends Pick<Stage, 'name' | 'commands' | 'always'>>(
  stages: readonly S[],
  command: TestCommand,
  { from, only }: Selection,
): S[] {
  const own = stages.filter(({ commands }) => commands.includes(command));
  if (from !== undefined && only !== undefined)
    throw new Error('Give either --from or --only, not both.');
  const named = only ?? from;
  if (named === undefined) return own;
  const first = own.findIndex(({ name }) => name === named);
  if (first === -1) {
    const names = own.map(({ name }) => name).join(', ');
    throw new Error(`There is no stage '${named}' in this command. Its stages are: ${names}.`);
  }
  return own.filter(
    ({ always }, index) =>
      always === true || (only === undefined ? index >= first : index === first),
  );
}
