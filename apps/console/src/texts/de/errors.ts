/** German of refusals of the API, by their code. */
export const errorsTexts: Readonly<Record<string, string>> = {};
