import { errors } from '@waypost/contract';
import type { RequestContext } from '@waypost/sdk';
import type { PluginAdministration } from '@waypost/sdk/platform';
import type { SettingAuthor } from '../extension/setting-guard.ts';
import { createArchives } from './archives.ts';
import { createChange } from './change.ts';
import { type AdministrationOptions, candidateOf, createFacts, type LivePlugins } from './facts.ts';
import { createHistory } from './history.ts';
import { findLeftovers } from './leftovers.ts';
import { createOutcome } from './outcome.ts';
import { createOverview } from './overview.ts';
import { createPreview } from './preview.ts';
import { createReceive } from './receive.ts';
import { createRemove } from './remove.ts';

/**
 * Everything that is done to plugins, over the store alone: the command line uses it as the server does, and every
 * process follows.
 */
export function createPluginAdministration(options: AdministrationOptions): PluginAdministration {
  const facts = createFacts(options);
  const overview = createOverview(options, facts);
  const change = createChange(options, facts);
  const archives = createArchives({
    connection: options.store.connection,
    dataDirectory: options.dataDirectory,
    clock: options.clock,
  });
  const { receive, receiveFolder, folders } = createReceive(options, facts, overview.describeRelease);
  const history = createHistory(options);
  const settled = createOutcome(options, facts);

  return {
    list: overview.list,
    details: overview.details,
    preview: createPreview(options, facts),
    receive,
    receiveFolder,
    folders,
    choose: change.choose,
    enable: change.enable,
    disable: change.disable,
    remove: createRemove(options, facts, change, archives),
    async health(id) {
      const snapshot = await facts.read();
      const { isEnabled } = candidateOf(snapshot, id);
      const own = snapshot.processes.find(({ _id }) => _id === options.live?.processId);
      const served = own?.plugins.find((plugin) => plugin.id === id);
      const health = options.live?.health(id);
      return {
        id,
        process: options.live?.processId ?? '',
        state: isEnabled ? (served?.state ?? 'disabled') : 'disabled',
        reason: served?.reason ?? null,
        parts: health?.parts ?? [],
        child: health?.child ?? null,
        own_processes: health?.own_processes ?? [],
        elsewhere: snapshot.processes
          .filter(({ _id }) => _id !== options.live?.processId)
          .flatMap(({ _id, plugins }) =>
            plugins
              .filter((plugin) => plugin.id === id)
              .flatMap(({ quarantined }) => quarantined.map((part) => ({ process: _id, ...part }))),
          ),
      };
    },
    async retry(id, part, request) {
      candidateOf(await facts.read(), id);
      await facts.states.retry(id, part, options.clock.date());
      await facts.record('retry', id, request, part === undefined ? {} : { target: part });
      await options.live?.reconcile(id);
    },
    async outcome(id) {
      await settled(id);
      return overview.one(id);
    },
    history: history.read,
    verifyHistory: history.verify,
    leftovers: () =>
      findLeftovers({
        store: options.store,
        registryIds: options.registry.map(({ id }) => id),
        dataDirectory: options.dataDirectory,
        permissionOwners: options.permissionOwners,
      }),
    contributions: async () => options.live?.contributions() ?? [],
    async settings(id) {
      candidateOf(await facts.read(), id);
      return (await options.live?.settings.view(id)) ?? null;
    },
    async changeSettings(id, version, change, request) {
      candidateOf(await facts.read(), id);
      if (options.live === undefined) throw errors.notFound.create();
      const author = authorOf(request, options.live.requireCode);
      const { view, before, after } = await options.live.settings.change(id, version, change, author);
      await facts.record('settings', id, request, { before, after });
      await options.changes.record({
        type: 'system.plugin_setting.update',
        plugin: id,
        target: id,
        before,
        after,
        ...(request === undefined ? {} : { request }),
      });
      return view;
    },
    archives: archives.list,
    archiveFile: archives.file,
    async removeArchive(id, request) {
      const archive = await archives.remove(id);
      await facts.record('remove_archive', archive.plugin, request, { target: id, before: archive });
    },
  };
}

/** Without a request it is the operator of the machine. */
function authorOf(
  request: RequestContext | undefined,
  requireCode: LivePlugins['requireCode'],
): SettingAuthor {
  if (request === undefined) return 'machine';
  const { caller, secondFactor } = request;
  if (caller === undefined) throw errors.unauthenticated.create();
  return {
    caller,
    requireCode: () => requireCode(secondFactor, { ...request, caller }),
  };
}
