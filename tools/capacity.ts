/** `npm run capacity -- --viewers 250000`: the needs of an audience, by the model of docs/reference/capacity.md. */
import { parseArgs } from 'node:util';
import { type Audience, capacityOf, firstToBreak, usual } from './capacity/capacity-model.ts';

const numbers = Object.keys(usual).filter((name) => name !== 'endsTls');

/** @throws {Error} with a sentence that names the wrong option */
export function audienceOf(args: readonly string[]): Audience {
  const named = Object.fromEntries(
    ['viewers', ...numbers].map((name) => [name, { type: 'string' as const }]),
  );
  const { values } = parseArgs({
    args: [...args],
    options: { ...named, endsTls: { type: 'boolean' } },
  });
  const given = Object.entries(values).map(([name, text]): [string, number | boolean] => {
    if (typeof text !== 'string') return [name, text === true];
    const value = Number(text);
    if (!(value > 0)) throw new Error(`--${name} is a number above 0.`);
    return [name, value];
  });
  const audience = { ...usual, viewers: 0, ...Object.fromEntries(given) };
  if (audience.viewers === 0) {
    throw new Error(
      `Name the audience: --viewers 250000 [--${numbers.join(' …] [--')} …] [--endsTls]`,
    );
  }
  return audience;
}

function print(audience: Audience): void {
  const { parts, ...rates } = capacityOf(audience);
  const shown = (value: number) =>
    value < 10 ? value.toFixed(2) : Math.round(value).toLocaleString('en-US');
  const lines = [
    ...Object.entries(rates).map(([name, value]) => `${name.padEnd(20)} ${shown(value)}`),
    ...Object.entries(parts).map(
      ([name, share]) => `of the stitchers     ${name} ${Math.round(100 * share)} %`,
    ),
    ...firstToBreak(capacityOf(audience)).map((what) => `breaks first         ${what}`),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

if (import.meta.main) {
  try {
    print(audienceOf(process.argv.slice(2)));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 2;
  }
}
