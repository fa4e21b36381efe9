import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { JOBS } from '../../services/jobs/job-queue.ts';
import { MIGRATIONS, type StoreAccess } from '../../storage/index.ts';
import { PLUGIN_SETTINGS } from '../extension/plugin-settings.ts';
import { settingsOfAll } from '../extension/stored-settings.ts';
import { backupsOf } from '../store/backups.ts';
import { ownedCollectionsOf } from '../store/owned-collections.ts';
import { PLUGIN_SURFACES } from '../store/processes.ts';
import { PLUGIN_RELEASE_CHUNKS, releaseId, releasesOf } from '../store/releases.ts';
import { statesOf } from '../store/states.ts';

/**
 * What is left of plugins that are not installed any more, one sentence each. Collections and settings that a removal
 * kept are no leftovers; everything else of theirs is.
 * @param registryIds plugins of registry.json
 */
export async function findLeftovers(options: {
  store: StoreAccess;
  registryIds: readonly string[];
  dataDirectory: string;
  /** Ids of plugins that roles and API keys name permissions of. */
  permissionOwners(): Promise<string[]>;
}): Promise<{ leftovers: string[]; kept: { collection: string; plugin: string }[] }> {
  const { connection, database } = options.store;
  const releases = await releasesOf(connection).all();
  const states = await statesOf(connection).read();
  const installed = new Set([
    ...options.registryIds,
    ...releases.map(({ plugin }) => plugin),
    ...[...states.values()].filter(({ chosen }) => chosen).map(({ _id }) => _id),
  ]);
  const names = new Set(
    (await database.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name),
  );
  const leftovers: string[] = [];
  const foreign = (ids: Iterable<string>, what: (id: string) => string) => {
    for (const id of new Set(ids)) if (!installed.has(id)) leftovers.push(what(id));
  };

  const owned = await ownedCollectionsOf(connection).all();
  for (const { _id: name, plugin } of owned)
    if (!names.has(name) && !installed.has(plugin))
      leftovers.push(`collection ${name} of ${plugin} is noted but not there`);
  const kept = owned
    .filter(({ _id: name, plugin }) => names.has(name) && !installed.has(plugin))
    .map(({ _id: collection, plugin }) => ({ collection, plugin }));
  const withData = new Set(kept.map(({ plugin }) => plugin));
  const settings = await settingsOfAll(connection);
  for (const { plugin, isKept } of settings)
    if (isKept && !withData.has(plugin) && !installed.has(plugin))
      kept.push({ collection: PLUGIN_SETTINGS, plugin });

  for (const { _id, chosen, previous } of states.values())
    for (const choice of [chosen, previous])
      if (choice && !releases.some((one) => one._id === releaseId(_id, choice.release)))
        leftovers.push(`state of ${_id} names the release ${choice.release}, which is not there`);
  const known = new Set(releases.map(({ _id }) => _id));
  for (const release of await connection.collection(PLUGIN_RELEASE_CHUNKS).distinct('release'))
    if (!known.has(String(release))) leftovers.push(`bytes of the release ${release}, which is not there`);
  foreign(
    (await connection.collection(PLUGIN_SURFACES).distinct('plugin')).map(String),
    (id) => `what ${id} showed`,
  );
  foreign(
    (await connection.collection(JOBS).distinct('name'))
      .map((name) => ownerOf(String(name)))
      .filter((id) => id !== '' && id !== 'kernel'),
    (id) => `jobs of ${id}`,
  );
  foreign(
    (await backupsOf(connection).all()).map(({ _id }) => _id),
    (id) => `a backup of ${id}`,
  );
  const migrated = (await connection.collection<{ _id: string }>(MIGRATIONS).find({}).toArray()).map(
    ({ _id }) => _id,
  );
  foreign(
    migrated.map((id) => id.slice(0, id.indexOf('/'))).filter((id) => !withData.has(id)),
    (id) => `migrations of ${id}, whose data are gone`,
  );
  foreign(
    settings.filter(({ plugin, isKept }) => !isKept && !withData.has(plugin)).map(({ plugin }) => plugin),
    (id) => `settings of ${id}, whose data are gone`,
  );
  const withAnything = new Set(kept.map(({ plugin }) => plugin));
  foreign(
    (await options.permissionOwners()).filter((id) => !withAnything.has(id)),
    (id) => `permissions of ${id} in roles or keys`,
  );
  for (const id of await directories(join(options.dataDirectory, 'plugins')))
    for (const release of await directories(join(options.dataDirectory, 'plugins', id)))
      if (!release.startsWith('.') && !known.has(releaseId(id, release)))
        leftovers.push(`files of ${releaseId(id, release)}`);
  return { leftovers, kept };
}

/** Jobs are named `<plugin>.<job>`; those of the kernel have no dot or its own id in front. */
function ownerOf(job: string): string {
  return job.slice(0, Math.max(0, job.indexOf('.')));
}

async function directories(path: string): Promise<string[]> {
  return readdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw error;
  });
}
