/** The JSON of an answer, by the allow-list of its schema. */
import { z } from 'zod';
import { compileProjection } from './answer-projection.ts';

const lasting = new WeakSet<object>();

/** Marks a deeply immutable row, whose JSON each route makes once. */
export function markLasting<Row extends object>(row: Row): Row {
  lasting.add(row);
  return Object.freeze(row);
}

type AnswerText = (value: unknown) => string;

function compileRowText(schema: z.ZodType): AnswerText {
  const project = compileProjection(schema);
  const texts = new WeakMap<object, string>();
  return (row) => {
    if (typeof row !== 'object' || row === null || !lasting.has(row)) {
      return JSON.stringify(project(row));
    }
    const known = texts.get(row);
    if (known !== undefined) return known;
    const text = JSON.stringify(project(row));
    texts.set(row, text);
    return text;
  };
}

/** Made once per route. */
export function compileAnswerText(schema: z.ZodType): AnswerText {
  if (!(schema instanceof z.ZodArray)) return compileRowText(schema);
  const rowText = compileRowText(schema.element as z.ZodType);
  return (value) =>
    Array.isArray(value) ? `[${value.map(rowText).join(',')}]` : JSON.stringify(value);
}
