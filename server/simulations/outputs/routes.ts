import { sendAttachment } from '../../http/attachment.ts';
import { type Route, route } from '../../http/route.ts';
import { requireSimulation } from '../service.ts';
import { outputList } from './contract.ts';
import * as service from './service.ts';

/** The outputs of a simulation that were too large for its `output` and are stored as files. */
export function outputRoutes(outputs: service.Outputs): Route[] {
  const { db } = outputs;
  return [
    route({
      method: 'GET',
      path: '/simulations/:simulation_id/outputs',
      summary: 'Outputs that are stored whole as files, oldest first',
      access: 'user',
      programs: ['mission.read'],
      subject: ({ user, params }) => requireSimulation(db, user, params.simulation_id),
      response: outputList,
      handle: async ({ params }) => ({ items: await service.listOutputs(db, params.simulation_id) }),
    }),
    route({
      method: 'GET',
      path: '/simulations/:simulation_id/outputs/:output_id',
      logs: { event: 'output_sent', about: ({ params }) => ({ object: params.output_id }) },
      summary: 'The text of an output, or a range of it',
      access: 'user',
      programs: ['mission.read'],
      streams: 'The output as a text attachment',
      subject: ({ user, params }) => requireSimulation(db, user, params.simulation_id),
      handle: async ({ user, subject, params, request, response }) =>
        sendAttachment(
          request,
          response,
          await service.openOutput(outputs, user, subject, params.output_id, request.method !== 'HEAD'),
        ),
    }),
  ];
}
