/** One row of the catalogue of errors. */
export interface ErrorEntry {
  readonly status: number;
  readonly name: string;
  readonly message: string;
}
