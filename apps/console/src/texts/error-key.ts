/** The key of a refusal of the API among the texts of a language. */
export const errorKey = (code: string) => `error ${code}`;
