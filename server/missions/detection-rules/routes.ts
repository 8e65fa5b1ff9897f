import type { Services } from '../../database/services.ts';
import { type Route, route } from '../../http/route.ts';
import { sendStream } from '../../http/send.ts';
import { toPage } from '../../paging.ts';
import { requireTestTemplate } from '../../templates/test-templates/service.ts';
import * as contract from './contract.ts';
import { RulesMemory } from './histories.ts';
import { listQueue } from './queue.ts';
import * as service from './service.ts';

/** Detection rules with their history in the missions that a person sees. */
export function missionRuleRoutes({ db }: Pick<Services, 'db'>): Route[] {
  const parts = { db, rules: new RulesMemory() };
  return [
    route({
      method: 'GET',
      path: '/rules',
      summary:
        'Detection rules: imported ones and those named in missions, with what became of each; the worst first',
      access: 'mission.read',
      query: contract.ruleQuery,
      response: contract.ruleList,
      handle: async ({ user, query }) => toPage(await service.listRules(parts, user, query), query),
    }),
    route({
      method: 'GET',
      path: '/rules/queue',
      summary:
        'Red until it fires: attacks without an alert, and the rules that have to fire for them, by step',
      access: 'mission.read',
      query: contract.queueQuery,
      response: contract.queueList,
      handle: async ({ user, query }) => {
        const { steps, ...found } = await listQueue(parts, user, query);
        return { ...toPage(found, query), steps };
      },
    }),
    route({
      method: 'GET',
      path: '/rules/cover',
      summary: 'The smallest set of test templates that tries these rules, and the rules that none tries',
      access: 'mission.read',
      alsoNeeds: () => ['test_template.read'],
      query: contract.coverQuery,
      response: contract.ruleCover,
      handle: ({ user, query }) => service.coverWithTemplates(parts, user, query.rules),
    }),
    route({
      method: 'GET',
      path: '/rules/junit',
      summary: "Detection rules as JUnit XML for a repository's CI: broken and missed ones fail",
      access: 'mission.read',
      streams: 'The file as an attachment',
      text: 'text/xml',
      logs: { event: 'rules_exported' },
      handle: async ({ user, response }) => {
        await sendStream(response, 'text/xml', 'rules.xml', [
          await service.exportRules(parts, user, 'junit'),
        ]);
      },
    }),
    route({
      method: 'GET',
      path: '/rules/markdown',
      summary: 'Detection rules as Markdown, by state',
      access: 'mission.read',
      streams: 'The file as an attachment',
      text: 'text/markdown',
      logs: { event: 'rules_exported' },
      handle: async ({ user, response }) => {
        await sendStream(response, 'text/markdown', 'rules.md', [
          await service.exportRules(parts, user, 'markdown'),
        ]);
      },
    }),
    route({
      method: 'GET',
      path: '/rules/:rule_id',
      summary: "A detection rule with its Sigma text and its runs in the caller's missions",
      access: 'mission.read',
      response: contract.wholeRule,
      handle: ({ user, params }) => service.readRule(parts, user, params.rule_id),
    }),
    route({
      method: 'GET',
      path: '/test-templates/:template_id/rules',
      summary: 'Detection rules that name the atomic test of a template, or have fired for its tests',
      access: 'mission.read',
      alsoNeeds: () => ['test_template.read'],
      subject: ({ params }) => requireTestTemplate(db, params.template_id),
      response: contract.templateRules,
      handle: async ({ user, params }) => ({
        items: await service.listTemplateRules(parts, user, params.template_id),
      }),
    }),
  ];
}
