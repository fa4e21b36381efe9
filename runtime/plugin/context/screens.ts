import { bodyLimitOf, type CallDefinition } from '@waypost/contract';
import type { PluginContext, RequestContext } from '@waypost/sdk';
import type { Route } from '../activation/route.ts';
import type { ContextGround } from './ground.ts';
import type { OwnNames } from './own-names.ts';
import { together } from './together.ts';

type Handler = (body: never, request: never) => unknown;

/** Calls, screens in the menu and permissions that are no resource's. */
export function screensOf(
  { manifest, registry }: Pick<ContextGround, 'manifest' | 'registry'>,
  own: OwnNames,
): Pick<PluginContext, 'call' | 'menu' | 'permission'> {
  return {
    call(definition: CallDefinition, handler: Handler) {
      const { access } = definition;
      const nodes = 'permission' in access ? [access.permission] : [];
      own.area(definition.area, definition.call);
      own.permissions(nodes);
      return together(registry, [
        () => registry.route(routeOf(manifest.id, definition, handler)),
        ...nodes.map((node) => () => registry.permission(node)),
      ]);
    },
    menu(place, permission, nodes = []) {
      own.permissions([permission, ...nodes]);
      const buttons = nodes.map((node) => ({
        permission: node,
        name: `permission.${node.split(':').at(-1)}`,
      }));
      return together(registry, [
        ...[permission, ...nodes].map((node) => () => registry.permission(node)),
        () => registry.menu({ plugin: manifest.id, place, permission, buttons }),
      ]);
    },
    permission(node) {
      own.permissions([node]);
      return together(registry, [() => registry.permission(node)]);
    },
  };
}

function routeOf(plugin: string, definition: CallDefinition, handler: Handler): Route {
  return {
    plugin,
    area: definition.area,
    call: definition.call,
    access: definition.access,
    body: definition.body,
    result: definition.result,
    isResultChecked: true,
    answers: definition.answers,
    ratePerMinute: definition.ratePerMinute,
    failureStatuses: definition.failureStatuses,
    isPersonal: definition.isPersonal,
    needsSecondFactor: definition.needsSecondFactor,
    header: definition.header,
    bodyLimit: bodyLimitOf(definition),
    summary: definition.summary,
    message: 'server.done',
    run: async (body: unknown, request: RequestContext) => handler(body as never, request as never),
  };
}
