/** Types of columns and what tables of a company have in common. jsonb is written as text. */
import type { ColumnType, Generated } from 'kysely';

export type Instant = ColumnType<Date, Date, Date>;
export type OptionalInstant = ColumnType<Date | null, Date | null | undefined, Date | null>;
export type OptionalJson = ColumnType<unknown, string | null | undefined, string | null>;
export type Json = ColumnType<unknown, string, string>;
export type Optional<Value> = ColumnType<Value | null, Value | null | undefined, Value | null>;
export type DefaultedJson = ColumnType<unknown, string | undefined, string>;

export interface OfTenant {
  tenant_id: Generated<string>;
}
