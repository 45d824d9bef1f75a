/**
 * The allow-list of an answer, compiled from its schema: copies only the keys that the schema names. It does not
 * validate: stored values were validated before, and checking each value would cost more than the rest of the request.
 */
import { z } from 'zod';

type Project = (value: unknown) => unknown;

const same: Project = (value) => value;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function projectObject(schema: z.ZodObject): Project {
  // A loose object, such as an encoding profile, keeps unknown keys.
  if (schema.def.catchall !== undefined && !(schema.def.catchall instanceof z.ZodNever))
    return same;
  const fields = Object.entries(schema.shape).map(
    ([key, field]) => [key, compileProjection(field as z.ZodType)] as const,
  );
  return (value) => {
    if (!isRecord(value)) return value;
    const copy: Record<string, unknown> = {};
    for (const [key, project] of fields) {
      if (value[key] !== undefined) copy[key] = project(value[key]);
    }
    return copy;
  };
}

function projectArray(schema: z.ZodArray): Project {
  const project = compileProjection(schema.element as z.ZodType);
  if (project === same) return same;
  return (value) => (Array.isArray(value) ? value.map(project) : value);
}

function isWrapper(
  schema: z.ZodType,
): schema is z.ZodOptional | z.ZodNullable | z.ZodDefault | z.ZodPrefault {
  return (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  );
}

/** Made once per route. @throws at the start for a union of objects, which is not supported */
export function compileProjection(schema: z.ZodType): Project {
  if (schema instanceof z.ZodObject) return projectObject(schema);
  if (schema instanceof z.ZodArray) return projectArray(schema);
  if (isWrapper(schema)) return compileProjection(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodUnion) {
    const simple = schema.options.every(
      (option) => compileProjection(option as z.ZodType) === same,
    );
    if (!simple) throw new Error('An answer with a union of objects cannot be projected.');
  }
  return same;
}
