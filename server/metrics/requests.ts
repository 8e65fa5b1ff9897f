import { durationBounds, type OperationTally, type RequestTally } from '../request-tally.ts';
import { type Metric, makeMetric, type Sample } from './exposition.ts';

/** Running and handled requests. */
export function describeRequests(tally: RequestTally): Metric[] {
  const operations = [...tally.operations()];
  return [
    {
      name: 'damson_http_requests_total',
      type: 'counter',
      help: 'Requests that have ended, by how they were answered.',
      samples: operations.flatMap(listStatuses),
    },
    {
      name: 'damson_http_request_duration_seconds',
      type: 'histogram',
      help: 'Time from the head of a request to the end of its answer.',
      samples: listAllDurations(operations),
    },
    makeMetric('damson_http_requests_in_progress', 'gauge', 'Requests under way.', tally.underWay),
    makeMetric('damson_http_connections', 'gauge', 'Open connections.', tally.connections),
    {
      name: 'damson_refusals_total',
      type: 'counter',
      help: 'Requests that were refused, by the code of the problem.',
      samples: [...tally.refusals].map(([code, value]) => ({ labels: { code }, value })),
    },
  ];
}

function listStatuses({ method, path, statuses }: OperationTally): Sample[] {
  return [...statuses].map(([status, value]) => ({
    labels: { method, route: path, status: status === 0 ? 'none' : status },
    value,
  }));
}

function* listAllDurations(operations: readonly OperationTally[]): Generator<Sample> {
  for (const operation of operations) if (operation.isTimed) yield* listDurations(operation);
}

function* listDurations({ method, path, durations, seconds }: OperationTally): Generator<Sample> {
  const labels = { method, route: path };
  let count = 0;
  for (const [place, ended] of durations.entries()) {
    count += ended;
    yield { suffix: '_bucket', labels: { ...labels, le: durationBounds[place] ?? '+Inf' }, value: count };
  }
  yield { suffix: '_sum', labels, value: seconds };
  yield { suffix: '_count', labels, value: count };
}
