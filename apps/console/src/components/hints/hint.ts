/** An element and its hint: a text that explains it in a tooltip. */
export interface Hint {
  readonly target: HTMLElement;
  readonly label: string;
}
