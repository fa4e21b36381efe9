import { z } from 'zod';
import type { Route } from '../../plugin/activation/route.ts';
import { describeContribution } from '../contribution.ts';
import type { Registrations } from '../protocol.ts';
import type { Registered } from './child-registry.ts';
import type { Handlers } from './remote-sources.ts';

/** Everything that the plugin has registered now, as the host is told. */
export function snapshotOf(registered: Registered, handlers: Handlers): Registrations {
  return {
    routes: [...registered.routes.values()].map(describeRoute),
    permissions: [...registered.permissions],
    menus: [...registered.menus],
    jobs: [...handlers.jobs.keys()],
    operations: [...handlers.operations.keys()],
    schedules: [...handlers.schedules],
    events: [...handlers.events.keys()],
    topics: [...handlers.topics].map(([name, topic]) => ({
      name,
      ...(topic.permission === undefined ? {} : { permission: topic.permission }),
      isScoped: topic.scope !== undefined,
      isWatched: topic.watched !== undefined,
      isState: topic.isState === true,
    })),
    services: [...handlers.services].map(([name, methods]) => ({ name, methods: Object.keys(methods) })),
    hooks: [...handlers.hooks].map(([id, { kind, name, options }]) => ({
      id,
      kind,
      name,
      ...(options === undefined ? {} : { options }),
    })),
    ruleKinds: [...handlers.ruleKinds],
    points: [...handlers.points.values()].map(({ name, version }) => ({ name, version })),
    contributions: [...handlers.contributions.values()].map((one) => ({
      point: one.point,
      range: one.range,
      name: one.name,
      ...describeContribution(one.contribution),
    })),
    ...(handlers.settings === undefined ? {} : { settings: handlers.settings }),
    collections: [...registered.collections.values()],
  };
}

function describeRoute(route: Route): Registrations['routes'][number] {
  return {
    area: route.area,
    call: route.call,
    access: route.access,
    summary: route.summary,
    message: route.message,
    ...(route.answers === 202 ? { answers: route.answers } : {}),
    bodyLimit: route.bodyLimit,
    ...(route.failureStatuses === undefined ? {} : { failureStatuses: [...route.failureStatuses] }),
    ...(route.isPersonal ? { isPersonal: route.isPersonal } : {}),
    ...(route.header === undefined ? {} : { header: route.header }),
    ...(route.needsSecondFactor ? { needsSecondFactor: route.needsSecondFactor } : {}),
    ...(route.ratePerMinute === undefined ? {} : { ratePerMinute: route.ratePerMinute }),
    bodySchema: jsonSchema(route.body, 'input'),
    resultSchema: jsonSchema(route.result, 'output'),
  };
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return described;
}
