/** Loads the configured usage analytics script on the configured host. */
import { type AuthProp, fetchAuthProp } from '../api/auth-prop.ts';

/** Analytics may start on the configured host and nowhere else; none configured = never (PUB-027, OP-04). */
export function mayStartAnalytics(host: string, analyticsHost: string): boolean {
  return analyticsHost !== '' && host === analyticsHost;
}

/** Adds the script to the page, once; false when it may not run here. */
export function addAnalytics(
  page: Document,
  host: string,
  { analyticsHost, analyticsScriptUrl }: Pick<AuthProp, 'analyticsHost' | 'analyticsScriptUrl'>,
): boolean {
  if (analyticsScriptUrl === '' || !mayStartAnalytics(host, analyticsHost)) return false;
  const script = page.createElement('script');
  script.src = analyticsScriptUrl;
  script.defer = true;
  // Plausible and Umami read the site from the element; others ignore it.
  script.dataset['domain'] = analyticsHost;
  page.head.append(script);
  return true;
}

/** A failure of the analytics does not affect the console. */
export function startAnalytics(): Promise<boolean> {
  return fetchAuthProp().then(
    (installation) => addAnalytics(document, location.hostname, installation),
    () => false,
  );
}
