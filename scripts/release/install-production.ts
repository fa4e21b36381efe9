import { chmodSync, copyFileSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const zLock = z.looseObject({ packages: z.record(z.string(), z.tuple([z.string()]).rest(z.unknown())) });

/**
 * Installs what a server's folder depends on, in the versions and with the checksums of the project's bun.lock; the
 * folder gets a bun.lock of its own, which has these packages only.
 * @throws Error when a package could not be had, or is not one of the project's bun.lock
 */
export async function installProduction(root: string, folder: string): Promise<void> {
  copyFileSync(join(root, 'bun.lock'), join(folder, 'bun.lock'));
  await bun(folder, 'install', '--lockfile-only');
  refuseOthers(join(root, 'bun.lock'), join(folder, 'bun.lock'));
  // Copies: a link to bun's cache would change with it. No scripts of packages: what they build, or try to, depends on the machine
  // and the moment (ssh2 does without its own ciphers).
  await bun(folder, 'install', '--production', '--frozen-lockfile', '--backend=copyfile', '--ignore-scripts');
  leaveOneBinary(folder);
}

/**
 * Bun's package holds its binary under two names, and the package of this machine a third time. Here it is the one
 * that runs this.
 */
function leaveOneBinary(folder: string): void {
  const first = join(folder, 'node_modules/bun/bin/bun.exe');
  rmSync(first, { force: true });
  copyFileSync(realpathSync(process.execPath), first);
  chmodSync(first, 0o755);
  const second = join(folder, 'node_modules/bun/bin/bunx.exe');
  rmSync(second, { force: true });
  symlinkSync('bun.exe', second);
  rmSync(join(folder, 'node_modules/@oven'), { recursive: true, force: true });
}

/** Packages by name, version and checksum. */
function locked(file: string): Map<string, string> {
  const { packages } = zLock.parse(Bun.JSONC.parse(readFileSync(file, 'utf8')));
  return new Map(
    Object.values(packages)
      .filter(([name]) => !name.includes('@workspace:'))
      .map((entry) => [entry[0], String(entry.at(-1))]),
  );
}

function refuseOthers(known: string, own: string): void {
  const checksums = locked(known);
  const odd = [...locked(own)].filter(([name, checksum]) => checksums.get(name) !== checksum);
  if (odd.length > 0)
    throw new Error(`not in the project's bun.lock: ${odd.map(([name]) => name).join(', ')}`);
}

async function bun(folder: string, ...words: string[]): Promise<void> {
  const child = Bun.spawn([process.execPath, ...words], {
    cwd: folder,
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'pipe',
  });
  const said = await new Response(child.stderr).text();
  if ((await child.exited) !== 0) throw new Error(`bun ${words.join(' ')} failed:\n${said}`);
}
