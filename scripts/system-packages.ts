/** A mirror that is busy, or another process that installs at this moment, is over soon. */
const MAX_ATTEMPTS = 3;
const PAUSE_MS = 5_000;

/**
 * Installs Debian's packages where this process may.
 * @returns whether they are installed now
 */
export function installPackages(packages: readonly string[]): boolean {
  if (process.getuid?.() !== 0 || !Bun.which('apt-get')) return false;
  console.log(`Installing ${packages.join(' and ')} …`);
  const run = (...command: string[]) =>
    Bun.spawnSync(command, {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdout: 'ignore',
      stderr: 'inherit',
    }).exitCode === 0;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    if (attempt > 1) Bun.sleepSync(PAUSE_MS);
    const isInstalled =
      run('apt-get', 'update', '-qq') &&
      run('apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...packages);
    if (isInstalled) return true;
  }
  return false;
}
