import { type Route, route } from '../http/route.ts';

/** Media type of Prometheus' text format. */
const mediaType = 'text/plain; version=0.0.4; charset=utf-8';

/** GET /metrics: for people who manage the system, and on the monitoring listener for anyone. */
export function metricRoutes(
  { metrics }: { metrics: { write: () => Promise<string> } },
  access: 'system.manage' | 'public' = 'system.manage',
): Route[] {
  return [
    route({
      method: 'GET',
      path: '/metrics',
      summary: 'Metrics of the server for Prometheus',
      access,
      streams: 'Metrics in the Prometheus text format',
      text: 'text/plain',
      handle: async ({ response }) => {
        const text = await metrics.write();
        response.writeHead(200, { 'Content-Type': mediaType, 'Content-Length': Buffer.byteLength(text) });
        response.end(text);
      },
    }),
  ];
}
