import type { PluginContext } from '@waypost/sdk';
import type { FileFilter, Files } from './files.ts';
import { storedFile } from './resource.ts';

/** So long a picture waits for what shows it, and a file for its bytes, milliseconds. */
const UNUSED_MS = 86_400_000;
const WRITING_MS = 3_600_000;
/** Files that one look takes away at most. */
const MOST = 50;
/** How often files that nothing shows are taken away. */
export const FORGET_EVERY = '1 hour';

/** Takes away what nothing has shown for a day, and rows whose process ended before their bytes were kept. */
export async function sweepFiles(context: PluginContext, files: Files): Promise<void> {
  const rows = context.model(storedFile);
  const old = (filter: FileFilter) => rows.find(filter).sort({ used_time: 1 }).limit(MOST).lean();
  const before = (age: number) => new Date(context.clock.now() - age);
  for (const row of await old({ state: 'writing', create_time: { $lt: before(WRITING_MS) } }))
    await files.forget(row);
  const unused = await old({
    is_kept: false,
    state: 'kept',
    used_time: { $lt: before(UNUSED_MS) },
    kept_for: { $not: { $elemMatch: { $nin: [...(await files.askable())] } } },
  });
  if (unused.length === 0) return;
  const used = await files.usedOf(unused.map(({ address }) => address));
  // What is used is young again: the next look begins with others.
  await rows.updateMany(
    { address: { $in: used } },
    {
      $set: { used_time: context.clock.date() },
    },
  );
  for (const row of unused) if (!used.includes(row.address)) await files.forget(row);
}
