import type { Clock, Disposer } from '@waypost/sdk';
import type pino from 'pino';
import { scopedLog } from '../../process/log.ts';
import { followChanges, type StoreAccess } from '../../storage/index.ts';
import { createHookBus, type HookBus } from './hooks.ts';
import { createPluginSettings, PLUGIN_SETTINGS, type PluginSettings } from './plugin-settings.ts';
import { createPointRegistry, type PointRegistry } from './points.ts';
import { createRuleKinds, type RuleKinds } from './rule-kinds.ts';

/** What plugins share of extension points. */
export interface ExtensionSources {
  hooks: HookBus;
  points: PointRegistry;
  ruleKinds: RuleKinds;
  settings: PluginSettings;
}

/**
 * Everything by which plugins of this process extend each other.
 * @param options.key 32 bytes, for secret settings
 */
export function createExtensions(options: {
  store: Pick<StoreAccess, 'connection'>;
  key: Uint8Array;
  clock: Clock;
  log: pino.Logger;
}): ExtensionSources & { stop: Disposer } {
  const log = scopedLog(options.log, { part: 'extensions' });
  const settings = createPluginSettings({
    connection: options.store.connection,
    key: options.key,
    clock: options.clock,
    log,
  });
  return {
    hooks: createHookBus(({ plugin, name, error }) =>
      log.error({ plugin, hook: name, error }, 'a hook of a plugin failed; the change went its way'),
    ),
    points: createPointRegistry((problem) =>
      log.warn({ ...problem }, 'a contribution does not fit its extension point'),
    ),
    ruleKinds: createRuleKinds(),
    settings,
    stop: followChanges({
      connection: options.store.connection,
      collection: PLUGIN_SETTINGS,
      log,
      onChange: (change) => settings.refresh(change?.id),
    }),
  };
}
