/** Words of charts in the language of the reader: names of figures, heads of columns, stages. */
import type { WordOf } from '@interlude/reporting/charts';
import { chartKey } from './text-key.ts';
import { written } from './written.ts';

export const chartWord: WordOf = (english, values) => written(chartKey(english), english, values);
