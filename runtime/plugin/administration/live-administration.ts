import type { Clock, Logger } from '@waypost/sdk';
import type { PluginAdministration } from '@waypost/sdk/platform';
import type { Environment } from '../../process/environment.ts';
import { RUNTIME_VERSION } from '../../process/version.ts';
import type { Realtime, RuntimeServices } from '../../services/index.ts';
import type { StoreAccess } from '../../storage/index.ts';
import type { Generations } from '../activation/generations.ts';
import type { AnswerBook } from '../answers/known-answers.ts';
import type { PluginSettings } from '../extension/plugin-settings.ts';
import type { InstalledPlugin } from '../release/installed.ts';
import { createPluginAdministration } from './administration.ts';
import { createLivePlugins } from './live-plugins.ts';

/** Administration inside a process that serves plugins: it also knows how they do here. */
export function createLiveAdministration(options: {
  processId: string;
  store: StoreAccess;
  registry: readonly InstalledPlugin[];
  environment: Environment;
  generations: Generations;
  reconcile(id: string): Promise<void>;
  realtime: Pick<Realtime, 'followers'>;
  settings: PluginSettings;
  services: RuntimeServices;
  answers: Pick<AnswerBook, 'forget'>;
  clock: Clock;
  log: Logger;
}): PluginAdministration {
  const { environment, services } = options;
  return createPluginAdministration({
    store: options.store,
    registry: options.registry,
    engineVersion: RUNTIME_VERSION,
    trustedKeys: environment.pluginTrustedKeys,
    pluginDirectory: environment.pluginDirectory,
    dataDirectory: environment.dataDirectory,
    live: createLivePlugins({
      processId: options.processId,
      generations: options.generations,
      reconcile: options.reconcile,
      followers: options.realtime.followers,
      settings: options.settings,
      requireCode: services.confirmIdentity,
    }),
    history: services.pluginHistory,
    changes: services.auditLog,
    forgetPermissions: services.forgetPermissions,
    forgetAnswers: options.answers.forget,
    permissionOwners: services.permissionOwners,
    clock: options.clock,
    log: options.log,
  });
}
