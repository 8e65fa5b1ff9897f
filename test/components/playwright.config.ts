import { defineConfig } from '@playwright/test';
import interfaceConfig from '../ui/playwright.config.ts';

// biome-ignore lint/style/noDefaultExport: Playwright reads the default export
export default defineConfig(interfaceConfig, {
  testDir: '.',
  outputDir: '../../test-results/components',
  globalSetup: './build-stage.ts',
});
