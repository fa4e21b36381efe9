import { AppError, errors } from '@waypost/contract';
import type pino from 'pino';
import { knownFailure } from '../../storage/index.ts';
import { type Generation, translateIn } from '../activation/generation.ts';
import type { Generations } from '../activation/generations.ts';
import { readSurface } from '../activation/surface.ts';
import type { InstalledPlugin } from '../release/installed.ts';
import type { ReleaseFiles } from '../release/release-files.ts';
import type { Processes } from '../store/processes.ts';
import { type Releases, releaseId } from '../store/releases.ts';
import type { Activator } from './activator.ts';
import type { FailedReleases } from './failed-releases.ts';

export interface ActivationPlace {
  generations: Generations;
  activator: Pick<Activator, 'show'>;
  failures: FailedReleases;
  files: Pick<ReleaseFiles, 'unpack'>;
  releases: Pick<Releases, 'find'>;
  processes: Pick<Processes, 'keepSurface'>;
  log: pino.Logger;
}

/**
 * Unpacks a release, makes it visible and tells the store what it shows to others. What fails is kept as its failure;
 * only a store that is away is thrown: that says nothing of the plugin.
 */
export async function activateRelease(
  place: ActivationPlace,
  plugin: InstalledPlugin,
  isWanted: () => boolean,
): Promise<void> {
  const { failures } = place;
  try {
    const document =
      plugin.source === 'registry' ? undefined : await place.releases.find(plugin.id, plugin.release);
    if (document !== undefined) await place.files.unpack(document);
    const activation = await place.activator.show(plugin, isWanted);
    if (activation === undefined) return;
    failures.remove(plugin);
    await place.processes.keepSurface({
      _id: releaseId(plugin.id, plugin.release),
      plugin: plugin.id,
      surface: await readSurface(activation),
      migrations: activation.migrations,
    });
  } catch (error) {
    if (knownFailure(error)?.code === errors.storeUnavailable.code) throw error;
    failures.add(plugin, sentenceOf(error, place.generations.current()), false);
    place.log.error({ plugin: plugin.id, release: plugin.release, error }, 'plugin did not activate');
  }
}

/** An error as people read it, in English. */
function sentenceOf(error: unknown, generation: Generation): string {
  if (!(error instanceof AppError)) return error instanceof Error ? error.message : String(error);
  const { reason } = error.params;
  return typeof reason === 'string'
    ? reason
    : translateIn(generation, 'en-US', error.messageKey, error.params);
}
