/** Finds likely tokens in the addresses that a channel is configured with: operators paste signed addresses. */

const shortest = { queryValue: 12, pathPart: 20 } as const;

/** A word has letters alone, a number digits alone. */
const isMixed = (text: string) => /\d/.test(text) && /[a-z]/i.test(text);

function parts(address: string): string[] {
  const { pathname, searchParams } = URL.parse(address) ?? {
    pathname: '',
    searchParams: new URLSearchParams(),
  };
  // A part with a dot is the name of a file.
  const ofPath = pathname
    .split(/[/;~=]/)
    .filter((part) => part.length >= shortest.pathPart && !part.includes('.'));
  const ofQuery = [...searchParams.values()].filter(({ length }) => length >= shortest.queryValue);
  return [...ofPath, ...ofQuery].filter(isMixed);
}

/**
 * @param addresses as they are configured, with their tokens
 * @returns tokens that no name of a parameter marks as such: parts of paths from 20 characters, values of queries from
 * 12, with letters and digits
 * @see rule SEC-S93
 */
export function addressSecrets(addresses: readonly (string | null | undefined)[]): string[] {
  return addresses.flatMap((address) => (address ? parts(address) : []));
}
