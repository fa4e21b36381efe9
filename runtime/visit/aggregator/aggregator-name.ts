import { existsSync, linkSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The name of this DATA_DIR: under it its aggregator adds to shared sums, and by it processes know whose journals are their own. Made
 * once, by whichever process comes first.
 * @param directory DATA_DIR/journal
 */
export function aggregatorName(directory: string): string {
  // Files keep the names that installations have on their disks.
  const path = join(directory, 'folder.name');
  if (!existsSync(path)) {
    const draft = `${path}.${process.pid}`;
    writeFileSync(draft, crypto.randomUUID(), { mode: 0o600 });
    try {
      linkSync(draft, path);
      unlinkSync(draft);
    } catch (error) {
      // A file system without links has no better way.
      if ((error as { code?: string }).code === 'EEXIST') unlinkSync(draft);
      else renameSync(draft, path);
    }
  }
  return readFileSync(path, 'utf8');
}
