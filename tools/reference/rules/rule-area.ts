/** Rules of one area: id to one sentence. */
export interface RuleArea {
  readonly title: string;
  readonly rules: Readonly<Record<string, string>>;
}
