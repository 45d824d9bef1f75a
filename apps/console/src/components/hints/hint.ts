/** What an element is for, to say beside it. */
export interface Hint {
  readonly target: HTMLElement;
  readonly label: string;
}
