import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The name under which this DATA_DIR's aggregator adds to shared sums; made once.
 * @param directory DATA_DIR/journal
 */
export function aggregatorName(directory: string): string {
  // Files keep the names that installations have on their disks.
  const path = join(directory, 'folder.name');
  if (!existsSync(path)) {
    const draft = `${path}.${process.pid}`;
    writeFileSync(draft, crypto.randomUUID(), { mode: 0o600 });
    renameSync(draft, path);
  }
  return readFileSync(path, 'utf8');
}
