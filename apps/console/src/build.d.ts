/** What vite.config.ts bakes in: the version and the moment of the build. */
declare const __BUILD__: { readonly version: string; readonly time: string } | undefined;
