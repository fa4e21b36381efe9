import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import product from '../package.json';
import { projectRoot, runStep } from './process.ts';
import { archiveFolder } from './release/archive-folder.ts';
import { layOutServer } from './release/lay-out-server.ts';

/**
 * `npm run release`: the pages are built, and all that a server needs is packed into an archive.
 * `--folder DIR` lays it out there and packs nothing; `--output FILE` names the archive.
 */
const { values } = parseArgs({ options: { folder: { type: 'string' }, output: { type: 'string' } } });
const named = (path: string) => resolve(process.env.INIT_CWD ?? '.', path);

const built = await runStep(['bun', join(projectRoot, 'host/shell/build.ts')]);
if (built !== 0) process.exit(built);
if (values.folder !== undefined) {
  await layOutServer(projectRoot, named(values.folder));
  process.stdout.write(`${named(values.folder)}\n`);
} else {
  // Bun's binary is of one kind of machine, and so is the archive.
  const name = `waypost-${product.version}`;
  const archive = named(values.output ?? `${name}-${process.platform}-${process.arch}.tar.gz`);
  const work = mkdtempSync(join(tmpdir(), 'waypost-release-'));
  try {
    await layOutServer(projectRoot, join(work, name));
    mkdirSync(dirname(archive), { recursive: true });
    await archiveFolder(join(work, name), name, archive);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  process.stdout.write(`${archive}\n`);
}
