/** Version and time of the build, inserted by vite.config.ts. */
declare const __BUILD__: { readonly version: string; readonly time: string } | undefined;
