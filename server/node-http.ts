/**
 * Node's HTTP without the client (`fetch`, `WebSocket`) that Node loads as soon as a module imports these by name: 60 ms of CPU
 * time at a start and in a sync, on an AMD EPYC.
 */
export const http = process.getBuiltinModule('node:http');
export const https = process.getBuiltinModule('node:https');
