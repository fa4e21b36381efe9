import { join } from 'node:path';
import { parseEnvironment, StartError } from '../runtime/process/environment.ts';
import { projectRoot, runStep } from './process.ts';

// Settings are looked at before the pages are built, which takes half a minute the first time; the launcher reads them.
try {
  parseEnvironment(process.env);
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
// The UI is built first when its sources changed; then this process becomes the launcher.
const built = await runStep(['bun', join(projectRoot, 'host/shell/build.ts')]);
if (built !== 0) process.exit(built);
await import('../runtime/launcher/main.ts');
