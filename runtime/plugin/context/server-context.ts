import type { PluginContext } from '@waypost/sdk';
import type { Activation } from '../activation/activation.ts';
import { declareSettings } from './extension.ts';
import { ownNames } from './own-names.ts';
import { createPluginContext } from './plugin-context.ts';
import { setRegistrar } from './registrar.ts';
import { type ContextSources, serverGround } from './server-ground.ts';
import { together } from './together.ts';

/**
 * The context of one activation in the server's process: of a plugin that runs there, and of one that runs elsewhere
 * and is registered for. Everything registered through it ends with the activation's scope.
 */
export function createServerContext(activation: Activation, sources: ContextSources): PluginContext {
  const ground = serverGround(activation, sources);
  const { manifest, registry, extension } = ground;
  const own = ownNames(manifest);
  const context = createPluginContext(ground);
  setRegistrar(context, {
    route(route) {
      own.area(route.area, route.call);
      if ('permission' in route.access) own.permissions([route.access.permission]);
      return together(registry, [() => registry.route({ ...route, plugin: manifest.id })]);
    },
    menu(entry) {
      const nodes = [entry.permission, ...entry.buttons.map((button) => button.permission)];
      own.permissions(nodes);
      return together(registry, [
        ...nodes.map((node) => () => registry.permission(node)),
        () => registry.menu({ ...entry, plugin: manifest.id }),
      ]);
    },
    services: sources.provided.list,
    onServices: sources.provided.onChange,
    settings: (form) => declareSettings(ground, form),
    readSettings: extension.settings.read,
    onSettings: (listener) => extension.settings.onChange(() => listener()),
    hooks: sources.extensions.hooks,
  });
  return context;
}
