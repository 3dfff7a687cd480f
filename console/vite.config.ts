import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // The server puts a fresh nonce in its place with every answer.
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The licences of others ask to go along with their code.
    license: { fileName: 'licenses.json' },
    sourcemap: false,
    target: 'es2023',
    // A data: address would need a wider Content-Security-Policy than the console has.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // How long a plugin takes tells of the machine, not of the console.
      checks: { bundlerTimings: false },
      // The kit marks its modules for server components; there are none here.
      onwarn(warning, warn) {
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning)
      },
    },
  },
})
