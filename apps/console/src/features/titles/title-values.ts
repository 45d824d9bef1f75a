/** The form of an asset: values, required fields and type labels (AST-005 to AST-008). */
import type { Title, TitleSettings, TitleType } from '@interlude/contract';
import { text } from '../../messages.ts';

/** A new asset has no type until one is selected. */
export interface TitleValues extends Omit<TitleSettings, 'type'> {
  readonly type: TitleType | '';
}

/** State of an asset that is not stored yet (AST-007). */
export const newTitleState = 'delivered';

/** Types as the API writes them, in the order of the specification. */
const typeWords: Readonly<Record<TitleType, string>> = {
  movie: 'movie',
  episode: 'episode',
  season: 'season',
  series: 'series',
  ad: 'ad',
  catchup: 'catchup',
  'ad-slate': 'ad-slate',
};

export const titleTypeChoices = Object.values(typeWords);

/** The type of a choice or of a URL hash. */
export function titleTypeOf(value: string | null | undefined): TitleType | '' {
  return isTitleType(value) ? value : '';
}

function isTitleType(value: string | null | undefined): value is TitleType {
  return typeof value === 'string' && Object.hasOwn(typeWords, value);
}

export function titleValues(title?: Title): TitleValues {
  const { name = '', type = '', studio = '', deliverer = '', synopsis = '' } = title ?? {};
  return { name, type, studio, deliverer, synopsis };
}

export type TitleProblems = Partial<Record<keyof TitleValues, string>>;

export function titleProblems(values: TitleValues): TitleProblems {
  return {
    ...(values.name.trim() === '' && { name: text('notEmpty') }),
    ...(values.type === '' && { type: text('notEmpty') }),
  };
}
