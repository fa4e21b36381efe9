import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { findRemotes, readRemote } from './build/find-remotes.ts';
import { serve } from './dev/serve.ts';
import { whenAnswered } from './dev/when-answered.ts';

/**
 * Serves shell and remotes with hot replacement: `bun host/shell/dev.ts [--port 6010] [--runtime http://127.0.0.1:6009]
 * [--plugin DIR]…`, DIR being the folder of a plugin outside this project.
 * The runtime runs beside it; it is asked for everything that is not UI.
 */

const root = join(import.meta.dirname, '../..');
const option = (name: string, fallback: string): string => {
  const at = process.argv.indexOf(`--${name}`);
  return (at === -1 ? undefined : process.argv[at + 1]) ?? fallback;
};

const shellDirectory = join(root, 'host/shell');
const manifest = JSON.parse(await readFile(join(shellDirectory, 'package.json'), 'utf8')) as {
  version: string;
};
const port = Number(option('port', '6010'));
const runtime = option('runtime', 'http://127.0.0.1:6009');
const outside = process.argv.flatMap((word, at, words) =>
  word === '--plugin' && words[at + 1] !== undefined ? [resolve(words[at + 1] ?? '')] : [],
);
const remotes = [...(await findRemotes(root)), ...(await Promise.all(outside.map(readRemote)))];

const servers = await serve({ shellDirectory, shellVersion: manifest.version, remotes, port, runtime });
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    void Promise.all(servers.map((server) => server.stop())).then(() => process.exit(0));
  });

const pages = `http://127.0.0.1:${port}`;
process.stdout.write('Building the pages, and waiting for the server …\n');
// Whoever reads the address opens it.
await whenAnswered([
  `${pages}/`,
  ...remotes.map(({ id, version }) => `${pages}/plugins/${id}/${version}/mf-manifest.json`),
  `${runtime}/readyz`,
]);
process.stdout.write(
  `UI with hot replacement: ${pages} (shell and ${remotes.map(({ id }) => id).join(', ')}; runtime ${runtime})\n`,
);
