import type { adServerSystems } from '../channels/channel-values.ts';

export type AdServerSystem = (typeof adServerSystems)[number];

/**
 * Parameters of an ad request, by key. A value is text with tokens (`{{ifa}}`) and macros, a number or a
 * flag, `{ hashValueWithSalt: [value, salt] }`, or an object: a section, as FreeWheel joins them by `;`.
 */
export type AdServerParameters = Readonly<Record<string, unknown>>;

/** The request parameters of an ad server of this kind, which the editor offers as a start. */
export interface AdServerTemplate {
  readonly system: AdServerSystem;
  readonly title: string;
  readonly summary: string;
  /** Example of an address; the operator replaces the parts in `<>`. */
  readonly exampleUrl: string;
  /** By parameter: what an operator enters, required or optional. */
  readonly hints: Readonly<Record<string, string>>;
  /** In the order in which they are sent; parameters without a value are not sent. */
  readonly params: AdServerParameters;
}
