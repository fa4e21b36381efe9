import type { Generations } from '../activation/generations.ts';
import type { ReleaseFiles } from '../release/release-files.ts';
import { type Releases, releaseId } from '../store/releases.ts';

/** Removes the files of releases that the store has no more and that nothing runs any more. */
export async function sweepFiles(place: {
  files: ReleaseFiles;
  releases: Pick<Releases, 'all'>;
  generations: Generations;
  /** Plugins of which an activation is still ending. */
  draining(): string[];
}): Promise<void> {
  const { files } = place;
  const all = await place.releases.all();
  const kept = new Set(all.map(({ _id }) => _id));
  const { activations } = place.generations.current();
  const inUse = new Set([...activations.values()].map(({ directory }) => directory));
  const ending = new Set(place.draining());
  const plugins = new Set([...all.map(({ plugin }) => plugin), ...activations.keys(), ...ending]);
  await files.sweep({
    plugin: (id) => plugins.has(id),
    release: (id, release) =>
      kept.has(releaseId(id, release)) || ending.has(id) || inUse.has(files.directoryOf(id, release)),
  });
}
