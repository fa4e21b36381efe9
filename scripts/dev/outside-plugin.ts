import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';
import { buildPlugin } from '../../host/sdk/build/index.ts';
import { projectRoot } from '../process.ts';

/** Milliseconds of quiet after a change: editors write several files at once. */
const QUIET = 150;
const POLL = 250;

/** Files that change what runs on the server; pages are replaced in the browser by the dev server. */
export function isPluginServerSource(file: string): boolean {
  return (
    /\.(ts|json)$/.test(file) &&
    !/(^|\/)(dist|\.generated|node_modules|sdk)\//.test(file) &&
    !/\.test\.ts$|(^|\/)(remote|build)\.ts$|(^|\/)(package|tsconfig)\.json$/.test(file)
  );
}

/**
 * Keeps the release that a running product has of a plugin's folder in line with its sources: once the product is ready,
 * and after each change. The product swaps it as it would any upgrade; nothing starts again.
 */
export async function followPlugin(folder: string, origin: string): Promise<FSWatcher> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let work = Promise.resolve();
  // Before the first release is made: what is written while that goes on must not wait for the next change.
  const watcher = watch(folder, { recursive: true }, (_, file) => {
    if (file === null || !isPluginServerSource(file)) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      work = work.then(() => install(folder));
    }, QUIET);
  });
  // The archive holds the pages as well, so they have to exist once; the browser gets them from the dev server.
  work = buildPlugin(folder)
    .then(() => untilReady(origin))
    .then(() => install(folder));
  await work;
  return watcher;
}

/** Who develops a plugin consents to what it asks for. What is wrong stands in the terminal; the last good one serves on. */
async function install(folder: string): Promise<void> {
  const child = Bun.spawn(
    [
      process.execPath,
      join(projectRoot, 'runtime/command/main.ts'),
      'plugin',
      'install',
      folder,
      '--grant',
      'all',
    ],
    { cwd: projectRoot, stdio: ['ignore', 'inherit', 'inherit'] },
  );
  await child.exited;
}

async function untilReady(origin: string): Promise<void> {
  for (;;) {
    const isReady = await fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await Bun.sleep(POLL);
  }
}
