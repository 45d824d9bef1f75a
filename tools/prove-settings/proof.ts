/** Proofs of settings: the tests that a setting names, and the verdict from their results. */
import { type ChannelSetting, channelSettingList } from '@interlude/contract';

export interface Proof {
  /** Path of the setting, e.g. `adSource.url`. */
  readonly field: string;
  /** From the project's folder on. */
  readonly file: string;
  /** The test's name, or the end of it; `%s` in the name of a parametrised test matches any text. */
  readonly name: string;
}

/** The proofs of these settings, of all when none is named. */
export function proofsOf(
  fields: readonly string[],
  settings: readonly Pick<ChannelSetting, 'path' | 'proof'>[] = channelSettingList,
): Proof[] {
  const unknown = fields.filter((field) => !settings.some(({ path }) => path === field));
  if (unknown.length > 0) throw new Error(`No such setting: ${unknown.join(', ')}`);
  return settings
    .filter(({ path }) => fields.length === 0 || fields.includes(path))
    .flatMap(({ path, proof }) =>
      proof.map((each) => {
        const [file = '', name = ''] = each.split(' › ');
        return { field: path, file, name };
      }),
    );
}

/** The tests of any of these proofs. */
export function namePattern(proofs: readonly Pick<Proof, 'name'>[]): RegExp {
  const patterns = proofs.map(({ name }) =>
    name
      .split(/%[sdij]/)
      .map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'))
      .join('.*'),
  );
  return new RegExp(patterns.join('|'));
}

/** Result of one test. */
export interface ProofResult {
  readonly fullName: string;
  readonly state: string;
}

export type Verdict =
  | 'proven'
  | 'PASSES WITHOUT THE SETTING'
  | 'FAILS WITH THE SETTING'
  | 'NOT FOUND'
  | 'DID NOT RUN';

/**
 * The verdict on a proof.
 * @param unchanged results of the proof's file with all settings as they are
 * @param atDefault results with the setting at its default
 */
export function verdictOf(
  proof: Proof,
  unchanged: readonly ProofResult[],
  atDefault: readonly ProofResult[],
): Verdict {
  const pattern = namePattern([proof]);
  const before = unchanged.filter(({ fullName }) => pattern.test(fullName));
  const after = atDefault.filter(({ fullName }) => pattern.test(fullName));
  if (before.length === 0) return 'NOT FOUND';
  if (!before.every(({ state }) => state === 'passed')) return 'FAILS WITH THE SETTING';
  if (after.some(({ state }) => state === 'failed')) return 'proven';
  return after.length === before.length && after.every(({ state }) => state === 'passed')
    ? 'PASSES WITHOUT THE SETTING'
    : 'DID NOT RUN';
}
