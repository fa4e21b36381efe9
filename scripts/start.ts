import { join } from 'node:path';
import { projectRoot, runStep } from './process.ts';

// The UI is built first when its sources changed; then this process becomes the launcher.
const built = await runStep(['bun', join(projectRoot, 'host/shell/build.ts')]);
if (built !== 0) process.exit(built);
await import('../runtime/launcher/main.ts');
