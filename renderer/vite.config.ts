import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// biome-ignore lint/style/noDefaultExport: Vite reads the default export
export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [react()],
  css: { postcss: { plugins: [(await import('postcss-preset-mantine')).default()] } },
  build: {
    outDir: '../dist/renderer',
    emptyOutDir: true,
    // Bundled packages require their licences to go along.
    license: { fileName: 'licences.txt' },
    target: 'es2023',
    // Inlined files would need `data:` in more of the content security policy than pictures.
    assetsInlineLimit: 0,
    // A style sheet of its own that could not be fetched would be missing from its page for good.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Modules shared by several pages are one file: by default they are forty, each a request when a page opens.
          groups: [
            { name: 'start', tags: ['$initial'], priority: 1 },
            { name: 'shared', minShareCount: 2 },
          ],
        },
      },
    },
  },
});
