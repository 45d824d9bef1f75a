/** The cache of server data. Lost connections and 5xx answers are retried twice, refused calls are not. */
import { ApiError } from '@interlude/contract/api';
import { QueryClient } from '@tanstack/react-query';

const maxRetries = 2;

export function shouldRetry(failures: number, error: unknown): boolean {
  if (error instanceof ApiError && error.status < 500) return false;
  return failures < maxRetries;
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        retry: shouldRetry,
        staleTime: 5_000,
        refetchOnWindowFocus: true,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
