import { join } from 'node:path';
import { listen } from '../runtime/http/listen.ts';
import { prepareDataDirectory } from '../runtime/process/data-directory.ts';
import { DataDirectoryInUse, lockDataDirectory } from '../runtime/process/data-directory-lock.ts';
import { parseEnvironment, StartError } from '../runtime/process/environment.ts';
import { projectRoot, runStep } from './process.ts';

// Settings are looked at before the pages are built, which takes half a minute the first time; the launcher reads them.
try {
  const environment = parseEnvironment(process.env);
  const lock = lockDataDirectory(environment.dataDirectory, `http://${environment.host}:${environment.port}`);
  try {
    // What only shows where it is used: a folder that cannot be written, another time zone than visits were counted by, a
    // key that can be guessed, a port that is taken.
    await prepareDataDirectory(environment);
    await listen(environment).stop(true);
  } finally {
    lock.release();
  }
} catch (error) {
  if (!(error instanceof StartError || error instanceof DataDirectoryInUse)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
// The UI is built first when its sources changed; then this process becomes the launcher.
const built = await runStep(['bun', join(projectRoot, 'host/shell/build.ts')]);
if (built !== 0) process.exit(built);
await import('../runtime/launcher/main.ts');
