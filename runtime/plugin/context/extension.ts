import {
  type SettingsDefinition,
  type SettingsForm,
  type SettingsOf,
  settingsForm,
  settingsValues,
} from '@waypost/contract';
import type { Disposer, PluginContext } from '@waypost/sdk';
import { requireCapability } from '../activation/capability.ts';
import type { ContextGround } from './ground.ts';
import type { OwnNames } from './own-names.ts';

type Extension = Pick<PluginContext, 'hooks' | 'points' | 'visitRules' | 'settings'>;

/** How the plugin takes part in what others do, and lets them take part: in its own name, and where it was granted. */
export function extensionOf(
  { manifest, granted, extension }: Pick<ContextGround, 'manifest' | 'granted' | 'extension'>,
  own: OwnNames,
): Extension {
  const { id } = manifest;
  const { hooks, points, visitRules, settings } = extension;
  const requireGrantFor = (kind: string, name: string): void => {
    if (!name.startsWith(`${id}.`)) requireCapability({ id, granted }, `${kind}:${name}`);
  };
  const resourceOf = (name: string) => name.slice(0, name.lastIndexOf('.'));

  return {
    hooks: {
      before(name, handler, options) {
        requireGrantFor('hooks', resourceOf(name));
        return hooks.before(name, handler, options);
      },
      after(name, handler) {
        requireGrantFor('hooks', resourceOf(name));
        return hooks.after(name, handler);
      },
    },
    points: {
      offer(point) {
        own.require('point', point.name);
        return points.offer(point);
      },
      contribute(point, range, name, contribution) {
        own.require('contribution', name);
        requireGrantFor('points', point);
        return points.contribute(point, range, name, contribution);
      },
      contributions: (point) => points.contributions(point),
    },
    visitRules: {
      kind(kind) {
        own.require('rule kind', kind.name);
        return visitRules.kind(kind);
      },
      kinds: () => visitRules.kinds(),
      fill: (kind, parameters) => visitRules.fill(kind, parameters),
    },
    settings<D extends SettingsDefinition>(definition: D) {
      declareSettings({ manifest, granted, extension }, settingsForm(definition));
      return {
        get: async () => settingsValues(definition, await settings.read()),
        onChange: (listener: (values: SettingsOf<D>) => Promise<void> | void) =>
          settings.onChange((values) => listener(settingsValues(definition, values))),
      };
    },
  };
}

/** Declares settings by their form, for plugins whose schemas are elsewhere. Secret ones need `settings:secrets`. */
export function declareSettings(
  { manifest, granted, extension }: Pick<ContextGround, 'manifest' | 'granted' | 'extension'>,
  form: SettingsForm,
): Disposer {
  if (form.secrets.length > 0) requireCapability({ id: manifest.id, granted }, 'settings:secrets');
  return extension.settings.declare(form);
}
