import { join } from 'node:path';
import { listen } from '../runtime/http/listen.ts';
import { prepareDataDirectory } from '../runtime/process/data-directory.ts';
import { DataDirectoryInUse, lockDataDirectory } from '../runtime/process/data-directory-lock.ts';
import { parseEnvironment, StartError } from '../runtime/process/environment.ts';
import type { DemoPlace } from './demo/demo-place.ts';
import { projectRoot, runStep } from './process.ts';

let demo: DemoPlace | undefined;

// Settings are looked at before the pages are built, which takes half a minute the first time; the launcher reads them.
try {
  if (process.argv.includes('--demo')) demo = (await import('./demo/demo-place.ts')).prepareDemo(process.env);
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
if (demo !== undefined) await showDemo(demo);

/** Fills it the first time, and says where it is and who logs in there. */
async function showDemo(place: DemoPlace): Promise<void> {
  const { fillDemo, untilReady } = await import('./demo/fill-demo.ts');
  await untilReady(place);
  if (!place.isFilled) {
    console.log('The demonstration gets people, codes and the visits of thirty days …');
    await fillDemo(place);
  }
  const { origin, password } = place;
  console.log(
    `Demonstration: ${origin} · log in as demo.admin, demo.cafe or demo.shop · password ${password}`,
  );
}
