import { startDisplay } from './hosts/display.ts';

// biome-ignore lint/style/noDefaultExport: Playwright reads the default export
export default startDisplay;
