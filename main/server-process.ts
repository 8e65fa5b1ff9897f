// The module of the server's process: what it says waits in the port until the conversation listens.
import '../bin/quick-resolve.js';

await import('./server-conversation.ts');
