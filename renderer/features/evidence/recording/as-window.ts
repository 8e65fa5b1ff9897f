// The terminal asks `window` what the browser can do, also in a thread, which has none.
Object.assign(globalThis, { window: globalThis });
