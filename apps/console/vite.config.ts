/** Build of the console: two lazy halves (public pages, app) behind one small entry. */
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { compileHints } from './compile-hints.config.ts';
import { entrySizes } from './entry-sizes.config.ts';
import { pagePreloads } from './page-preloads.config.ts';
import { routesWithoutSchemas } from './routes-without-schemas.config.ts';

const controlPlane = `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), routesWithoutSchemas(), compileHints(), entrySizes(), pagePreloads()],
  resolve: { conditions: ['@interlude/source', ...defaultClientConditions] },
  define: {
    __BUILD__: JSON.stringify({
      version: process.env['npm_package_version'] ?? '0.1.0',
      time: new Date().toISOString(),
    }),
  },
  server: {
    port: 5173,
    proxy: {
      '/api': { target: controlPlane, ws: true },
      '/openapi': controlPlane,
      '/oidc': controlPlane,
    },
  },
  build: {
    target: 'baseline-widely-available',
    sourcemap: true,
    chunkSizeWarningLimit: 1_000,
    // The HTML names the files of a first visit. Lists of those of every other page would add 4 kB to it.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((name) => name.endsWith('.css')),
    },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            { name: 'tanstack', test: /node_modules\/@tanstack\// },
            // One file: apart they weigh more than their code.
            {
              name: 'texts',
              test: /src\/texts\/(written|t|text-key|chart-word|error-key|sentence|reader-(language|locale))\.tsx?$/,
            },
            {
              name: 'mantine',
              test: /@mantine\/.*\/(use-merged-ref|DirectionProvider|create-safe-context|use-mantine-color-scheme|use-id|Mantine\.context)\.mjs$/,
            },
            {
              name: 'icons',
              test: /@tabler\/icons-react\/.*\/Icon(ArrowUp|Download|PlayerPlayFilled)\.mjs$/,
            },
            {
              name: 'report-marks',
              test: /src\/components\/reports\/(annotations\/mark-kinds|use-clock)\.ts$/,
            },
            {
              name: 'figures',
              test: /packages\/reporting\/.*\/(charts\/(figures|chart-words)|periods\/shown-days)\.[jt]s$/,
            },
          ],
        },
      },
    },
  },
});
