import { watch } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { localOrigin } from '../runtime/launcher/readiness.ts';
import { parseEnvironment } from '../runtime/process/environment.ts';
import { followPlugin } from './dev/outside-plugin.ts';
import { projectRoot, runStep } from './process.ts';

/** Milliseconds of quiet after a change before the processes start again: editors write several files at once. */
const QUIET = 150;

/** Whether a changed file is part of what runs on the server. */
function isServerSource(file: string): boolean {
  return (
    /\.(ts|json)$/.test(file) && !/(^|\/)(dist|\.generated|node_modules)\/|\.test\.ts$|remote\.ts$/.test(file)
  );
}

/** `npm run dev -- --plugin DIR`: also the plugin in a folder outside this project; may be given again. */
const { values } = parseArgs({ options: { plugin: { type: 'string', multiple: true, default: [] } } });
const outside = values.plugin.map((folder) => resolve(process.env.INIT_CWD ?? '.', folder));

const built = await runStep(['bun', 'host/shell/build.ts']);
if (built !== 0) process.exit(built);

const { host, port } = parseEnvironment(process.env);
const spawn = (script: string, ...options: string[]) =>
  Bun.spawn([process.execPath, join(projectRoot, script), ...options], {
    cwd: projectRoot,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
const launcher = spawn('runtime/launcher/main.ts');
const pages = spawn(
  'host/shell/dev.ts',
  ...['--runtime', localOrigin(host, port), '--port', String(port + 1)],
  ...outside.flatMap((folder) => ['--plugin', folder]),
);
for (const folder of outside)
  followPlugin(folder, localOrigin(host, port)).catch((error: unknown) => {
    process.stderr.write(`${folder}: ${error instanceof Error ? error.message : String(error)}\n`);
  });

let timer: ReturnType<typeof setTimeout> | undefined;
for (const folder of ['runtime', 'plugins', 'locales']) {
  watch(join(projectRoot, folder), { recursive: true }, (_, file) => {
    if (file === null || !isServerSource(file)) return;
    clearTimeout(timer);
    timer = setTimeout(() => launcher.kill('SIGUSR2'), QUIET);
  });
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    pages.kill('SIGTERM');
    launcher.kill('SIGTERM');
  });
}
const code = await launcher.exited;
pages.kill('SIGTERM');
process.exit(code);
