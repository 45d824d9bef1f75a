// Identifiers of template addresses (ISO/IEC 23009-1 5.3.9.4.4).

export interface TemplateValues {
  readonly RepresentationID?: string;
  readonly Bandwidth?: number;
  readonly Number?: number | bigint;
  /** As printed by `printTicks`: may exceed 2^53. */
  readonly Time?: number | bigint | string;
  readonly SubNumber?: number;
}

const IDENTIFIER =
  /\$(?:(RepresentationID|Bandwidth|Number|Time|SubNumber)(?:%0?(\d{1,3})([dxXo]))?)?\$/g;
const MAX_WIDTH = 64;

function printed(value: number | bigint | string, width: string | undefined, form: string) {
  if (typeof value === 'string' && !/^\d+$/.test(value)) return value;
  const base = form === 'o' ? 8 : form === 'd' ? 10 : 16;
  const digits = base === 10 ? String(value) : BigInt(value).toString(base);
  const text = form === 'X' ? digits.toUpperCase() : digits;
  return text.padStart(Math.min(Number(width ?? 0), MAX_WIDTH), '0');
}

/**
 * The address of a template: `$Number%05d$`, `$Time$`, `$$`, … replaced. An identifier without a value stays as it
 * is, so that a template can be filled in two steps.
 * @see ISO/IEC 23009-1 §5.3.9.4.4
 */
export function expandTemplate(template: string, values: TemplateValues): string {
  if (!template.includes('$')) return template;
  return template.replace(
    IDENTIFIER,
    (whole, name?: keyof TemplateValues, width?: string, form = 'd') => {
      if (name === undefined) return '$';
      const value = values[name];
      if (value === undefined) return whole;
      return name === 'RepresentationID' ? String(value) : printed(value, width, form);
    },
  );
}
