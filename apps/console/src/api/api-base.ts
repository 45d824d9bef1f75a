/** The API is on the same origin; a console on port 3001 (development) talks to port 3000 (API-001). */
export function apiBaseUrl(
  location:
    | { readonly protocol: string; readonly hostname: string; readonly port: string }
    | undefined,
): string {
  return location?.port === '3001' ? `${location.protocol}//${location.hostname}:3000` : '';
}
