import {
  type SettingsDefinition,
  type SettingsForm,
  type SettingsOf,
  settingsForm,
  settingsValues,
} from '@waypost/contract';
import type { BeforeOptions, Contribution, Disposer, PluginContext, RowEvent } from '@waypost/sdk';
import type { Activation } from '../activation/activation.ts';
import { requireCapability } from '../activation/capability.ts';
import { CONTRIBUTION_LIMIT_MS, within } from '../activation/time-limit.ts';
import type { HookBus } from './hooks.ts';
import type { PluginSettings } from './plugin-settings.ts';
import type { PointRegistry } from './points.ts';
import type { RuleKinds } from './rule-kinds.ts';

/** What plugins share of extension points. */
export interface ExtensionSources {
  hooks: HookBus;
  points: PointRegistry;
  ruleKinds: RuleKinds;
  settings: PluginSettings;
}

/** The part of a plugin's context by which plugins extend each other. */
export function extensionContext(
  activation: Activation,
  sources: ExtensionSources,
): Pick<PluginContext, 'hooks' | 'points' | 'visitRules' | 'settings'> {
  const { id, breakers, scope, contributed } = activation;
  const { hooks, points, ruleKinds, settings } = sources;

  const own = (what: string, name: string): void => {
    if (!name.startsWith(`${id}.`))
      throw new TypeError(`${what} ${name}: those of plugin ${id} begin with "${id}."`);
  };
  const hook =
    (kind: 'before' | 'after') =>
    (name: string, handler: (event: RowEvent) => Promise<void> | void, given?: BeforeOptions): Disposer => {
      const resource = name.slice(0, name.lastIndexOf('.'));
      if (!resource.startsWith(`${id}.`)) requireCapability(activation, `hooks:${resource}`);
      contributed.add({ kind: 'hook', point: name, name: `${id}:${kind}`, order: given?.order ?? 0 });
      const run = (event: RowEvent) => breakers.run(`hook:${name}`, async () => handler(event));
      return scope.add(() =>
        hooks[kind](name, { plugin: id, run, ...(given === undefined ? {} : { options: given }) }),
      );
    };

  /** Its functions run as a part of the plugin that brings them: limited in time, counted, alone in quarantine. */
  const held = (name: string, contribution: Contribution): Contribution =>
    Object.fromEntries(
      Object.entries(contribution).map(([key, value]) => [
        key,
        typeof value === 'function'
          ? (...given: unknown[]) =>
              breakers.run(`point:${name}`, () =>
                within(
                  CONTRIBUTION_LIMIT_MS,
                  `${name}: ${key}`,
                  (async () => Reflect.apply(value, contribution, given) as unknown)(),
                ),
              )
          : value,
      ]),
    );

  return {
    hooks: { before: hook('before'), after: hook('after') },
    points: {
      offer(point) {
        own('point', point.name);
        return scope.add(() => points.offer(id, point));
      },
      contribute(point, range, name, contribution) {
        own('contribution', name);
        if (!point.startsWith(`${id}.`)) requireCapability(activation, `points:${point}`);
        contributed.add({ kind: 'point', point, name, order: null });
        return scope.add(() =>
          points.contribute({ plugin: id, point, range, name, contribution: held(name, contribution) }),
        );
      },
      contributions: async (point) => points.contributions(point) as never,
    },
    visitRules: {
      kind(kind) {
        own('rule kind', kind.name);
        contributed.add({ kind: 'rule_kind', point: 'visit', name: kind.name, order: null });
        return scope.add(() => ruleKinds.add(kind));
      },
      kinds: async () => ruleKinds.list(),
      fill: async (kind, parameters) => ruleKinds.fill(kind, parameters),
    },
    settings<D extends SettingsDefinition>(definition: D) {
      declareSettings(activation, sources, settingsForm(definition));
      return {
        get: async () => settingsValues(definition, await settings.read(id)),
        onChange: (listener: (values: SettingsOf<D>) => Promise<void> | void) =>
          scope.add(() => settings.onChange(id, (values) => listener(settingsValues(definition, values)))),
      };
    },
  };
}

/** Declares settings by their form, for plugins whose schemas are elsewhere. Secret ones need `settings:secrets`. */
export function declareSettings(
  activation: Pick<Activation, 'id' | 'granted' | 'contributed' | 'scope'>,
  { settings }: Pick<ExtensionSources, 'settings'>,
  form: SettingsForm,
): Disposer {
  const { contributed, id, scope } = activation;
  if (form.secrets.length > 0) requireCapability(activation, 'settings:secrets');
  contributed.add({ kind: 'settings', point: id, name: id, order: null });
  return scope.hold(settings.declare(id, form));
}
